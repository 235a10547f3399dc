// PDF documents: the text is taken out page by page, a source names its page, and a PDF without text, with a password or with
// damage says so.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { openWith } from './support/open-with.mjs';
import { RECALL, stretching } from './support/patience.mjs';
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
  await stretching(chat.page, [RECALL], async () => {
    await chat.get('composer').press('Enter');
    await chat.settled('the reply');
  });
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

/** Words at a place of a page, in the operators of a PDF. */
const at = (place, operators, words) => `BT /F1 12 Tf ${place} Td ${operators} (${words}) Tj ET\n`;
const SEEN = at('72 700', '', 'plain');
/** A picture of one point, drawn large. */
const PICTURE = 'q 400 0 0 400 50 100 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q\n';

/** Pages, each with what is left of its text. */
const LOOKS = [
  ['invisible beside what is seen', SEEN + at('72 600', '3 Tr', 'secret'), 'plain'],
  ['a scan whose text was recognised', PICTURE + at('72 300', '3 Tr', 'recognised'), 'recognised'],
  ['such a scan with a stamp', PICTURE + SEEN + at('72 300', '3 Tr', 'recognised'), 'plain recognised'],
  ['such a scan whose text is painted first', `${at('72 300', '3 Tr', 'recognised')}${PICTURE}${at('72 700', '0 Tr', 'plain')}`, 'recognised plain'],
  ['invisible beside a picture', PICTURE + SEEN + at('72 650', '3 Tr', 'secret'), 'plain'],
  ['white', SEEN + at('72 600', '1 g', 'secret'), 'plain'],
  ['nearly white within a line', 'BT /F1 12 Tf 72 700 Td (pl) Tj 0.98 0.99 1 rg (secret) Tj 0 g (ain) Tj ET', 'plain'],
  ['white on a dark box', `${SEEN}0 0 0.4 rg 50 580 500 50 re f\n${at('72 600', '1 g', 'heading')}`, 'plain heading'],
  ['white on a picture', SEEN + PICTURE + at('72 300', '1 g', 'caption'), 'plain caption'],
  ['black on a black box', `${SEEN}0 g 50 580 500 50 re f\n${at('72 600', '0 g', 'secret')}`, 'plain'],
  ['black in a black frame', `0 g 40 40 500 720 re 50 50 480 700 re f*\n${at('72 600', '', 'framed')}`, 'framed'],
  ['black where a black box was cut off', `q 0 0 600 60 re W n 0 g 0 0 612 792 re f Q\n${SEEN}`, 'plain'],
  ['tiny', `${SEEN}BT /F1 0.5 Tf 72 600 Td (secret) Tj ET`, 'plain'],
  ['a size in the matrix', 'BT /F1 1 Tf 12 0 0 12 72 600 Tm (scaled) Tj ET', 'scaled'],
];

scenario('text of a PDF that nobody sees is left out, and what can be seen or was recognised in a scan stays', async ({ chat, server }) => {
  await begin(chat, server);
  const pages = LOOKS.map(([, operators], page) => ({ operators: operators + at('72 110', operators.startsWith(PICTURE) ? '3 Tr' : '0 Tr 0 g', `end of ${page}`) }));
  await chat.get('documents-file').setInputFiles(pdf('looks.pdf', pdfOf(pages)));
  await until('it is added', async () => (await storedRows(chat, 'documents')).length === 1, 60_000);
  const text = (await storedRows(chat, 'chunks')).map(chunk => chunk.text).join(' ').split(/\s+/).join(' ');
  const found = text.split(/ ?end of \d+ ?/).slice(0, -1);
  assert.deepEqual(LOOKS.map(([name], page) => [name, found[page]]), LOOKS.map(([name, , text]) => [name, text]));
});

scenario('a page that hides text behind what cannot be drawn is named', async ({ chat, server }) => {
  await begin(chat, server);
  const odd = { operators: `${SEEN}/Pattern cs /Missing scn\n${at('72 600', '1 g', 'secret')}` };
  await chat.get('documents-file').setInputFiles(pdf('odd.pdf', pdfOf([{ operators: SEEN }, odd])));
  await until('it is added', async () => (await outcomes(chat)).length === 1, 60_000);
  assert.equal((await outcomes(chat))[0].trim(), 'Added “odd.pdf”. Page 2 could not be checked for hidden text. Look through its text under Documents.');
});

