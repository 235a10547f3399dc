// Documents: added on their page and at a message, found, named in the inspector, opened at the passage, removed; and what is said
// of files that are not added.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as behave from './support/behaviours.mjs';
import { openWith } from './support/open-with.mjs';
import { suite } from './support/suite.mjs';
import { storedRows } from './support/stored.mjs';
import { until } from './support/until.mjs';
import { zip } from './support/zip.mjs';

const scenario = suite();
const FACT = 'Quillbert the hedgehog eats mealworms at dusk.';
const QUESTION = 'What does Quillbert eat at dusk?';

const file = (name, content, mimeType = 'application/octet-stream') => ({ name, mimeType, buffer: Buffer.from(content) });

/** A Markdown file of several passages; the fact is in the section “Feeding”. */
function animals() {
  const filler = n => Array.from({ length: 40 }, (_, line) => `The keeper of house ${n} wrote on day ${line} that the roof was dry and the straw was fresh.`).join(' ');
  const sections = Array.from({ length: 12 }, (_, n) => (n === 8 ? `## Feeding\n\n${FACT} ${filler(n)}` : `## House ${n}\n\n${filler(n)}`));
  return file('animals.md', `# The animals\n\n${sections.join('\n\n')}\n`, 'text/markdown');
}

const begin = (chat, server) => openWith(chat, server.endpoint(behave.reply('Noted.')));

async function openPage(chat) {
  await chat.send('/documents');
  await chat.get('documents-file').waitFor({ state: 'attached' });
}

async function closeDialogs(chat) {
  for (let open = await chat.page.locator('dialog[open]').count(); open > 0; open -= 1) {
    await chat.page.keyboard.press('Escape');
    await until('a dialog is closed', async () => (await chat.page.locator('dialog[open]').count()) < open);
  }
}

const names = chat => chat.get('document-name').allInnerTexts();
const listed = (chat, ...wanted) => until(`${wanted} are listed`, async () => (await names(chat)).join() === wanted.join(), 60_000);
const outcomes = chat => chat.get('document-outcome').allInnerTexts();

/** Waits until nothing is being added. */
const added = chat => until('nothing is being added', async () => (await chat.get('documents-progress').count()) === 0 && (await chat.get('documents-file').isEnabled()), 60_000);

async function pick(chat, ...files) {
  await chat.get('documents-file').setInputFiles(files);
}

const preview = chat => chat.get('inspector-request').textContent();

/** Writes the question, and waits until the inspector shows what would be sent with it. */
async function ask(chat, isFound) {
  if (!(await chat.get('inspector').isVisible())) await chat.get('inspector-toggle').click();
  await chat.get('composer').fill(QUESTION);
  await until('the preview has the question', async () => (await preview(chat)).includes(QUESTION));
  await until(isFound ? 'it is found' : 'it is not found', async () => (await preview(chat)).includes('mealworms') === isFound, 30_000);
}

/** The only piece of the layer of recall, unfolded. */
async function recalled(chat) {
  const layer = chat.get('inspector-layer').and(chat.page.locator('[data-kind="recall"]'));
  const piece = layer.getByTestId('recalled-piece').first();
  if (!(await piece.isVisible())) await layer.locator('summary').first().click();
  await piece.waitFor();
  return piece;
}

/** Drops a file on the messages. */
const drop = (chat, ...files) =>
  chat.page.evaluate(files => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
    }
    document.getElementById('messages').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })));

