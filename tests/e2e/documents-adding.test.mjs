// Adding documents: archives and folders, several at once, Stop, and a message that waits for its document.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeOf } from './support/code-of.mjs';
import { added, animals, begin, closeDialogs, drop, FACT, file, listed, openPage, outcomes, pick } from './support/documents.mjs';
import { pdfOf } from './support/pdf-file.mjs';
import { suite } from './support/suite.mjs';
import { storedRows } from './support/stored.mjs';
import { until } from './support/until.mjs';
import { zip } from './support/zip.mjs';

const scenario = suite();

scenario('an archive is a folder of files, and what was left out of it is listed with the reason', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  const archive = zip('code-main.zip', {
    'code/.gitignore': 'secret.txt\n',
    'code/README.md': `# Code\n\n${FACT}\n`,
    'code/src/main.rs': 'fn main() {\n    println!("hedgehog");\n}\n',
    'code/secret.txt': 'the word is marmalade',
    'code/node_modules/left/index.js': 'module.exports = 1;\n',
    'code/Cargo.lock': 'version = 4\n',
    'code/logo.bin': Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 255]),
  });
  await pick(chat, archive);
  await listed(chat, 'code');
  await added(chat);
  const fold = chat.get('document-left-out');
  await fold.locator('summary').click();
  const rows = await fold.locator('li').allInnerTexts();
  assert.equal(rows.length, 4, rows.join('\n'));
  for (const pattern of [/node_modules\/ dependencies/, /Cargo\.lock lock file/, /secret\.txt ignored by \.gitignore/, /logo\.bin not text/]) {
    assert.ok(rows.some(row => pattern.test(row.replace(/\s+/g, ' '))), `${pattern}: ${rows.join('\n')}`);
  }
  assert.equal(await chat.get('document-outcome').getAttribute('data-trouble'), 'false');
  await chat.get('document-open').click();
  await chat.get('document-passage').first().waitFor();
  const text = (await chat.get('document-passage').allInnerTexts()).join('\n');
  assert.match(text, /src\/main\.rs/);
  assert.doesNotMatch(text, /marmalade/);
});

