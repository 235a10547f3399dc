// Pictures of documents: their page, empty and with every outcome, the text of one, and a document at a message.
//
// Only checks that each state can be reached. `documents.test.mjs` tests the behaviour.

import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from '../e2e/support/behaviours.mjs';
import { scanOf } from '../e2e/support/pdf-file.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';
import { until } from '../e2e/support/until.mjs';
import { zip } from '../e2e/support/zip.mjs';

const scenario = suite();
const FACT = 'Quillbert the hedgehog eats mealworms at dusk.';
const filler = n => Array.from({ length: 40 }, (_, line) => `The keeper of house ${n} wrote on day ${line} that the roof was dry.`).join(' ');
const MARKDOWN = `# The animals\n\n${Array.from({ length: 9 }, (_, n) => `## House ${n}\n\n${n === 6 ? FACT : ''} ${filler(n)}`).join('\n\n')}\n`;

const file = (name, content, mimeType = 'application/octet-stream') => ({ name, mimeType, buffer: Buffer.from(content) });

for (const [prefix, locale] of [['180', 'en-US'], ['181-uk', 'uk-UA'], ['182-ru', 'ru-RU']]) {
  scenario(`documents: ${locale}`, async ({ chat, server }) => {
    await chat.open();
    await chat.useEndpoint(server.endpoint(behave.reply('He eats mealworms.')));
    await changeSettings(chat, { model_titles: false });
    await chat.reload();
    await chat.send('/documents');
    await chat.get('documents-none').waitFor();
    await shootAll(chat.page, `${prefix}-documents-none`);
    const code = zip('code-main.zip', { 'code/README.md': '# Code\n\nA small program.\n', 'code/node_modules/x.js': '1', 'code/Cargo.lock': 'version = 4\n' });
    await chat.get('documents-file').setInputFiles([file('animals.md', MARKDOWN, 'text/markdown'), code, file('report.pdf', '%PDF-1.7\n'), file('scan.pdf', scanOf(2)), file('empty.txt', '')]);
    await until('all are done', async () => (await chat.get('document-item').count()) === 2 && (await chat.get('documents-progress').count()) === 0, 60_000);
    await chat.get('document-left-out').locator('summary').click();
    await shootAll(chat.page, `${prefix}-documents`);
    await chat.get('document-open').last().click();
    await chat.get('document-passage').first().waitFor();
    await shootAll(chat.page, `${prefix}-document-text`);
    await chat.page.keyboard.press('Escape');
    await chat.page.keyboard.press('Escape');
    await chat.get('image-input').setInputFiles([file('letter.txt', 'The gate stays open on Sundays.', 'text/plain'), file('letters.pdf', scanOf(23))]);
    await chat.get('attached-document').waitFor({ timeout: 60_000 });
    await chat.get('scan-attach').waitFor({ timeout: 60_000 });
    await shootAll(chat.page, `${prefix}-document-attached`);
    await chat.turn('What does Quillbert eat at dusk?');
    await chat.get('inspector-toggle').click();
    await chat.get('inspector-switch').last().getByRole('button').last().click();
    const layer = chat.page.locator('[data-testid="inspector-layer"][data-kind="recall"]');
    await layer.locator('summary').first().click();
    await chat.get('recalled-piece').first().waitFor();
    await shootAll(chat.page, `${prefix}-document-inspector`);
    await chat.get('recalled-source').last().click();
    await chat.get('document-passage').first().waitFor();
    await shootAll(chat.page, `${prefix}-document-found`);
  }, { contextOptions: { locale } });
}
