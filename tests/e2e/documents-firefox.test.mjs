// Documents in Firefox: real files are read, listed, and their text is in the preview of the request.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as behave from './support/behaviours.mjs';
import { launchFirefox } from './support/engines/firefox.mjs';
import { engineSuite } from './support/engines/suite.mjs';
import { pdfOf } from './support/pdf-file.mjs';
import { ifRecorded, recorded } from './support/recorded.mjs';
import { until } from './support/until.mjs';
import { zip } from './support/zip.mjs';

const scenario = engineSuite(launchFirefox);

/** Writes a file to the disk, where the browser picks it. */
async function written(t, name, content) {
  const folder = await mkdtemp(path.join(tmpdir(), 'ricordo-firefox-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

const texts = (page, id) => page.window.run(id => [...document.querySelectorAll(`[data-testid="${id}"]`)].map(element => element.innerText.trim()), id);

/** Adds files on the page of documents, and waits until each is listed or refused. */
async function add(page, ...files) {
  await page.send('/documents');
  await page.until('files can be picked', () => document.querySelector('[data-testid="documents-file"]')?.disabled === false);
  await page.window.setFiles('documents-file', ...files);
  const ended = async () => {
    const all = [...(await texts(page, 'document-name')), ...(await texts(page, 'document-outcome'))].join('\n');
    return files.every(file => all.includes(path.basename(file, '.zip')));
  };
  await until('all files are dealt with', ended, 120_000);
  await page.gone('documents-progress');
}

/** Opens the inspector, asks, and waits until the preview of the request has a text of a document. */
async function finds(page, question, pattern) {
  await page.fill('composer', question);
  const preview = () => page.window.run(() => document.querySelector('[data-testid="inspector-request"]')?.textContent ?? '');
  await until(`the preview has ${pattern}`, async () => pattern.test(await preview()), 60_000);
}

async function begin(page, server) {
  await page.open();
  await page.useEndpoint(server.endpoint(behave.reply('Noted.')));
}

const closePage = async page => {
  await page.window.press('Escape');
  await page.until('the page of documents is closed', () => document.querySelector('dialog[open]') === null);
  await page.press('inspector-toggle');
};

/** Recorded files, each with a question, which the text that answers it is not part of. */
const REAL = [
  ['google-doc.pdf', 'Which idea about namespaces is honking great?', /Namespaces are one honking great idea/],
  ['latex-4-pages.pdf', 'What nonsense is written instead of an impression of the look?', /“Huardest gefburn”/],
  ['paragraphs-and-tables.docx', 'Which words stand under the table, after the text?', /Donec semper facilisis/],
  ['wasteland.epub', 'Which month is the cruellest, breeding lilacs?', /April is the cruellest month, breeding/],
];

scenario('real files are listed, and the text of each is found', async ({ page, server }) => {
  await begin(page, server);
  await add(page, ...REAL.map(([name]) => recorded(name)));
  assert.deepEqual((await texts(page, 'document-name')).toSorted(), REAL.map(([name]) => name).toSorted());
  await closePage(page);
  for (const [, question, pattern] of REAL) await finds(page, question, pattern);
}, ifRecorded);

scenario('a scan and a PDF with a password say why they were not added', async ({ page, server }) => {
  await begin(page, server);
  await add(page, recorded('images-only.pdf'), recorded('password.pdf'));
  const outcomes = await texts(page, 'document-outcome');
  assert.match(outcomes[0], /“images-only\.pdf” was not added\. It contains no text\. If it is a scan/);
  assert.match(outcomes[1], /“password\.pdf” was not added\. It has a password/);
  assert.deepEqual(await texts(page, 'document-name'), []);
}, ifRecorded);

scenario('the pages of a scan become images of the message', async ({ page, server }) => {
  await begin(page, server);
  await add(page, recorded('images-only.pdf'));
  await page.press('scan-attach');
  await page.until('all pages are attached', () => document.querySelectorAll('[data-testid="attached-image"] img').length === 6);
  const sizes = () => page.window.run(() => [...document.querySelectorAll('[data-testid="attached-image"] img')].map(image => [image.naturalWidth, image.naturalHeight].join('×')));
  await until('they are drawn', async () => (await sizes()).join() === Array(6).fill('1500×1500').join());
}, ifRecorded);

scenario('a tagged PDF and a repository in an archive are listed, and the text of each is found', async ({ page, server, t }) => {
  const tagged = await written(t, 'tagged.pdf', pdfOf(['Quillbert the hedgehog eats mealworms.'], { isTagged: true }));
  const files = { 'garden-main/README.md': '# Garden\n\nA plan of the beds.\n', 'garden-main/src/roses.rs': '/// Seven roses along the wall.\nfn roses() {}\n' };
  const archive = await written(t, 'garden.zip', zip('garden.zip', files).buffer);
  await begin(page, server);
  await add(page, tagged, archive);
  assert.deepEqual((await texts(page, 'document-name')).toSorted(), ['garden-main', 'tagged.pdf']);
  await closePage(page);
  await finds(page, 'What does Quillbert eat?', /hedgehog eats mealworms/);
  await finds(page, 'How many roses are along the wall?', /Seven roses along the wall/);
});
