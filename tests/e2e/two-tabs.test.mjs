// What one tab decides while another tab shows the same data: settings, connections, deletions and erasing.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { conversation, conversations } from './support/chatgpt-export.mjs';
import { openWith } from './support/open-with.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const titles = chat => chat.get('conversation-item').allInnerTexts();
const row = (chat, title) => chat.page.locator('.conversation', { hasText: title });
const settings = async chat => (await storedRows(chat, 'settings'))[0];

/** A second tab with the same data. */
async function another(newChat) {
  const other = await newChat();
  await other.open();
  return other;
}

/** Saves a field of the settings in the dialog. */
async function set(chat, path, value) {
  await chat.send('/settings');
  await (await chat.setting(path)).fill(String(value));
  await chat.get('settings-save').click();
  await chat.get('settings-search').waitFor({ state: 'detached' });
}

scenario('a connection that one tab chooses answers in the other, and what the other then saves undoes no choice', async ({ chat, newChat, server }) => {
  await openWith(chat, server.endpoint(behave.reply('From the first.')));
  await chat.turn('One');
  const other = await another(newChat);

  const second = server.endpoint(behave.reply('From the second.'));
  await chat.addEndpoint({ ...second, model: 'second-model' });
  await set(chat, 'max_response_tokens', 1_234);
  await until('the other tab names the new model', async () => (await other.words('model-button')).includes('second-model'));
  assert.equal((await other.turn('Two')).text, 'From the second.');
  assert.equal(second.chats.at(-1).json.max_tokens, 1_234);

  const third = server.endpoint(behave.reply('From the third.'));
  await other.addEndpoint({ ...third, model: 'third-model' });
  assert.equal((await settings(other)).max_response_tokens, 1_234, 'what the first tab has set');
  await until('the first tab names the new model', async () => (await chat.words('model-button')).includes('third-model'));
  assert.equal((await chat.turn('Three')).text, 'From the third.');
});

scenario('saving the open settings keeps what another tab changed meanwhile', async ({ chat, newChat, server }) => {
  await openWith(chat, server.endpoint(behave.reply('Noted.')));
  const other = await another(newChat);
  await chat.send('/settings');
  await (await chat.setting('bot_name')).fill('Ada');
  await chat.setting('max_response_tokens');
  await set(other, 'max_response_tokens', 1_234);
  await until('the field follows', async () => (await chat.get('max_response_tokens').inputValue()) === '1234');
  assert.match(await chat.words('settings-unsaved'), /1 change/);
  await chat.get('settings-save').click();
  await chat.get('settings-search').waitFor({ state: 'detached' });
  const { bot_name, max_response_tokens } = await settings(chat);
  assert.deepEqual([bot_name, max_response_tokens], ['Ada', 1_234]);
});

scenario('what one tab saves about the user keeps what another tab saved meanwhile', async ({ chat, newChat, server }) => {
  await openWith(chat, server.endpoint(behave.reply('Noted.')));
  const other = await another(newChat);
  for (const tab of [chat, other]) {
    await tab.send('/memories');
    await tab.get('memory-none').waitFor();
    await tab.get('user-data').click();
  }
  await chat.get('user-name').fill('Ada');
  await other.get('user-pronouns').fill('she/her');
  for (const tab of [other, chat]) {
    await tab.get('user-save').click();
    await tab.get('memories-dialog').getByTestId('notice').filter({ hasText: 'Saved' }).waitFor();
  }
  const [{ name, pronouns }] = await storedRows(chat, 'user_data');
  assert.deepEqual([name, pronouns], ['Ada', 'she/her']);
});

