// Memories and tasks: the dialogs, and the model's tools.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { holdStore, storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

/** The request with a question. One for a title may follow it. */
const bodyFor = (endpoint, question) => endpoint.chats.find(({ json }) => json.messages.at(-1).content.endsWith(question)).body;

async function open(chat, server, ...behaviours) {
  const endpoint = server.endpoint(...behaviours, behave.reply('Noted.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  return endpoint;
}

const facts = chat => chat.get('memory-text').allInnerTexts();
const tasks = chat => chat.get('task-title').allInnerTexts();

async function remember(chat, fact) {
  await chat.get('memory-new').fill(fact);
  await chat.get('memory-new').press('Enter');
  await until(`“${fact}” is listed`, async () => (await facts(chat)).includes(fact));
}

scenario('memories are added, searched, edited, archived and deleted, and the next request contains the saved ones', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.send('/memories');
  const dialog = chat.get('memories-dialog');
  await remember(chat, 'Is allergic to peanuts');
  await remember(chat, 'Lives in Lviv');

  await chat.get('memory-search').fill('peanut');
  await until('one is found', async () => (await facts(chat)).join() === 'Is allergic to peanuts');
  await chat.get('memory-edit').click();
  await chat.get('memory-input').fill('Is allergic to walnuts');
  await chat.get('memory-input').press('Enter');
  await chat.get('memory-search').fill('');
  await until('it is changed', async () => (await facts(chat)).includes('Is allergic to walnuts'));

  const lviv = dialog.getByTestId('memory-item').filter({ hasText: 'Lviv' });
  await lviv.getByTestId('memory-archive').click();
  await until('one is left', async () => (await facts(chat)).join() === 'Is allergic to walnuts');
  await chat.get('memory-kind').selectOption('archived');
  await lviv.getByTestId('memory-keep').click();
  await chat.get('memory-kind').selectOption('all');
  await until('it is back', async () => (await facts(chat)).length === 2);

  await lviv.getByTestId('memory-delete').click();
  await until('it is deleted', async () => (await facts(chat)).length === 1);
  await dialog.getByTestId('undo').click();
  await until('Undo brings it back', async () => (await facts(chat)).length === 2);
  await chat.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await chat.turn('What may I eat?');
  assert.match(bodyFor(endpoint, 'What may I eat?'), /allergic to walnuts/);
  assert.doesNotMatch(bodyFor(endpoint, 'What may I eat?'), /peanuts/);
});

scenario('a key is rejected as a memory, and the dialog says why', async ({ chat, server }) => {
  await open(chat, server);
  await chat.send('/memories');
  await chat.get('memory-new').fill('My password: hunter2hunter2');
  await chat.get('memory-new').press('Enter');
  assert.match(await chat.get('memories-dialog').getByTestId('notice').innerText(), /not saved as memories/);
  assert.deepEqual(await facts(chat), []);
});

scenario('a memory proposed by the model waits for the user', async ({ chat, server }) => {
  const endpoint = await open(chat, server, behave.asksFor('save_user_fact', { fact: 'Likes green tea' }));
  const reply = await chat.turn('I like green tea.');
  assert.equal(reply.text, 'Noted.');
  assert.match(await chat.words('tool-round'), /^Tools: Save a fact about you/);
  assert.deepEqual(await chat.conversation(), ['user: I like green tea.', 'assistant: Noted.'], 'no line of tools stands as a message');
  assert.match(await chat.words('memory-chip'), /Likes green tea/);

  await chat.reload();
  await chat.get('chip-keep').click();
  await until('nothing waits', async () => (await chat.get('chip-keep').count()) === 0);
  await chat.turn('What do I like?');
  assert.match(bodyFor(endpoint, 'What do I like?'), /- Likes green tea/);

  await chat.send('/memories');
  await chat.get('memory-source').click();
  await until('its message has the focus', () => chat.page.evaluate(() => document.activeElement?.innerText.includes('I like green tea.')));
});

scenario('tasks are added, completed, edited and deleted', async ({ chat, server }) => {
  await open(chat, server);
  await chat.send('/tasks');
  await chat.get('task-new').fill('Buy milk');
  await chat.get('task-due').fill('2030-05-01');
  await chat.get('task-add').click();
  await until('it is listed', async () => (await tasks(chat)).join() === 'Buy milk');
  assert.match(await chat.words('task-item'), /due 1 May 2030/);

  await chat.get('task-tick').click();
  await until('it is done', async () => (await chat.get('task-item').getAttribute('data-done')) === 'true');
  await chat.get('task-edit').click();
  await chat.get('task-input').fill('Buy oat milk');
  await chat.get('task-save').click();
  await until('it is changed', async () => (await tasks(chat)).join() === 'Buy oat milk');

  await chat.get('task-delete').click();
  await chat.get('task-none').waitFor();
  await chat.get('tasks-dialog').getByTestId('undo').click();
  await until('it is back', async () => (await tasks(chat)).join() === 'Buy oat milk');
});

scenario('a task that a temporary chat does not complete stays unchecked', async ({ chat, server }) => {
  await open(chat, server);
  await chat.send('/tasks');
  await chat.get('task-new').fill('Buy milk');
  await chat.get('task-add').click();
  await until('it is listed', async () => (await tasks(chat)).join() === 'Buy milk');
  await chat.page.keyboard.press('Escape');
  await chat.get('tasks-dialog').waitFor({ state: 'hidden' });
  await chat.get('new-temporary').click();
  await chat.get('temporary-mark').waitFor();
  await chat.send('/tasks');
  await chat.get('task-tick').click();
  await chat.get('tasks-dialog').getByTestId('notice').filter({ hasText: 'This chat is temporary' }).waitFor();
  assert.equal(await chat.get('task-item').getAttribute('data-done'), 'false');
  assert.equal(await chat.get('task-tick').isChecked(), false);
});

scenario('a task added by the model is in the list', async ({ chat, server }) => {
  await open(chat, server, behave.asksFor('add_task', { title: 'Call the dentist' }));
  await chat.turn('Remind me to call the dentist.');
  assert.match(await chat.words('memory-chip'), /Task added:\s*Call the dentist/);
  await chat.send('/tasks');
  await until('it is listed', async () => (await tasks(chat)).join() === 'Call the dentist');
});

scenario('Undo of a notice takes back the step that it names, or says that something was done since', async ({ chat, server }) => {
  let release;
  const released = new Promise(resolve => { release = resolve; });
  const asks = behave.asksFor('add_task', { title: 'Call the dentist' });
  const asksLater = { ...asks, answer: async (...given) => asks.answer(...given, await released) };
  const endpoint = await open(chat, server, asksLater);
  await chat.send('Remind me to call the dentist.');
  await until('the model is asked', () => endpoint.chats.length === 1);
  const row = chat.page.locator('.conversation').first();
  await row.hover();
  await row.getByTestId('conversation-rename').click();
  await chat.get('conversation-title-input').fill('My teeth');
  await chat.get('conversation-title-input').press('Enter');
  const undo = chat.get('notice').getByTestId('undo');
  await undo.waitFor();
  release();
  await chat.settled('the reply');
  await chat.get('memory-chip').waitFor();

  const titles = async () => (await storedRows(chat, 'tasks')).map(({ title }) => title);
  const title = async () => (await storedRows(chat, 'conversations'))[0].title;
  await undo.click();
  await until('it says why not', async () => /something else was done/.test(await chat.textNow('notice')));
  assert.deepEqual([await title(), await titles()], ['My teeth', ['Call the dentist']]);
  await undo.click();
  await until('the task is gone', async () => (await titles()).length === 0);
  assert.equal(await title(), 'My teeth');
  await chat.send('/undo');
  await until('the title is as before', async () => (await title()) !== 'My teeth');
});

scenario('Retry sends what the tools answered and adds no second task', async ({ chat, server }) => {
  const endpoint = await open(chat, server, behave.asksFor('add_task', { title: 'Call the dentist' }), behave.serverError);
  const failed = await chat.turn('Remind me to call the dentist.');
  assert.equal(failed.finish, 'failed');
  assert.equal((await chat.retry()).text, 'Noted.');
  const [, first, second] = endpoint.chats.map(({ json }) => json.messages);
  assert.deepEqual(second.slice(-3).map(({ role }) => role), ['user', 'assistant', 'tool']);
  assert.deepEqual(second, first, 'the request that failed');
  for (const look of ['at once', 'after a reload']) {
    assert.equal(await chat.get('tool-round').count(), 1, look);
    assert.deepEqual(await chat.conversation(), ['user: Remind me to call the dentist.', 'assistant: Noted.'], look);
    await chat.reload();
  }
  await chat.send('/tasks');
  await until('it is listed once', async () => (await tasks(chat)).join() === 'Call the dentist');
});

scenario('the statistics, presets and search pages open', async ({ chat, server }) => {
  await open(chat, server);
  await chat.turn('My cat is called Mia.');
  await chat.send('/stats');
  assert.match(await chat.words('stats'), /test-model/);
  await chat.page.keyboard.press('Escape');

  await chat.send('/preset');
  await chat.page.locator('[data-testid="preset"][data-name="journal"]').getByTestId('preset-apply').click();
  assert.match(await chat.words('notice'), /journal/);

  await chat.send('/search Mia');
  await chat.get('search-hit').first().click();
  await until('the message has the focus', () => chat.page.evaluate(() => document.activeElement?.innerText.includes('Mia')));
});

scenario('what can be pressed below a list does not move when the list arrives', async ({ chat, server }) => {
  await open(chat, server);
  await chat.turn('My cat is called Mia.');
  for (const [command, store, list, below] of [['/stats', 'day_usage', 'chart', 'prices'], ['/memories', 'memories', 'memory-none', 'user-data']]) {
    const letGo = await holdStore(chat, store);
    await chat.send(command);
    await chat.get('to-tasks-dialog').waitFor();
    assert.equal(await chat.get(below).count(), 0, `${below} is not there before what stands above it`);
    await letGo();
    await chat.get(below).waitFor();
    await chat.get(list).first().waitFor();
    await chat.page.keyboard.press('Escape');
  }
});
