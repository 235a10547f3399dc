// A browser that does not store data: a banner says so, the chat continues, and the export is offered.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as behave from './support/behaviours.mjs';
import { codeOf } from './support/code-of.mjs';
import { openWith } from './support/open-with.mjs';
import { damageMessage, failWritesWhenFull, makeOlder, storedRows, storedVersion } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const absences = [
  { name: 'no IndexedDB at all', script: () => Object.defineProperty(window, 'indexedDB', { value: undefined }) },
  {
    name: 'IndexedDB that throws when it is opened',
    script: () => (IDBFactory.prototype.open = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); }),
  },
];

for (const { name, script } of absences) {
  scenario(`${name}: a banner, a chat in memory, and an export`, async ({ chat, server }) => {
    await chat.page.addInitScript(script);
    await chat.open();
    assert.match(await chat.words('storage-banner'), /memory/i);
    await assertChatAndExport(chat, server);
  });
}

scenario('a blocked upgrade says which tab to close, and the chat continues', async ({ chat, newChat, server, origin }) => {
  const older = await newChat();
  await older.page.goto(`${origin}/nothing-here`);
  await older.page.evaluate(holdOpen, { name: chat.database, version: 1 });
  await chat.open();
  assert.match(await chat.words('storage-banner'), /tab/i);
  await assertChatAndExport(chat, server);
});

scenario('what an older build stored is upgraded; if the code for it cannot be loaded, it stays as it is until the next time', async ({ chat, server, origin }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  await chat.page.goto(`${origin}/nothing-here`);
  const version = await storedVersion(chat);
  await makeOlder(chat, version - 1);
  await chat.page.route(codeOf('history'), route => route.abort());
  await chat.open();
  assert.match(await chat.words('storage-banner'), /are stored.*Nothing is lost.*memory only/s);
  assert.deepEqual(await chat.conversation(), []);
  assert.equal(await storedVersion(chat), version - 1);
  await chat.page.unroute(codeOf('history'));
  await chat.reload();
  assert.match((await chat.conversation())[0], /Mia/);
  assert.equal(await chat.get('storage-banner').count(), 0);
  assert.equal(await storedVersion(chat), version);
});

scenario('a record that cannot be read closes only its conversation: the next one opens, the rest is listed, stored and exported', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  await chat.startConversation();
  await chat.turn('What stands on the cliff?');
  await damageMessage(chat);
  await chat.reload();
  await chat.get('storage-banner').waitFor();
  assert.match(await chat.words('storage-banner'), /can't be read.*The rest is still stored/s);
  assert.match((await chat.conversation())[0], /Mia/);
  await until('both are in the list', async () => (await chat.get('conversation-item').count()) === 2);
  const text = await exported(chat);
  assert.match(text, /Mia/);
  assert.match(text, /What stands on the cliff\?/);

  // The page is not in memory: what is written now is there after a reload, which opens it.
  await chat.turn('She is grey.');
  await chat.startConversation();
  await chat.turn('She sleeps a lot.');
  await chat.reload();
  assert.match((await chat.conversation())[0], /She sleeps a lot/);
  assert.equal(await chat.get('storage-banner').count(), 0);
  await until('it is stored', async () => (await storedRows(chat, 'messages')).length === 8);
});

scenario('where no conversation can be read, a new one begins, and is stored', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  await damageMessage(chat);
  await chat.reload();
  await chat.get('storage-banner').waitFor();
  assert.deepEqual(await chat.conversation(), []);
  await chat.turn('She is grey.');
  await chat.reload();
  assert.match((await chat.conversation())[0], /She is grey/);
});

scenario('an erased conversation is not shown any more, also if the next one cannot be read', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  await chat.startConversation();
  await chat.turn('What stands on the cliff?');
  await chat.get('conversation-item').filter({ hasText: 'Mia' }).click();
  await until('it is open', async () => /Mia/.test((await chat.conversation())[0]));
  await damageMessage(chat);
  await chat.send('/erase');
  await chat.get('erase-confirm').click();
  await until('a new one is open', async () => (await chat.conversation()).length === 0);
  await until('the list knows', async () => !(await chat.get('conversation-item').allInnerTexts()).join().includes('Mia'));
});

const keptByTab = chat => chat.page.evaluate(() => Object.keys(sessionStorage));

/** Types into the editor of the first message, and closes it. */
async function editFirst(chat) {
  await chat.act(0, 'menu-edit');
  await chat.get('message-editor').fill('My cat is called Tom.');
  await chat.get('message-editor').press('Escape');
  assert.ok((await keptByTab(chat)).includes('ricordo.edits'), 'the tab keeps what was typed');
}

scenario('deleting everything leaves nothing of what was typed into an editor', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  await editFirst(chat);
  await chat.send('/import');
  await chat.get('delete-word').fill('delete');
  await Promise.all([chat.page.waitForEvent('load'), chat.get('delete-all').click()]);
  await chat.ready();
  assert.deepEqual(await keptByTab(chat), []);
});

