// Everything that is exported can be imported: all data, or one conversation. Files of another program are imported with
// their branches. Each bad file gets its error message, and existing data stays.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { conversation, conversations } from './support/chatgpt-export.mjs';
import { claudeExport, openWebUiExport } from './support/other-exports.mjs';
import { picture } from './support/png.mjs';
import { shootAll } from './support/screenshots.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';
import { zip } from './support/zip.mjs';

const scenario = suite();
const KEY = 'sk-nobody-shall-read-this-0123456789';

const ROME = conversation('A trip to Rome', ['Where shall I eat?', 'In Trastevere.', 'And then?', 'A walk.'], { other: 'Near the Pantheon.' });

async function openStorage(chat) {
  await chat.send('/import');
  await chat.get('import-file').waitFor({ state: 'attached' });
}

/** Picks files and returns the report. */
async function bring(chat, ...files) {
  await openStorage(chat);
  // Waits for a new report, not the previous one.
  await chat.page.evaluate(() => document.querySelector('[data-testid="import-report"]')?.setAttribute('data-seen', 'true'));
  await chat.get('import-file').setInputFiles(files);
  return report(chat);
}

async function report(chat) {
  const element = chat.page.locator('[data-testid="import-report"]:not([data-seen])');
  await element.waitFor({ timeout: 60_000 });
  const outcome = { text: (await element.innerText()).trim(), isTrouble: (await element.getAttribute('data-trouble')) === 'true' };
  await chat.page.keyboard.press('Escape');
  await chat.get('storage-dialog').waitFor({ state: 'hidden' });
  await chat.get('import-file').waitFor({ state: 'detached' });
  return outcome;
}

async function exported(chat, button) {
  await openStorage(chat);
  const [download] = await Promise.all([chat.page.waitForEvent('download'), chat.get(button).click()]);
  await chat.page.keyboard.press('Escape');
  await chat.get('import-file').waitFor({ state: 'detached' });
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

const file = (name, content) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });

async function openConversation(chat, title) {
  await chat.get('conversation-item').filter({ hasText: title }).first().click();
  await until(`${title} is open`, async () => (await chat.page.title()).startsWith(title));
}

const listed = (chat, title) => until(`${title} is listed`, async () => (await chat.get('conversation-item').filter({ hasText: title }).count()) === 1);

scenario('everything is exported, deleted and imported again: images, branches, settings; no file contains keys', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.reply('A lighthouse.'));
  await chat.open();
  await chat.useEndpoint({ ...endpoint, key: KEY, supportsImages: true });
  // A request for a title between two exports would be an additional record in the second.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.get('image-input').setInputFiles(picture('lighthouse.png', 32, 24));
  await until('the image is attached', async () => (await chat.get('attached-image').count()) === 1);
  await chat.turn('What is this?');
  await chat.turn('And where?');
  await chat.act(-1, 'menu-regenerate');
  await until('there is another answer', async () => (await chat.branch(-1)) === '2/2');
  await chat.settled('the other answer');
  await chat.get('settings-button').click();
  await chat.get('max_response_tokens').fill('512');
  await chat.get('settings-save').click();
  await chat.get('settings-search').waitFor({ state: 'detached' });
  const before = await chat.conversation();

  const backup = await exported(chat, 'export-backup');
  const json = await exported(chat, 'storage-export');
  const markdown = await exported(chat, 'export-markdown');
  assert.match(backup.name, /^ricordo-backup-\d{4}-\d\d-\d\d\.json\.gz$/);
  const unpacked = gunzipSync(backup.bytes).toString();
  for (const text of [unpacked, json.bytes.toString(), markdown.bytes.toString()]) {
    assert.doesNotMatch(text, new RegExp(KEY));
    assert.match(text, /A lighthouse\./);
  }
  assert.equal(JSON.parse(unpacked).records.length, JSON.parse(json.bytes).records.length);
  assert.match(markdown.bytes.toString(), /^# .+\n[^]*\*\*You\*\* · \d{4}-\d\d-\d\d [^]*lighthouse, 32 × 24/);

  await openStorage(chat);
  await chat.get('delete-word').fill('delete');
  await Promise.all([chat.page.waitForEvent('load'), chat.get('delete-all').click()]);
  await chat.ready();
  assert.deepEqual(await chat.messages(), []);

  const outcome = await bring(chat, file('my backup.gz', backup.bytes));
  assert.match(outcome.text, /^Imported 1 conversation \(5 messages\)\./);
  assert.equal(outcome.isTrouble, false);
  await chat.get('conversation-item').filter({ hasText: 'What is this?' }).first().click();
  await until('the messages are there', async () => (await chat.messages()).length === before.length);
  assert.deepEqual(await chat.conversation(), before);
  assert.equal(await chat.branch(-1), '2/2');
  await until('the image is shown', () => chat.page.evaluate(() => document.querySelector('[data-testid="message"] img')?.naturalWidth === 32));
  await chat.get('settings-button').click();
  assert.equal(await chat.get('max_response_tokens').inputValue(), '512');
  await chat.page.keyboard.press('Escape');

  // Every record of the first file is in the second one, unchanged. Background work may have added others.
  const again = new Set(linesOf((await exported(chat, 'storage-export')).bytes.toString()));
  const missing = linesOf(json.bytes.toString()).filter(line => !again.has(line));
  assert.deepEqual(missing, []);

  const twice = await bring(chat, file('my backup.gz', backup.bytes));
  assert.match(twice.text, /^Nothing new/);
  assert.match(twice.text, /1 conversation was already here/);
});