scenario('a picked folder is one document', async ({ t, chat, server }) => {
  const root = await mkdtemp(path.join(tmpdir(), 'ricordo-documents-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const folder = path.join(root, 'garden');
  await mkdir(path.join(folder, 'beds'), { recursive: true });
  await mkdir(path.join(folder, 'node_modules'), { recursive: true });
  await writeFile(path.join(folder, 'plan.md'), `# Plan\n\n${FACT}\n`);
  await writeFile(path.join(folder, 'beds', 'roses.txt'), 'Seven roses along the wall.\n');
  await writeFile(path.join(folder, 'node_modules', 'index.js'), 'module.exports = 1;\n');
  await begin(chat, server);
  await openPage(chat);
  await chat.get('documents-folder').setInputFiles(folder);
  await listed(chat, 'garden');
  await chat.get('document-open').click();
  await until('its text', async () => /beds\/roses\.txt[^]*Seven roses[^]*plan\.md/.test((await chat.get('document-passage').allInnerTexts()).join('\n')));
});

scenario('where the browser picks no folder, the files that are picked instead are added one by one', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  await chat.get('documents-folder').evaluate(field => field.removeAttribute('webkitdirectory'));
  await chat.get('documents-folder').setInputFiles([file('a.txt', 'The first file.'), file('b.txt', 'The second file.')]);
  await listed(chat, 'b.txt', 'a.txt');
});

scenario('the page of documents lists what is added after another conversation was opened', async ({ chat, context, server }) => {
  await begin(chat, server);
  await chat.turn('Hello.');
  let release;
  const released = new Promise(resolve => (release = resolve));
  await context.route('**/vendor/documents/reader_bg.wasm', async route => {
    await released;
    await route.continue().catch(() => {});
  });
  await openPage(chat);
  await pick(chat, animals());
  await closeDialogs(chat);
  await chat.startConversation();
  await openPage(chat);
  await chat.get('documents-none').waitFor();
  release();
  await listed(chat, 'animals.md');
});

scenario('Undo is not offered for what was added before something else was done', async ({ chat, context, server }) => {
  await begin(chat, server);
  await chat.turn('Hello.');
  let release;
  const released = new Promise(resolve => (release = resolve));
  let asked = 0;
  await context.route('**/vendor/pdf/**', async route => {
    asked += 1;
    await released;
    await route.abort();
  });
  await openPage(chat);
  await pick(chat, file('a.txt', 'The first file.'), file('b.pdf', pdfOf(['Text.']), 'application/pdf'));
  await until('the PDF is being read', () => asked > 0, 60_000);
  await closeDialogs(chat);
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  release();
  await until('it says what was added', async () => /Added “a\.txt”/.test(await chat.textNow('notice')), 60_000);
  assert.equal(await chat.get('notice').getByTestId('undo').count(), 0, 'it would take back the forget');
  await chat.send('/undo');
  await chat.get('forget-divider').waitFor({ state: 'detached' });
});

scenario('reading is stopped, and nothing is stored of the file', async ({ chat, context, server }) => {
  await begin(chat, server);
  let release;
  const released = new Promise(resolve => (release = resolve));
  let asked = 0;
  await context.route('**/vendor/documents/reader_bg.wasm', async route => {
    asked += 1;
    await released;
    await route.continue().catch(() => {});
  });
  await openPage(chat);
  await pick(chat, animals(), file('second.txt', 'A second file.'));
  await until('its reader is being loaded', () => asked > 0);
  assert.match(await chat.get('documents-progress').innerText(), /Reading “animals\.md”…/);
  await chat.get('documents-stop').click();
  await added(chat);
  const outcome = (await outcomes(chat)).join();
  for (const name of ['animals.md', 'second.txt']) assert.ok(outcome.includes(`Stopped. “${name}” was not added.`), outcome);
  await chat.get('documents-none').waitFor();
  assert.equal((await storedRows(chat, 'chunks')).length, 0);
  release();
  await pick(chat, file('second.txt', 'A second file.'));
  await listed(chat, 'second.txt');
});

scenario('several files are added at once, and one press of Undo takes all of them back', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  await pick(chat, animals());
  await listed(chat, 'animals.md');
  await added(chat);
  await pick(chat, file('a.txt', 'The first file.'), file('broken.bin', Buffer.from([0, 1, 2])), file('b.txt', 'The second file.'), file('c.txt', 'The third file.'));
  await listed(chat, 'c.txt', 'b.txt', 'a.txt', 'animals.md');
  await added(chat);
  assert.match((await outcomes(chat)).join(), /“broken\.bin” was not added\./);
  await chat.page.locator('dialog[open]').getByText('3 documents added.').waitFor();
  await chat.page.locator('dialog[open]').getByRole('button', { name: 'Undo' }).click();
  await listed(chat, 'animals.md');
  await until('nothing is left of them', async () => (await storedRows(chat, 'documents')).length === 1);
});

scenario('storing is stopped: nothing is left of the unfinished file, and the finished ones stay', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  const line = n => `Line ${n} of a long file that takes a while to be stored, because it has so many passages of its own.\n\n`;
  const long = Array.from({ length: 60_000 }, (_, n) => line(n)).join('');
  // Stopped as soon as the page says that it is being saved.
  await chat.page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const progress = document.querySelector('[data-testid="documents-progress"]');
      if (!progress?.textContent.includes('Saving “long.txt”')) return;
      observer.disconnect();
      progress.querySelector('[data-testid="documents-stop"]').click();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await pick(chat, file('a.txt', 'The first file.'), file('long.txt', long), file('b.txt', 'The last file.'));
  await until('two files were not added', async () => (await outcomes(chat)).length === 2, 60_000);
  await added(chat);
  const outcome = (await outcomes(chat)).join();
  assert.match(outcome, /Stopped\. “long\.txt” was not added\./);
  assert.match(outcome, /Stopped\. “b\.txt” was not added\./);
  await listed(chat, 'a.txt');
  assert.equal((await storedRows(chat, 'chunks')).length, 1);
});