scenario('a conversation that another tab deleted comes back when it is written in', async ({ chat, newChat, server }) => {
  await openWith(chat, server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  const other = await another(newChat);
  await chat.startConversation();
  await chat.turn('My dog is called Rex.');
  await row(chat, 'Mia').hover();
  await row(chat, 'Mia').getByTestId('conversation-delete').click();
  await until('it is in no list', async () => (await titles(other)).join() === 'My dog is called Rex.');
  assert.equal((await other.conversation())[0], 'user: My cat is called Mia.', 'it is still open there');
  await other.turn('She is three years old.');
  await until('it is listed again', async () => (await titles(chat)).includes('My cat is called Mia.'));
  await other.reload();
  await until('it is opened again', async () => (await other.conversation()).at(-2) === 'user: She is three years old.');
});

scenario('nothing is erased while another tab receives a reply in it', async ({ chat, newChat, server }) => {
  let release;
  const released = new Promise(resolve => { release = resolve; });
  await openWith(chat, server.endpoint(behave.reply('Noted.'), behave.held('Half', ' and whole.', released)));
  await chat.turn('My cat is called Mia.');
  const other = await another(newChat);
  await chat.send('How old is she?');
  await chat.streaming('Half');
  await other.send('/erase');
  await other.get('erase-confirm').click();
  await until('it says why not', async () => /getting a reply in another tab/.test(await other.textNow('notice')));
  release();
  await chat.settled('the reply', 2);
  await other.send('/erase');
  await other.get('erase-confirm').click();
  await until('it is erased', async () => (await storedRows(other, 'messages')).length === 0);
});

scenario('while one tab imports, another waits, and imports afterwards', async ({ chat, newChat }) => {
  await chat.open();
  const other = await another(newChat);
  // The lock of an import, as long as the test likes.
  await chat.page.evaluate(lock => new Promise(held => {
    navigator.locks.request(lock, () => new Promise(release => {
      window.endImport = release;
      held();
    }));
  }), `ricordo:${chat.database}:import`);
  const file = conversations(conversation('A trip to Rome', ['Where to?', 'To Trastevere.']));
  await other.send('/import');
  await other.get('import-file').setInputFiles([file]);
  await until('it says that another import is running', async () => /import or export is still running/.test(await other.textNow('notice')));
  assert.equal((await storedRows(other, 'messages')).length, 0);
  await chat.page.evaluate(() => window.endImport());
  await other.get('import-file').setInputFiles([file]);
  await until('it is imported', async () => (await storedRows(other, 'messages')).length === 2);
  await until('the first tab lists it', async () => (await titles(chat)).includes('A trip to Rome'));
});

scenario('a summary that is being edited stays as it is typed while another tab changes what it stands for', async ({ chat, newChat, server }) => {
  const replies = Array.from({ length: 11 }, (_, n) => behave.reply(`Answer ${n + 1}: it depends on the piano, on the stairs and on the weather.`));
  await openWith(chat, server.endpoint(...replies, behave.reply('They plan to move to Lviv in May.'), behave.reply('Noted.')));
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  for (let n = 1; n <= 11; n += 1) await chat.turn(`Question ${n}: what will it cost Anna and Boris to move to Lviv in May, and who carries the piano?`);
  await chat.send('/compress');
  await chat.get('notice-summary').click();
  await chat.get('summary-edit').click();
  await chat.get('summary-input').fill('They move to Odesa.');

  const other = await another(newChat);
  await other.send('/forget');
  await other.get('forget-divider').waitFor();
  await until('it is stale', async () => (await chat.get('summary-item').getAttribute('data-standing')) === 'stale');
  assert.equal(await chat.get('summary-input').inputValue(), 'They move to Odesa.');
});

scenario('a reply that another tab receives is drawn as one that goes on', async ({ chat, newChat, server }) => {
  const [halves, ends] = [0, 1].map(() => {
    let release;
    const released = new Promise(resolve => { release = resolve; });
    return { release, released };
  });
  const behaviour = { cors: 'given', answer: async (request, response) => {
    const write = (content, finish_reason = null) => response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write('Some **bold** and **mo');
    await halves.released;
    write('re** words.\n\n```html\n<p>Half of a page');
    await ends.released;
    write('</p>\n```\n', 'stop');
    response.end('data: [DONE]\n\n');
  } };
  await openWith(chat, server.endpoint(behaviour));
  await chat.send('Write');
  await chat.streaming('Some bold and mo');
  const other = await another(newChat);
  const shown = async () => (await other.messages()).at(-1)?.text ?? '';
  // It shows what was stored when it was opened, and a reply is stored once a second.
  const reopened = async words => {
    await other.reload();
    await other.get('message').nth(1).waitFor();
    return words.test(await shown());
  };
  await until('the other tab shows it', () => reopened(/^Some \S*bold and \S*mo/));
  assert.equal(await shown(), 'Some bold and mo', 'open markup is not shown literally');
  halves.release();
  await until('the other tab shows more', () => reopened(/Half of a page/));
  const show = other.get('message-text').last().locator('[data-press="show"]');
  assert.equal(await show.count(), 0, 'half of a page is not offered');
  ends.release();
  await show.waitFor();
});
