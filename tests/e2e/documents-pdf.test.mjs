// PDF documents: the text is taken out page by page, a source names its page, and a PDF without text, with a password or with
// damage says so.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { openWith } from './support/open-with.mjs';
import { pdfOf } from './support/pdf-file.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();
const filler = n => Array.from({ length: 40 }, (_, line) => `The keeper of house ${n} wrote on day ${line} that the roof was dry.`).join('\n');
const REPORT = pdfOf([filler(1), `${filler(2)}\n\nQuillbert the hedgehog eats meal-\nworms at dusk.`, filler(3), '']);

const pdf = (name, buffer) => ({ name, mimeType: 'application/pdf', buffer });

async function begin(chat, server) {
  const endpoint = await openWith(chat, server.endpoint(behave.reply('Noted.')));
  await chat.send('/documents');
  await chat.get('documents-file').waitFor({ state: 'attached' });
  return endpoint;
}

const outcomes = chat => chat.get('document-outcome').allInnerTexts();

scenario('the passage of a PDF that answers a question is sent with its page', async ({ chat, server, served }) => {
  const endpoint = await begin(chat, server);
  const fetched = () => served.filter(({ path }) => path.includes('/vendor/pdf/')).length;
  assert.equal(fetched(), 0, 'nobody pays for PDF who has none');
  await chat.get('documents-file').setInputFiles(pdf('report.pdf', REPORT));
  await until('it is listed', async () => (await chat.get('document-name').allInnerTexts()).join() === 'report.pdf', 60_000);
  assert.match(await chat.get('document-facts').innerText(), /^PDF · .+ · 4 pages · /);
  assert.ok(fetched() > 0);
  await chat.page.keyboard.press('Escape');
  await until('the page is closed', async () => (await chat.page.locator('dialog[open]').count()) === 0);
  await chat.get('inspector-toggle').click();
  await chat.get('composer').fill('What does Quillbert eat?');
  await until('it is found', async () => (await chat.get('inspector-request').textContent()).includes('mealworms'), 30_000);
  await chat.get('composer').press('Enter');
  await chat.settled('the reply');
  const [quoted] = endpoint.chats.at(-1).json.messages.filter(({ content }) => content.includes('mealworms'));
  assert.match(quoted.content, /\[1\] report\.pdf, (page 2|pages \d–\d)/);
  assert.match(quoted.content, /eats mealworms at dusk/, 'a divided word is whole again');
});

scenario('a PDF without text, with a password, or with damage says so, and nothing of it is stored', async ({ chat, server }) => {
  await begin(chat, server);
  const cut = REPORT.subarray(0, 400);
  await chat.get('documents-file').setInputFiles([pdf('scan.pdf', pdfOf(['', ''])), pdf('locked.pdf', pdfOf(['Text.'], { isLocked: true })), pdf('cut.pdf', cut)]);
  await until('all are dealt with', async () => (await outcomes(chat)).length === 3, 60_000);
  const answers = await outcomes(chat);
  assert.match(answers[0], /“scan\.pdf” was not added\. It contains no text\. If it is a scan/);
  assert.match(answers[1], /“locked\.pdf” was not added\. It has a password/);
  assert.match(answers[2], /“cut\.pdf” was not added\. .*(damaged|no text)/);
  assert.equal((await storedRows(chat, 'documents')).length, 0);
  assert.equal((await storedRows(chat, 'chunks')).length, 0);
});