scenario('a message waits for the document that is being added to it', async ({ chat, context, server }) => {
  const endpoint = await begin(chat, server);
  let release;
  const released = new Promise(resolve => (release = resolve));
  await context.route('**/vendor/documents/reader_bg.wasm', async route => {
    await released;
    await route.continue().catch(() => {});
  });
  await drop(chat, file('letter.txt', FACT, 'text/plain'));
  await chat.get('attaching-document').waitFor();
  await chat.send('What does the letter say?');
  assert.match(await chat.words('notice'), /“letter\.txt” is still being read/);
  assert.equal(endpoint.chats.length, 0);
  assert.equal(await chat.composer(), 'What does the letter say?');
  release();
  await chat.get('attached-document').waitFor({ timeout: 60_000 });
  await chat.get('composer').press('Enter');
  await chat.settled('the reply');
  assert.match(endpoint.chats.at(-1).body, /mealworms/);
});

scenario('a message waits for its document also while the code that reads it is being loaded', async ({ chat, server }) => {
  const endpoint = await begin(chat, server);
  let release;
  const released = new Promise(resolve => (release = resolve));
  await chat.page.route(codeOf('lazy'), async route => {
    await released;
    await route.continue();
  });
  await chat.reload();
  await chat.get('composer').fill('What does the letter say?');
  await drop(chat, file('letter.txt', FACT, 'text/plain'));
  await chat.get('composer').press('Enter');
  await until('it says what it waits for', async () => /“letter\.txt” is still being read/.test(await chat.textNow('notice')));
  assert.equal(endpoint.chats.length, 0);
  assert.equal(await chat.composer(), 'What does the letter say?');
  release();
  await chat.get('attached-document').waitFor({ timeout: 60_000 });
  await chat.get('composer').press('Enter');
  await chat.settled('the reply');
  assert.match(endpoint.chats.at(-1).body, /mealworms/);
});

scenario('Stop at the message keeps the focus while reading turns into saving', async ({ chat, server }) => {
  await begin(chat, server);
  const long = Array.from({ length: 60_000 }, (_, n) => `Line ${n} of a long file that takes a while to be stored.\n\n`).join('');
  // The focus goes to Stop as soon as it is there, and is looked at as soon as the page says that the file is being saved.
  await chat.page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const shown = document.querySelector('[data-testid="attaching-document"]');
      const stop = shown?.querySelector('[data-testid="attaching-stop"]');
      if (shown?.textContent.includes('Reading “long.txt”')) stop.focus();
      if (!shown?.textContent.includes('Saving “long.txt”')) return;
      observer.disconnect();
      document.body.dataset.keptFocus = String(document.activeElement === stop);
      stop.click();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await drop(chat, file('long.txt', long, 'text/plain'));
  await until('it is being saved', () => chat.page.evaluate(() => document.body.dataset.keptFocus !== undefined), 60_000);
  assert.equal(await chat.page.evaluate(() => document.body.dataset.keptFocus), 'true');
  assert.match(await chat.words('notice'), /Stopped\. “long\.txt” was not added\./);
});

scenario('a temporary chat takes no documents', async ({ chat, server }) => {
  await begin(chat, server);
  await chat.get('new-temporary').click();
  await chat.get('temporary-mark').waitFor();
  await drop(chat, file('letter.txt', FACT, 'text/plain'));
  assert.match(await chat.words('notice'), /can't be added in a temporary chat/);
  assert.equal(await chat.get('attached-document').count(), 0);
  assert.equal((await storedRows(chat, 'documents')).length, 0);
});