/** The records of an export as they are written. */
const linesOf = text => text.split('\n').filter(line => KEPT.some(kind => line.startsWith(`{"${kind}":`))).map(line => line.replace(/,$/, ''));
const KEPT = ['settings', 'provider', 'conversation', 'branch', 'blob', 'message', 'manifest', 'fragment', 'undo'];

/** Markup that would run a script if anything of it became a part of a page. */
const ATTACK = '<img src=x onerror="window.ran=1"><script>window.ran=1</script><svg onload=window.ran=1> [x](javascript:window.ran=1) ![x](https://example.org/"onerror=window.ran=1)';

scenario('one conversation is exported as Markdown, as a web page and as JSON from its menu', async ({ chat, context }) => {
  await chat.open();
  await bring(chat, conversations(ROME, conversation('Milan', ['Tell me of Milan', `# In the north\n\n${ATTACK}\n\nThe **end**.`])));
  const from = async (button, title = 'A trip to Rome') => {
    const item = chat.page.locator('li.conversation').filter({ hasText: title });
    await item.hover();
    await item.getByTestId('conversation-more').click();
    const [download] = await Promise.all([chat.page.waitForEvent('download'), chat.get('conversation-menu').getByTestId(button).click()]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  const markdown = await from('conversation-markdown');
  assert.match(markdown.name, /^A-trip-to-Rome-.*\.md$/);
  assert.match(markdown.text, /^# A trip to Rome\n\n---\n\n\*\*You\*\* · 2023-11-1[45] [^]*Where shall I eat\?[^]*Near the Pantheon\./);
  assert.doesNotMatch(markdown.text, /Trastevere|Milan/, 'the branch that is shown, of this conversation');
  const html = await from('conversation-web-page', 'Milan');
  assert.match(html.name, /^Milan-.*\.html$/);
  const reader = await context.newPage();
  const asked = [];
  reader.on('request', request => asked.push(request.url()));
  await reader.setContent(html.text);
  const shown = await reader.locator('main').innerText();
  assert.match(shown, /^Milan\n[^]*Tell me of Milan[^]*In the north[^]*<script>window\.ran=1<\/script>[^]*The end\.$/);
  assert.equal(await reader.locator('strong').innerText(), 'end');
  assert.equal(await reader.evaluate(() => window.ran), undefined);
  assert.equal(await reader.locator('main :is(script, img, svg)').count(), 0);
  assert.deepEqual(asked, []);
  assert.ok(await reader.evaluate(() => getComputedStyle(document.body).fontFamily.includes('system-ui')), 'its style applies');
  await shootAll(reader, 'web-page');
  await reader.close();
  const json = await from('conversation-json');
  const kinds = JSON.parse(json.text).records.map(record => Object.keys(record)[0]);
  assert.deepEqual([...new Set(kinds)].sort(), ['branch', 'conversation', 'message']);
  assert.match(json.text, /Trastevere/);
  assert.doesNotMatch(json.text, /Milan/);
});

scenario('the zip of another program is imported with its branches and images, only once', async ({ chat }) => {
  await chat.open();
  const harbour = conversation('The harbour', ['What is this?', 'A harbour.'], { image: 'file-Harbour1' });
  const archive = zip('export.zip', {
    'conversations-000.json': JSON.stringify([ROME, { title: 'Silence', mapping: {} }]),
    'conversations-001.json': JSON.stringify([harbour]),
    'file-Harbour1-view.png': picture('x.png', 8, 8).buffer,
    'chat.html': '<html></html>',
  });
  const outcome = await bring(chat, archive);
  assert.match(outcome.text, /^Imported 2 conversations \(7 messages\)\./);
  assert.match(outcome.text, /1 skipped \(empty\): “Silence”/);
  await openConversation(chat, 'A trip to Rome');
  await until('the branch that was shown is', async () => (await chat.conversation()).join('|') === 'user: Where shall I eat?|assistant: Near the Pantheon.');
  assert.equal(await chat.branch(1), '2/2');
  await chat.get('message').nth(1).getByTestId('sibling-previous').click();
  await until('the other branch is shown', async () => (await chat.conversation()).at(-1) === 'assistant: A walk.');
  await openConversation(chat, 'The harbour');
  await until('the image is shown', () => chat.page.evaluate(() => document.querySelector('[data-testid="message"] img')?.naturalWidth === 8));
  const again = await bring(chat, archive);
  assert.match(again.text, /^Nothing new[^]*2 conversations were already here/);
});

scenario('exports of Claude and Open WebUI are imported, and memories are proposed, from a file and pasted', async ({ chat }) => {
  await chat.open();
  const outcome = await bring(chat, claudeExport('Bees'), openWebUiExport('Moon', 'How far is it?', 'Far.', 'Not so far.'));
  assert.match(outcome.text, /^Imported 2 conversations \(8 messages\)\./);
  assert.match(outcome.text, /1 memory waits for your decision under Memories\.[^]*1 skipped \(empty\): “Never begun”/);
  assert.equal(outcome.isTrouble, false);
  await openConversation(chat, 'Bees');
  await until('the last reply is shown', async () => (await chat.conversation()).at(-1) === 'assistant: In May.');
  await chat.get('sibling-previous').click();
  await until('the other reply is shown', async () => (await chat.conversation()).join('|') === 'user: When do bees swarm?|assistant: In spring.');
  await openConversation(chat, 'Moon');
  await until('the reply of the second model is shown', async () => (await chat.conversation()).at(-1) === 'assistant: Not so far.');
  assert.equal(await chat.branch(1), '2/2');

  await openStorage(chat);
  await chat.get('paste-open').click();
  await chat.get('paste-memories').fill('[2026-01-31] - Lives in Kyiv\n\n- Keeps bees in the garden\n');
  // While another tab imports.
  const lock = `ricordo:${chat.database}:import`;
  await chat.page.evaluate(name => new Promise(resolve => {
    void navigator.locks.request(name, () => {
      resolve();
      return new Promise(release => { window.release = release; });
    });
  }), lock);
  await chat.get('paste-review').click();
  await chat.get('notice').filter({ hasText: 'Another import or export is still running' }).first().waitFor();
  assert.match(await chat.get('paste-memories').inputValue(), /Keeps bees/, 'the text stays');
  await chat.page.evaluate(() => window.release());
  await until('the other tab is done', () => chat.page.evaluate(async lock => (await navigator.locks.query()).held.every(({ name }) => name !== lock), lock));
  await chat.get('paste-review').click();
  await until('the text is taken', async () => (await chat.get('paste-memories').inputValue()) === '');
  assert.match((await report(chat)).text, /^Imported 2 other records: [^]*2 memories wait for your decision under Memories\./);
  await chat.send('/memories');
  await until('all three proposals wait', async () => (await chat.get('memory-item').filter({ hasText: /Kyiv|hives|garden/ }).count()) === 3);
});

scenario('a file that is dropped anywhere on the page of the storage is imported, and the search finds its messages', async ({ chat }) => {
  await chat.open();
  await openStorage(chat);
  await chat.page.evaluate(text => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'conversations.json'));
    document.querySelector('[data-testid="storage-dialog"] .exchange h3').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, JSON.stringify([ROME]));
  assert.match((await report(chat)).text, /^Imported 1 conversation/);
  await listed(chat, 'A trip to Rome');
  await chat.send('/search Pantheon');
  await chat.get('search-hit').first().filter({ hasText: 'Pantheon' }).waitFor();
});

for (const [what, name, content, sentence] of [
  ['a letter', 'letter.txt', 'Dear diary', /Nothing was imported\.[^]*letter\.txt is not an export that Ricordo recognizes/],
  ['other JSON', 'package.json', '{"name":"x","dependencies":{}}', /not an export that Ricordo recognizes/],
  ['an empty file', 'empty.json', '', /empty\.json is empty/],
  ['a backup of a newer version', 'new.gz', gzipSync('{"ricordo":9999,"records":[]}'), /newer version of Ricordo \(data version 9999[^]*Reload this page/],
  ['an archive without conversations', 'photos.zip', zip('', { 'a.jpg': 'x' }).buffer, /archive photos\.zip contains no conversations/],
  ['an archive that is cut', 'cut.zip', zip('', { 'conversations.json': '[]' }).buffer.subarray(0, 60), /damaged or incomplete/],
  ['a zip bomb', 'bomb.zip', zip('', { 'conversations.json': Buffer.alloc(200_000_000, ' ').fill('[', 0, 1) }).buffer, /unpacks to far more than a real export/],
]) {
  scenario(`${what} is rejected with a message, and nothing changes`, async ({ chat }) => {
    await chat.open();
    const outcome = await bring(chat, file(name, content));
    assert.match(outcome.text, sentence);
    assert.equal(outcome.isTrouble, true);
    assert.match(outcome.text, /^Nothing was imported\./);
    assert.deepEqual(await chat.messages(), []);
  });
}

scenario('of a truncated file the complete conversations are imported, and the truncation is reported', async ({ chat }) => {
  await chat.open();
  const text = conversations(ROME, conversation('Milan', ['Tell me of Milan', 'It is in the north.'])).buffer;
  const outcome = await bring(chat, file('conversations.json', text.subarray(0, text.length - 300)));
  assert.match(outcome.text, /^Imported 1 conversation \(5 messages\)\.[^]*conversations\.json is damaged or ends too early/);
  assert.equal(outcome.isTrouble, true);
  await openConversation(chat, 'A trip to Rome');
});

scenario('when storage runs out during an import, what was read stays and the rest is named', async ({ chat }) => {
  await chat.page.addInitScript(() => {
    let left = Infinity;
    window.leaveRoomFor = count => (left = count);
    const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (...given) {
      if (this.name === 'conversations' && left-- <= 0) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return add.apply(this, given);
    };
  });
  await chat.open();
  await chat.page.evaluate(() => window.leaveRoomFor(2));
  const titles = ['One', 'Two', 'Three', 'Four'];
  const all = titles.map(title => conversation(title, ['Hello', `This is ${title}`]));
  const outcome = await bring(chat, conversations(...all));
  assert.match(outcome.text, /^Imported 2 conversations \(4 messages\)\.[^]*storage is full[^]*Not imported: “Three”, “Four”/);
  assert.equal(outcome.isTrouble, true);
  await openConversation(chat, 'Two');
  await chat.page.evaluate(() => window.leaveRoomFor(100));
  const again = await bring(chat, conversations(...all));
  assert.match(again.text, /^Imported 2 conversations \(4 messages\)\.[^]*2 conversations were already here/);
});

scenario('a long import shows its progress and can be stopped; what was imported stays', async ({ chat }) => {
  await chat.open();
  const words = 'Rome was not built in a day. '.repeat(40);
  const all = Array.from({ length: 3_000 }, (_, index) => conversation(`Talk ${index}`, [words, words], { at: 1_600_000_000 + index }));
  await openStorage(chat);
  // Pressed within the page as soon as some came in: from outside it could be over by then.
  await chat.page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const transfer = document.querySelector('[data-testid="transfer"]');
      if (!/^(?!0 )[\d,]+ conversations? so far/.test(transfer?.innerText.trim() ?? '')) return;
      observer.disconnect();
      transfer.querySelector('[data-testid="transfer-stop"]').click();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await chat.get('import-file').setInputFiles([conversations(...all)]);
  const outcome = await report(chat);
  assert.match(outcome.text, /^Imported [\d,]+ conversations? \([\d,]+ messages\)\.[^]*Stopped\. What was imported so far stays\./);
  const came = Number(/[\d,]+/.exec(outcome.text)[0].replace(',', ''));
  assert.ok(came > 0 && came < 3_000, `${came} of 3,000 came in`);
});

scenario('what another tab imports is listed, found by the search and recalled, also where all of that was read before', async ({ chat, newChat, server }) => {
  const question = 'Who was my dentist again?';
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('Good morning.');
  await chat.get('inspector-toggle').click();
  const searchIn = async () => {
    await chat.page.keyboard.press('Control+k');
    await chat.get('search-field').fill('Molnarova');
    await until('everything is read', async () => /found|No results/.test(await chat.get('search-count').innerText()));
    const found = await chat.get('search-hit').allInnerTexts();
    await chat.page.keyboard.press('Escape');
    await chat.get('search-dialog').waitFor({ state: 'hidden' });
    return found;
  };
  const asked = async () => {
    await chat.get('composer').fill(question);
    await until('the preview has the question', async () => (await chat.get('inspector-request').textContent()).includes(question));
  };
  await asked();
  assert.deepEqual(await searchIn(), []);

  const other = await newChat();
  await other.open();
  const teeth = conversation('Teeth', ['My dentist is Doctor Molnarova, in the yellow house.', 'Noted.']);
  assert.match((await bring(other, conversations(teeth))).text, /^Imported 1 conversation \(2 messages\)/);

  await chat.get('conversation-item').filter({ hasText: 'Teeth' }).waitFor();
  await chat.get('composer').fill('');
  await asked();
  await until('it is recalled', async () => (await chat.get('inspector-request').textContent()).includes('Molnarova'));
  await until('the search finds it', async () => (await searchIn()).some(hit => hit.includes('Molnarova')));
});