/** Deletes what the oldest supported browsers lack, where pdf.js runs. */
const OLDER = `
  delete globalThis.Iterator;
  const names = [
    [Promise, ['try']], [Math, ['sumPrecise']], [URL, ['parse']], [Uint8Array, ['fromBase64', 'fromHex']],
    [Uint8Array.prototype, ['toHex', 'toBase64', 'setFromHex', 'setFromBase64']],
    [Map.prototype, ['getOrInsert', 'getOrInsertComputed']], [WeakMap.prototype, ['getOrInsert', 'getOrInsertComputed']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [Response.prototype, ['bytes']], [Blob.prototype, ['bytes']],
  ];
  for (const [owner, own] of names) for (const name of own) delete owner[name];
`;

scenario('a PDF is read, and its hidden text left out, in browsers that lack the newest functions', async ({ chat, context, server }) => {
  let isOlder = false;
  await context.route('**/vendor/documents/pdf-load.js', async route => {
    const response = await route.fetch();
    isOlder = true;
    await route.fulfill({ response, body: OLDER + (await response.text()) });
  });
  await begin(chat, server);
  await chat.get('documents-file').setInputFiles(pdf('old.pdf', pdfOf([{ operators: SEEN + at('72 600', '1 g', 'secret') }])));
  await until('it is dealt with', async () => (await outcomes(chat)).length === 1, 60_000);
  assert.equal((await outcomes(chat))[0].trim(), 'Added “old.pdf”. Hidden text in it was left out.');
  assert.ok(isOlder);
  assert.deepEqual((await storedRows(chat, 'chunks')).map(({ text }) => text.trim()), ['plain']);
});

const FIELD = '/Subtype /Widget /F 4';
/** A form: labels with values beside them, boxes before their labels, notes, and what cannot be seen. */
const FORM = {
  operators: `${at('72 700', '', 'Name:')}${at('300 700', '', 'City:')}${at('72 650', '', 'Country:')}${at('100 600', '', 'I agree')}${at('300 600', '', 'I refuse')}${at('72 550', '', 'The end')}`,
  annotations: [
    `${FIELD} /FT /Tx /T (name) /V (Quillbert) /Rect [120 695 280 715]`,
    `${FIELD} /FT /Tx /T (city) /V (Lviv) /Rect [340 695 500 715]`,
    `${FIELD} /FT /Ch /T (country) /Ff 131072 /Opt [[(ua) (Ukraine)] [(pl) (Poland)]] /V (ua) /Rect [130 645 280 665]`,
    `${FIELD} /FT /Btn /T (yes) /V /Yes /AS /Yes /Rect [80 598 92 610]`,
    `${FIELD} /FT /Btn /T (no) /V /Off /AS /Off /Rect [280 598 292 610]`,
    `${FIELD} /FT /Tx /T (secret) /Ff 8192 /V (password) /Rect [120 495 280 515]`,
    '/Subtype /Widget /F 2 /FT /Tx /T (gone) /V (hidden) /Rect [120 495 280 515]',
    `${FIELD} /FT /Tx /T (pale) /DA (/F1 12 Tf 1 g) /V (white) /Rect [120 495 280 515]`,
    '/Subtype /FreeText /F 4 /DA (/F1 12 Tf 0 g) /Contents (Paid in March) /Rect [72 400 300 440]',
  ],
};

scenario('what was filled into a form and written on a page of a PDF stands beside its label', async ({ chat, server }) => {
  await begin(chat, server);
  await chat.get('documents-file').setInputFiles(pdf('form.pdf', pdfOf([FORM])));
  await until('it is added', async () => (await storedRows(chat, 'documents')).length === 1, 60_000);
  const lines = (await storedRows(chat, 'chunks')).map(chunk => chunk.text).join('\n').split('\n').filter(line => line.trim());
  const text = lines.map(line => line.trim().split(/\s+/).join(' ')).join('\n');
  for (const part of ['Name: Quillbert', 'City: Lviv', 'Country: Ukraine', '[x] I agree', 'I refuse', 'The end', 'Paid in March']) assert.ok(text.includes(part), `${part} in ${text}`);
  assert.doesNotMatch(text, /password|hidden|white|\[x\] I refuse/);
});