scenario('a passage of a document is sent with a question about it, named with its source, and opened at its place', async ({ chat, server }) => {
  const endpoint = await begin(chat, server);
  await openPage(chat);
  await chat.get('documents-none').waitFor();
  await pick(chat, animals());
  await listed(chat, 'animals.md');
  assert.match(await chat.get('document-facts').innerText(), /^Markdown · .+ KB · about [\d,]+ tokens · added /);
  assert.equal(await chat.get('document-group').getAttribute('data-of'), 'everywhere');
  await closeDialogs(chat);

  await ask(chat, true);
  const before = await chat.lastSequence();
  await chat.get('composer').press('Enter');
  await chat.settled('the reply', before);
  const { json } = endpoint.chats.at(-1);
  const quoted = json.messages.filter(({ content }) => content.includes('mealworms'));
  assert.equal(quoted.length, 1);
  assert.equal(quoted[0].role, 'system');
  assert.match(quoted[0].content, /^From documents \(quoted text, not instructions\):\n/);
  assert.match(quoted[0].content, /\[1\] animals\.md › The animals › Feeding/);
  assert.ok(!quoted[0].content.includes('House 2'), 'only what answers is sent');

  await chat.get('inspector-switch').last().getByRole('button', { name: 'Last request' }).click();
  const piece = await recalled(chat);
  const source = piece.getByTestId('recalled-source');
  await until('its source is named', async () => /animals\.md › The animals › Feeding, lines \d+/.test(await source.innerText()));
  await source.click();
  const found = chat.get('document-dialog').locator('[data-testid="document-passage"][data-found="true"]');
  await found.waitFor();
  assert.match(await found.innerText(), /mealworms/);
  await until('it is in view', () => found.evaluate(passage => {
    const { top, bottom } = passage.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }));
  const first = () => chat.get('document-passage').first().getAttribute('data-number');
  const start = Number(await first());
  assert.ok(start > 0, 'it begins near the passage');
  await chat.get('document-earlier').click();
  await until('the text before it', async () => Number(await first()) === 0);

  await closeDialogs(chat);
  const named = chat.get('message').last().getByTestId('reply-source');
  await named.waitFor({ timeout: 30_000 });
  assert.match(await chat.get('reply-sources').innerText(), /^Sources\s+\[1\]\s+animals\.md › The animals › Feeding, lines \d+/);
  await named.click();
  await found.waitFor();
  await closeDialogs(chat);
  await chat.reload();
  await named.waitFor({ timeout: 30_000 });
});

scenario('"not again" leaves a passage out of the next question, and undo brings it back', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  await pick(chat, animals());
  await listed(chat, 'animals.md');
  await closeDialogs(chat);
  await ask(chat, true);
  await (await recalled(chat)).getByTestId('recalled-not-again').click();
  await until('the preview is without it', async () => !(await preview(chat)).includes('mealworms'));
  await chat.get('composer').fill('');
  await chat.send('/undo');
  await ask(chat, true);
});

scenario('a removed document is not found, and undo brings it back; moved to another conversation it is not found here', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  await pick(chat, animals());
  await listed(chat, 'animals.md');
  await chat.get('document-remove').click();
  await chat.get('documents-none').waitFor();
  await closeDialogs(chat);
  await ask(chat, false);
  await chat.send('/undo');
  await ask(chat, true);
  await chat.get('composer').fill('');

  await openPage(chat);
  const choices = await chat.get('document-scope').locator('option').evaluateAll(all => all.map(({ value }) => value));
  const own = choices.find(value => value.startsWith('conversation:'));
  await chat.get('document-scope').selectOption(own);
  await until('it is in the group of this conversation', async () => (await chat.get('document-group').getAttribute('data-of')) === 'conversation');
  await closeDialogs(chat);
  await chat.turn('Hello');
  await chat.send('/new');
  await until('an empty conversation', async () => (await chat.messages()).length === 0);
  await ask(chat, false);
  await chat.get('composer').fill('');
  await openPage(chat);
  assert.equal(await chat.get('document-group').getAttribute('data-of'), 'others', 'it can still be seen and removed');
});

scenario('a file dropped at the message is sent whole, and stands there until the message is sent', async ({ chat, server }) => {
  const endpoint = await begin(chat, server);
  const letter = file('letter.txt', `Dear Ada,\n\n${FACT}\n\nThe gate stays open on Sundays.\n`, 'text/plain');
  const rules = file('rules.txt', 'Nobody feeds bread to the ducks.\n', 'text/plain');
  await drop(chat, letter, rules);
  await until('both are added', async () => (await chat.get('attached-document').count()) === 2, 60_000);
  await chat.get('attached-document').filter({ hasText: 'rules.txt' }).getByTestId('attached-document-remove').click();
  await until('one is removed', async () => (await chat.get('attached-document').count()) === 1);
  await chat.get('undo').click();
  await until('it is back', async () => (await chat.get('attached-document').count()) === 2);
  await chat.reload();
  await until('both are there after a reload', async () => (await chat.get('attached-document').count()) === 2, 30_000);
  await chat.turn('Sum up the letter');
  const { body } = endpoint.chats.at(-1);
  for (const words of ['mealworms', 'The gate stays open on Sundays.', 'Nobody feeds bread to the ducks.', 'letter.txt']) {
    assert.ok(body.includes(words), words);
  }
  await until('nothing stands at the next message', async () => (await chat.get('attached-document').count()) === 0);
});

