// Background work may use a connection and a model of its own: it is chosen in the settings, requests go only there, usage
// is counted separately, and if the chosen one cannot be used, the page says why.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { shootAll } from './support/screenshots.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

/** The id of a model's connection among the options of a field. */
function idOf(chat, field, model) {
  return chat.get(field).locator('option').filter({ hasText: model }).first().getAttribute('value');
}

async function chooseInSettings(chat, model) {
  await chat.get('settings-button').click();
  await chat.get('settings-search').fill('background work');
  await chat.get('background.provider').selectOption(await idOf(chat, 'background.provider', model));
}

async function saveSettings(chat) {
  await chat.get('settings-save').click();
  await chat.get('settings-search').waitFor({ state: 'detached' });
}

/** Opens the summaries page. */
async function openSummaries(chat) {
  await chat.send('/memories');
  await chat.get('to-summaries-dialog').click();
}

scenario('the connection chosen for background work finds a title; its usage is counted separately and the pages say so', async ({ chat, server }) => {
  const small = server.endpoint(behave.reply('Moving to Lviv'));
  const large = server.endpoint(behave.reply('It costs a lot.'));
  await chat.open();
  await chat.useEndpoint({ ...small, model: 'small-model' });
  await chat.addEndpoint({ ...large, model: 'large-model' });
  await chooseInSettings(chat, 'small-model');
  await shootAll(chat.page, 'background-model-10-settings');
  await saveSettings(chat);
  assert.equal((await chat.turn('What will it cost to move to Lviv?')).text, 'It costs a lot.');
  await chat.get('consent').waitFor({ timeout: 60_000 });
  assert.equal(small.chats.length, 0, 'it asks first, because nothing was sent there');
  await chat.get('consent-yes').click();
  await until('it has a title', async () => (await chat.page.title()).startsWith('Moving to Lviv'), 60_000);
  assert.deepEqual(small.chats.map(request => request.json.model), ['small-model']);
  assert.equal(large.chats.length, 1, 'the one that answers is asked for the reply alone');

  await openSummaries(chat);
  await chat.get('coming-background').waitFor();
  assert.match(await chat.words('coming-background'), /^.+ · small-model does the background work\.$/);
  await shootAll(chat.page, 'background-model-20-summaries');
  await chat.page.keyboard.press('Escape');
  await chat.send('/stats');
  await chat.get('stats').waitFor();
  const rows = await chat.get('stats').locator('tbody tr').allInnerTexts();
  assert.ok(rows.some(row => /small-model · in the background/.test(row)), rows.join('\n'));
  assert.ok(rows.some(row => /large-model/.test(row) && !/background/.test(row)), rows.join('\n'));
  assert.match(rows.at(-1), /^In the background/);
  await chat.get('stats').scrollIntoViewIfNeeded();
  await shootAll(chat.page, 'background-model-30-stats');
});

scenario('a conversation on this computer is sent elsewhere only if that is allowed, and the page says why it is not', async ({ chat, server }) => {
  const here = server.endpoint(behave.reply('Here.'));
  await chat.open();
  await chat.useEndpoint({ baseUrl: 'https://far.example/v1', model: 'far-model' });
  await chat.addEndpoint({ ...here, model: 'near-model' });
  await chooseInSettings(chat, 'far-model');
  const why = chat.get('background-why');
  await until('it says why', async () => /runs on this computer; .* Nothing is sent there/.test(await why.innerText()));
  await shootAll(chat.page, 'background-model-40-stays');
  await chat.get('background.leaves_computer').check();
  await until('it is allowed', async () => (await why.innerText()) === '');
  await chat.get('background.leaves_computer').uncheck();
  await saveSettings(chat);
  await chat.turn('Are you here?');
  assert.match(await chat.page.locator('.privacy').innerText(), /^Stored in this browser\. This message is sent to 127\.0\.0\.1:\d+\.$/);
  await openSummaries(chat);
  await chat.get('coming-background').waitFor();
  assert.match(await chat.words('coming-background'), /runs on this computer/);
  await chat.page.keyboard.press('Escape');

  // The settings of one conversation.
  await chat.get('own-button').click();
  await chat.get('own-background').selectOption(await idOf(chat, 'own-background', 'far-model'));
  await chat.get('own-background-model').fill('tiny');
  await chat.get('own-background-leaves').check();
  await shootAll(chat.page, 'background-model-50-own');
  await chat.get('own-save').click();
  await chat.get('own-dialog').waitFor({ state: 'hidden' });
  assert.match(await chat.page.locator('.privacy').innerText(), /This message is sent to 127\.0\.0\.1:\d+ and far\.example\.$/);
  await openSummaries(chat);
  await until('this conversation goes there', async () => /far-model|tiny/.test(await chat.words('coming-background')));
  await chat.page.keyboard.press('Escape');

  // After it is deleted, the connection that answers is used.
  await chat.get('provider-button').click();
  await chat.get('provider-delete').first().click();
  await until('it is gone', async () => (await chat.get('provider-saved').count()) === 1);
  await chat.page.keyboard.press('Escape');
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  await openSummaries(chat);
  await until('the page says so', async () => /was deleted, so the chat's connection does it/.test(await chat.words('coming-background')));
});