scenario('while another tab uses the data, deleting everything says that it happens once that tab is closed, and it does', async ({ chat, newChat, server, origin }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  const other = await newChat();
  await other.page.goto(`${origin}/nothing-here`);
  await other.page.evaluate(holdOpen, { name: chat.database });
  await editFirst(chat);
  await chat.send('/import');
  await chat.get('delete-word').fill('delete');
  await chat.get('delete-all').click();
  const notice = chat.get('storage-dialog').getByTestId('field-error').filter({ hasText: 'as soon as you close the other tabs' });
  await notice.waitFor({ timeout: 60_000 });
  assert.deepEqual(await keptByTab(chat), []);
  await other.page.close();
  await chat.reload();
  assert.deepEqual(await chat.conversation(), []);
  assert.deepEqual(await storedRows(chat, 'messages'), []);
});

scenario('a connection that the browser closes is noticed, and the chat continues', async ({ chat, server, context, origin }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  const session = await context.newCDPSession(chat.page);
  // As when the user clears the site's data: the browser closes every connection.
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await chat.get('storage-banner').waitFor();
  assert.ok((await chat.words('storage-banner')).length > 0);
  assert.match((await chat.conversation())[0], /Mia/, 'what is on screen stays there');
  assert.match(await exported(chat), /Mia/);
});

scenario('when the browser closes the database, messages that wait for the reply stay, and are sent', async ({ chat, server, context, origin }) => {
  let release;
  const released = new Promise(resolve => { release = resolve; });
  const endpoint = server.endpoint(behave.held('One', ', done.', released), behave.reply('Two.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.send('First');
  await chat.streaming('One');
  await chat.send('Second');
  await chat.get('queued-text').waitFor();
  const session = await context.newCDPSession(chat.page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await chat.get('storage-banner').waitFor();
  assert.equal(await chat.words('queued-text'), 'Second');
  release();
  await until('the waiting message was sent', () => endpoint.chats.some(({ json }) => /Second$/.test(json.messages.at(-1).content)));
  await until('both are answered', async () => (await chat.conversation()).length === 4);
  assert.equal(await chat.get('queued').count(), 0);
});

scenario('full storage: the reply stays on screen, and the banner says what to do', async ({ chat, server }) => {
  let release;
  const released = new Promise(resolve => { release = resolve; });
  const endpoint = server.endpoint(behave.reply('Noted.'), behave.held('word '.repeat(150), 'word '.repeat(150), released), behave.reply('Still here.'));
  await chat.page.addInitScript(failWritesWhenFull);
  await openWith(chat, endpoint);
  await chat.turn('My cat is called Mia.');
  await chat.send('Tell me a story');
  await chat.streaming('word word');
  await chat.page.evaluate(() => (window.storageIsFull = true));
  release();
  const reply = await chat.settled('the second reply', 1);
  assert.match(reply.text, /^(word ?){300}$/);
  assert.match(await chat.words('storage-banner'), /full/i);
  assert.match(await exported(chat), /Mia/);

  await chat.page.evaluate(() => (window.storageIsFull = false));
  const next = await chat.turn('Is anybody there?');
  assert.equal(next.text, 'Still here.');
});

scenario('full storage when a message is sent: nothing is sent, and the text stays', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.reply('Noted.'));
  await chat.page.addInitScript(failWritesWhenFull);
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.page.evaluate(() => (window.storageIsFull = true));
  await chat.send('My cat is called Mia.');
  assert.match(await chat.words('storage-banner'), /full/i);
  // The banner may be that of the draft, before the message is stored.
  await until('it was given up', async () => (await chat.get('send').getAttribute('aria-busy')) === 'false');
  assert.equal(await chat.composer(), 'My cat is called Mia.');
  assert.equal(endpoint.chats.length, 0);

  await chat.page.evaluate(() => (window.storageIsFull = false));
  await chat.get('composer').press('Enter');
  await chat.settled('the reply, once there is room');
});

scenario('no storage space from the start: a banner, a chat in memory, and an export', async ({ chat, server, context, origin }) => {
  const session = await context.newCDPSession(chat.page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await chat.open();
  await chat.get('storage-banner').waitFor();
  await assertChatAndExport(chat, server);
});

async function assertChatAndExport(chat, server) {
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  const reply = await chat.turn('My cat is called Mia.');
  assert.equal(reply.text, 'Noted.');
  const text = await exported(chat);
  assert.match(text, /Mia/);
  JSON.parse(text);
}

async function exported(chat) {
  const button = chat.get('storage-banner').getByTestId('export');
  const [download] = await Promise.all([chat.page.waitForEvent('download'), button.click()]);
  assert.match(download.suggestedFilename(), /\.json$/);
  return readFile(await download.path(), 'utf8');
}

/** Runs in another tab, such as one of an older version: it holds the database open and ignores that somebody else needs it. */
function holdOpen({ name, version }) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onsuccess = () => resolve((window.held = request.result) && true);
    request.onerror = () => reject(request.error);
  });
}
