// Pictures of export and import: the choices, the progress, and the reports.

import { conversation, conversations } from '../e2e/support/chatgpt-export.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';

const scenario = suite();

for (const [prefix, locale] of [['81', 'en-US'], ['82-uk', 'uk-UA'], ['83-ru', 'ru-RU']]) {
  scenario(`export and import: ${locale}`, async ({ chat }) => {
    await chat.open();
    await chat.send('/import');
    await chat.get('storage-counts').waitFor();
    const dropZone = chat.get('import-drop');
    const show = async name => {
      await dropZone.evaluate(element => element.closest('section').scrollIntoView());
      await shootAll(chat.page, `${prefix}-${name}`);
    };
    await show('exchange');
    const bring = async (...files) => {
      // The previous report stays until there is a new one.
      await chat.page.evaluate(() => document.querySelector('[data-testid="import-report"]')?.setAttribute('data-seen', 'true'));
      await chat.get('import-file').setInputFiles(files);
      await chat.page.locator('[data-testid="import-report"]:not([data-seen])').waitFor();
      await chat.get('transfer').waitFor({ state: 'detached' });
    };
    await bring(conversations(conversation('A trip to Rome', ['Where shall I eat?', 'In Trastevere.']), { title: 'Silence', mapping: {} }));
    await show('exchange-report');
    await bring({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear diary') });
    await show('exchange-refused');
    const words = 'Rome was not built in a day. '.repeat(40);
    const all = Array.from({ length: 4_000 }, (_, index) => conversation(`Talk ${index}`, [words, words], { at: 1_600_000_000 + index }));
    await chat.get('import-file').setInputFiles([conversations(...all)]);
    await chat.get('transfer').waitFor();
    await shootAll(chat.page, `${prefix}-exchange-underway`, ['wide']);
    await chat.get('transfer-stop').click();
    await chat.get('transfer').waitFor({ state: 'detached' });
    await chat.page.keyboard.press('Escape');
    const item = chat.page.locator('li.conversation').filter({ hasText: 'A trip to Rome' });
    if (await item.count()) {
      await item.hover();
      await item.getByTestId('conversation-more').click();
      await shootAll(chat.page, `${prefix}-exchange-menu`, ['wide']);
    }
  }, { contextOptions: { locale } });
}