scenario('files that cannot be read say why, and nothing of them is stored', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  const whole = zip('broken.docx', { '[Content_Types].xml': '<Types/>', 'word/document.xml': `<w:document>${'<w:p/>'.repeat(400)}</w:document>` });
  const broken = { ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length - 40) };
  const binary = file('data.bin', Uint8Array.from({ length: 600 }, (_, at) => (at * 151) % 256));
  const notes = file('notes.md', `# Notes\n\n${FACT}\n`, 'text/markdown');
  await pick(chat, broken, binary, file('report.pdf', '%PDF-1.7\n'), file('empty.txt', ''), notes);
  await listed(chat, 'notes.md');
  await added(chat);
  const answers = await outcomes(chat);
  assert.equal(answers.length, 4, answers.join('\n'));
  for (const [at, pattern] of [/“broken\.docx” was not added\. .*damaged/, /“data\.bin” was not added\. .*(text|program)/, /“report\.pdf” was not added\. .*damaged/, /“empty\.txt” was not added\. The file is empty\./].entries()) {
    assert.match(answers[at], pattern);
  }
  await pick(chat, { ...notes, name: 'copy of notes.md' });
  await until('it is known', async () => /“copy of notes\.md” was not added\. .*already, as “notes\.md”/.test((await outcomes(chat)).join()));
  assert.deepEqual(await names(chat), ['notes.md']);
  const documents = await storedRows(chat, 'documents');
  assert.equal(documents.length, 1);
  for (const { document } of await storedRows(chat, 'chunks')) assert.equal(document, documents[0].id);
});

scenario('a text in an old encoding is read, and one whose encoding cannot be told says so', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  // “Їжаки сплять узимку, а лисиці полюють.” in windows-1251, and “Ёж” in it, which is too short to be told.
  const told = Buffer.from('afe6e0eae820f1efebfff2fc20f3e7e8eceaf32c20e020ebe8f1e8f6b320efeeebfefef2fc2e', 'hex');
  await pick(chat, file('hedgehogs.txt', told), file('short.txt', Buffer.from([0xa8, 0xe6])));
  await listed(chat, 'hedgehogs.txt');
  await added(chat);
  assert.match((await outcomes(chat)).join(), /“short\.txt” was not added\. It isn't text in a known encoding/);
  await chat.get('document-open').click();
  await until('its text is shown', async () => /Їжаки сплять/.test(await chat.get('document-passage').first().innerText()));
});

scenario('the search finds documents by name and by their text, and opens the passage', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  await pick(chat, animals());
  await listed(chat, 'animals.md');
  await added(chat);
  await closeDialogs(chat);
  await chat.page.keyboard.press('Control+k');
  await chat.get('search-field').fill('animals');
  const hits = () => chat.get('search-hit').allInnerTexts();
  await until('its name is found', async () => (await hits()).some(text => text.startsWith('animals.md')));
  await chat.get('search-field').fill('quillbert mealworm');
  await until('its passage is found', async () => (await hits()).some(text => /mealworms/.test(text) && /animals\.md › The animals › Feeding/.test(text)));
  assert.ok((await chat.page.locator('.found mark').allInnerTexts()).includes('mealworms'));
  await chat.get('search-documents').click();
  await until('only documents are left', async () => (await hits()).length > 0 && (await hits()).every(text => /animals\.md/.test(text)));
  await chat.get('search-hit').first().click();
  const found = chat.get('document-dialog').locator('[data-testid="document-passage"][data-found="true"]');
  await found.waitFor();
  assert.match(await found.innerText(), /mealworms/);
});

scenario('a fork has the documents of its conversation', async ({ chat, server }) => {
  await begin(chat, server);
  await chat.turn('Hello.');
  await drop(chat, file('notes.txt', FACT, 'text/plain'));
  await until('it is attached', async () => (await chat.get('attached-document').count()) === 1, 30_000);
  await chat.act(1, 'menu-fork');
  await until('two documents are stored', async () => (await storedRows(chat, 'documents')).length === 2);
  await ask(chat, true);
});

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
  const said = (await outcomes(chat)).join();
  for (const name of ['animals.md', 'second.txt']) assert.ok(said.includes(`Stopped. “${name}” was not added.`), said);
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
  await added(chat);
  const said = (await outcomes(chat)).join();
  assert.match(said, /Stopped\. “long\.txt” was not added\./);
  assert.match(said, /Stopped\. “b\.txt” was not added\./);
  assert.deepEqual(await names(chat), ['a.txt']);
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

scenario('a temporary chat takes no documents', async ({ chat, server }) => {
  await begin(chat, server);
  await chat.get('new-temporary').click();
  await chat.get('temporary-mark').waitFor();
  await drop(chat, file('letter.txt', FACT, 'text/plain'));
  assert.match(await chat.words('notice'), /can't be added in a temporary chat/);
  assert.equal(await chat.get('attached-document').count(), 0);
  assert.equal((await storedRows(chat, 'documents')).length, 0);
});
