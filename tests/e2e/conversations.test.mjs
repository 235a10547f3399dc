// Whole conversations: renaming, deleting, clearing, erasing, and undoing that.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

async function twoConversations(chat, server) {
  const endpoint = server.endpoint(behave.reply('Noted.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.turn('My cat is called Mia.');
  await chat.startConversation();
  await chat.turn('My dog is called Rex.');
  await until('both are listed', async () => (await titles(chat)).length === 2);
  return endpoint;
}

const titles = chat => chat.get('conversation-item').allInnerTexts();
const row = (chat, title) => chat.page.locator('.conversation', { hasText: title });
const undo = chat => chat.get('notice').getByTestId('undo').click();

scenario('a conversation is renamed in the list: Enter saves, Escape cancels, Undo restores the old title', async ({ chat, server }) => {
  await twoConversations(chat, server);
  const rename = async (from, to, key) => {
    await row(chat, from).hover();
    await row(chat, from).getByTestId('conversation-rename').click();
    await chat.get('conversation-title-input').fill(to);
    await chat.get('conversation-title-input').press(key);
    await chat.get('conversation-title-input').waitFor({ state: 'detached' });
  };
  await rename('Rex', 'Never', 'Escape');
  assert.deepEqual(await titles(chat), ['My dog is called Rex.', 'My cat is called Mia.']);

  await rename('Rex', 'The dog', 'Enter');
  await until('the new title', async () => (await titles(chat)).includes('The dog'));
  await undo(chat);
  await until('the old title', async () => (await titles(chat)).includes('My dog is called Rex.'));

  await rename('Mia', 'The cat', 'Enter');
  await until('the new title', async () => (await titles(chat)).includes('The cat'));
  await chat.reload();
  await until('the title after a reload', async () => (await titles(chat)).includes('The cat'));
});

scenario('deleting the open conversation opens the next one, and Undo restores it with its messages', async ({ chat, server }) => {
  await twoConversations(chat, server);
  await row(chat, 'Rex').hover();
  await row(chat, 'Rex').getByTestId('conversation-delete').click();
  await until('the other conversation', async () => (await chat.conversation())[0] === 'user: My cat is called Mia.');
  await until('one is listed', async () => (await titles(chat)).join() === 'My cat is called Mia.');

  await undo(chat);
  await until('both are listed', async () => (await titles(chat)).length === 2);
  await row(chat, 'Rex').getByTestId('conversation-item').click();
  await until('its messages', async () => (await chat.conversation()).join() === 'user: My dog is called Rex.,assistant: Noted.');
});

scenario('a deleted conversation does not return after a reload', async ({ chat, server }) => {
  await twoConversations(chat, server);
  await row(chat, 'Mia').hover();
  await row(chat, 'Mia').getByTestId('conversation-delete').click();
  await until('one is listed', async () => (await titles(chat)).join() === 'My dog is called Rex.');
  assert.equal((await chat.conversation())[0], 'user: My dog is called Rex.', 'the open one stays open');
  await chat.reload();
  await until('one is listed', async () => (await titles(chat)).join() === 'My dog is called Rex.');
});

scenario('a deleted conversation is not opened by going back to it', async ({ chat, server }) => {
  await twoConversations(chat, server);
  await row(chat, 'Mia').hover();
  await row(chat, 'Mia').getByTestId('conversation-delete').click();
  await until('one is listed', async () => (await titles(chat)).join() === 'My dog is called Rex.');
  const address = chat.page.url();
  await chat.page.goBack();
  await until('the page says why', async () => /no longer exists/.test(await chat.textNow('notice')));
  assert.equal((await chat.conversation())[0], 'user: My dog is called Rex.');
  assert.equal(chat.page.url(), address);
});

scenario('/clear empties the conversation and the next request, and Undo restores everything', async ({ chat, server }) => {
  const endpoint = await twoConversations(chat, server);
  await chat.send('/clear');
  await until('no messages', async () => (await chat.messages()).length === 0);
  assert.equal((await titles(chat)).length, 2, 'the conversation is kept');
  await undo(chat);
  await until('the messages', async () => (await chat.messages()).length === 2);

  await chat.send('/clear');
  await until('no messages', async () => (await chat.messages()).length === 0);
  await chat.turn('What is my dog called?');
  assert.doesNotMatch(endpoint.chats.at(-1).body, /Rex/);
});

scenario('/erase asks first, and then nothing of the conversation is left', async ({ chat, server }) => {
  await twoConversations(chat, server);
  await chat.send('/erase');
  assert.match(await chat.words('erase-dialog'), /can't undo this/);
  assert.equal(await chat.words('erase-which'), 'My dog is called Rex.');
  await chat.get('erase-cancel').click();
  assert.equal((await chat.messages()).length, 2);

  await chat.send('/erase');
  await chat.get('erase-confirm').click();
  await until('the other conversation', async () => (await chat.conversation())[0] === 'user: My cat is called Mia.');
  await until('one is listed', async () => (await titles(chat)).join() === 'My cat is called Mia.');
  await chat.send('/undo');
  assert.match(await chat.words('notice'), /Nothing to undo/);
});

scenario('/new --erase erases conversations and messages, but tasks and memories only if they are selected', async ({ chat, server }) => {
  await twoConversations(chat, server);
  await chat.send('/new --erase');
  assert.match(await chat.words('erase-dialog'), /erases all others, with their messages[^]*can't undo this[^]*Also erase[^]*Tasks[^]*Memories/);
  await chat.get('erase-tasks').check();
  await chat.get('erase-cancel').click();
  await chat.send('/new --erase');
  for (const box of ['erase-tasks', 'erase-facts']) assert.equal(await chat.get(box).isChecked(), false, `${box} begins unticked`);
  await chat.get('erase-confirm').click();
  await until('an empty conversation', async () => (await chat.messages()).length === 0);

  await chat.send('/erase');
  await chat.get('erase-cancel').waitFor();
  assert.equal(await chat.get('erase-tasks').count(), 0, 'one conversation goes with all that came from it');
  await chat.get('erase-cancel').click();
});

scenario('a muted message is not sent until it is unmuted', async ({ chat, server }) => {
  const endpoint = await twoConversations(chat, server);
  const first = chat.get('message').first();
  await chat.act(0, 'message-mute');
  await first.getByTestId('message-mark').waitFor();
  await chat.turn('What is my dog called?');
  assert.doesNotMatch(endpoint.chats.at(-1).body, /Rex/);
  await chat.act(0, 'message-mute');
  await first.getByTestId('message-mark').waitFor({ state: 'detached' });
  await chat.turn('And now?');
  assert.match(endpoint.chats.at(-1).body, /Rex/);
});

scenario('/forget with a text leaves out the selected messages', async ({ chat, server }) => {
  const endpoint = await twoConversations(chat, server);
  await chat.send('/forget Rex');
  await chat.get('forget-choice').first().waitFor();
  assert.equal(await chat.get('forget-choice').count(), 1);
  await chat.get('forget-confirm').click();
  await chat.get('message-mark').waitFor();
  await chat.turn('What is my dog called?');
  assert.doesNotMatch(endpoint.chats.at(-1).body, /Rex/);
});

/** The stored rows that contain these words. */
const stored = async (chat, words) => {
  const rows = await Promise.all(['conversations', 'messages', 'manifests', 'fragments', 'composer_drafts'].map(store => storedRows(chat, store)));
  return JSON.stringify(rows).includes(words);
};

scenario('a temporary chat is marked, is in no list, and is erased when the user leaves it', async ({ chat, server, newChat }) => {
  const endpoint = await twoConversations(chat, server);
  await chat.get('new-temporary').click();
  await until('an empty conversation', async () => (await chat.messages()).length === 0);
  assert.match(await chat.words('temporary-mark'), /Temporary chat/);
  assert.match(await chat.page.locator('.welcome').innerText(), /erased/);
  await chat.turn('The treasure lies under the oak.');
  assert.match(endpoint.chats.at(-1).body, /treasure/);
  assert.equal(await stored(chat, 'treasure'), true, 'the reply can be read again while it is open');
  await chat.act(0);
  await chat.get('message-menu').getByTestId('menu-regenerate').waitFor();
  assert.equal(await chat.get('menu-fork').count(), 0, 'opening a copy would erase it');
  await chat.page.keyboard.press('Escape');
  assert.equal((await titles(chat)).join().includes('treasure'), false);
  assert.doesNotMatch(await chat.page.title(), /treasure/);
  assert.equal(chat.page.url().includes((await storedRows(chat, 'conversations')).find(row => row.temporary).id), false, 'the history of the browser does not name it');

  const other = await newChat();
  await other.open();
  await until('both are listed there', async () => (await titles(other)).join() === 'My dog is called Rex.,My cat is called Mia.');
  // An idle page erases temporary chats that closed tabs left behind; this one is open.
  await until('the other tab has looked', async () => (await other.page.evaluate(() => performance.getEntriesByName('ricordo:temporary-swept').length)) > 0);
  assert.equal(await stored(chat, 'treasure'), true, 'another tab leaves it alone');
  const finds = async words => {
    await other.page.keyboard.press('Control+k');
    await other.get('search-field').fill(words);
    await until('everything is read', async () => /found|No results/.test(await other.get('search-count').innerText()));
    const found = (await other.get('search-hit').allInnerTexts()).join();
    await other.page.keyboard.press('Escape');
    await other.get('search-dialog').waitFor({ state: 'hidden' });
    return found;
  };
  assert.match(await finds('Mia'), /My cat is called Mia/);
  assert.equal(await finds('treasure'), '', 'another tab does not find it');
  const { id } = (await storedRows(chat, 'conversations')).find(row => row.temporary);
  const before = await other.page.evaluate(() => location.hash);
  await other.page.evaluate(({ before, id }) => { location.hash = before.replace(/[0-9a-f-]{36}/, id); }, { before, id });
  await until('another tab does not open it', async () => (await other.page.evaluate(() => location.hash)) === before);
  assert.deepEqual((await other.conversation())[0], 'user: My dog is called Rex.');
  assert.equal(await stored(chat, 'treasure'), true, 'and does not erase it');

  await row(chat, 'Rex').getByTestId('conversation-item').click();
  await until('the other conversation', async () => (await chat.conversation())[0] === 'user: My dog is called Rex.');
  assert.equal(await chat.get('temporary-mark').count(), 0);
  await until('nothing is left of it', async () => !(await stored(chat, 'treasure')));
  assert.equal(await finds('treasure'), '', 'nor once it is gone');
});

scenario('what is deleted while a temporary chat is open can be undone from the notice, and elsewhere once that chat is erased', async ({ chat, server }) => {
  await twoConversations(chat, server);
  await chat.get('new-temporary').click();
  await chat.get('temporary-mark').waitFor();
  const remove = async () => {
    await row(chat, 'Mia').hover();
    await row(chat, 'Mia').getByTestId('conversation-delete').click();
    await chat.get('notice').filter({ hasText: '/undo in “My dog is called Rex.”' }).waitFor();
    await until('one is listed', async () => (await titles(chat)).join() === 'My dog is called Rex.');
  };
  await remove();
  await undo(chat);
  await until('both are listed', async () => (await titles(chat)).length === 2);
  assert.equal(await chat.get('temporary-mark').count(), 1, 'and the temporary chat stays');

  await remove();
  await row(chat, 'Rex').getByTestId('conversation-item').click();
  await until('the other conversation', async () => (await chat.conversation())[0] === 'user: My dog is called Rex.');
  await chat.send('/undo');
  await until('both are listed again', async () => (await titles(chat)).length === 2);
});

scenario('a temporary chat is gone after a reload', async ({ chat, server }) => {
  await twoConversations(chat, server);
  await chat.get('new-temporary').click();
  await chat.get('temporary-mark').waitFor();
  await chat.turn('The treasure lies under the oak.');
  await chat.get('composer').fill('The treasure is mine.');
  await chat.reload();
  await until('the last conversation', async () => (await chat.conversation())[0] === 'user: My dog is called Rex.');
  await until('nothing is left of it', async () => !(await stored(chat, 'treasure')));
});

scenario('reminders are switched on where they were asked for, also if another conversation is opened while the browser asks', async ({ chat, server }) => {
  await chat.page.addInitScript(() => {
    window.Notification = class {
      static permission = 'default';
      static requestPermission = () => new Promise(resolve => {
        window.allow = () => resolve((this.permission = 'granted'));
      });
    };
  });
  await twoConversations(chat, server);
  await chat.send('/mute off');
  await until('the browser asks', () => chat.page.evaluate(() => window.allow !== undefined));
  await row(chat, 'Mia').getByTestId('conversation-item').click();
  await until('the other one is open', async () => (await chat.conversation())[0] === 'user: My cat is called Mia.');
  await chat.page.evaluate(() => window.allow());
  await chat.get('notice').filter({ hasText: 'Reminders are on' }).waitFor();
  assert.equal(await chat.get('notice').getByTestId('undo').count(), 0, 'here it would take back another step');
  const on = (await storedRows(chat, 'conversations')).filter(({ reminders }) => reminders).map(({ title }) => title);
  assert.deepEqual(on, ['My dog is called Rex.']);
});

scenario('a temporary chat that is left just after Send sends nothing', async ({ chat, server }) => {
  const endpoint = await twoConversations(chat, server);
  await chat.get('new-temporary').click();
  await chat.get('temporary-mark').waitFor();
  const { id } = (await storedRows(chat, 'conversations')).find(row => row.temporary);
  // As if a turn were being ended: the message waits, and goes on once the user has left.
  await chat.page.evaluate(name => new Promise(resolve => {
    void navigator.locks.request(name, () => {
      resolve();
      return new Promise(release => { window.release = release; });
    });
  }), `ricordo:${chat.database}:turn:${id}`);
  await chat.send('The treasure lies under the oak.');
  await until('the message waits', () => chat.page.evaluate(async id => (await navigator.locks.query()).pending.some(({ name }) => name.includes(id)), id));
  await row(chat, 'Rex').getByTestId('conversation-item').click();
  await until('the other conversation', async () => (await chat.conversation())[0] === 'user: My dog is called Rex.');
  await chat.page.evaluate(() => window.release());
  await until('nothing is left of it', async () => !(await stored(chat, 'treasure')) && (await storedRows(chat, 'conversations')).every(row => !row.temporary));
  assert.ok(endpoint.chats.every(({ body }) => !body.includes('treasure')));
});

scenario('deleting a conversation stops its reply', async ({ chat, server }) => {
  let release;
  const released = new Promise(resolve => { release = resolve; });
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.'), behave.held('My first', ' and last words.', released)));
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('My cat is called Mia.');
  await chat.startConversation();
  await chat.send('Tell me a story');
  await chat.streaming('My first');
  await row(chat, 'Tell me').hover();
  await row(chat, 'Tell me').getByTestId('conversation-delete').click();
  await until('it is stopped', async () => JSON.stringify(await storedRows(chat, 'messages')).includes('"stopped"'));
  release();
  await until('the other conversation', async () => (await chat.conversation())[0] === 'user: My cat is called Mia.');
  assert.deepEqual(await titles(chat), ['My cat is called Mia.']);
  assert.equal(JSON.stringify(await storedRows(chat, 'messages')).includes('last words'), false);
});
