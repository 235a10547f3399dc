// Opening a conversation sends nothing. Work in the background on text that the server never saw asks first, and every
// request of it can be read.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { conversation, conversations } from './support/chatgpt-export.mjs';
import { shootAll } from './support/screenshots.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();
const LINES = Array.from({ length: 500 }, (_, n) => `Line ${n}: Anna and Boris talk about moving to Lviv in May, and about what that will cost them in the first year there.`);

/** An imported conversation of 500 messages, opened. */
async function imported(chat, server) {
  const endpoint = server.endpoint(behave.reply('They talk about moving to Lviv in May.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.send('/import');
  await chat.get('import-file').waitFor({ state: 'attached' });
  await chat.get('import-file').setInputFiles([conversations(conversation('The move', LINES))]);
  await chat.get('import-report').waitFor({ timeout: 60_000 });
  await chat.page.keyboard.press('Escape');
  await chat.get('import-file').waitFor({ state: 'detached' });
  await chat.get('conversation-item').filter({ hasText: 'The move' }).first().click();
  await until('it is open', async () => (await chat.page.title()).startsWith('The move'));
  return endpoint;
}

scenario('an imported conversation asks before it is summed up, and nothing is sent until then', async ({ chat, server }) => {
  const endpoint = await imported(chat, server);
  await chat.get('consent').waitFor({ timeout: 60_000 });
  assert.match(await chat.words('consent'), /^Summarise \d{3} older messages\? About \d{2},\d{3} tokens to 127\.0\.0\.1:\d+\. They have never been sent there\./);
  assert.equal(endpoint.chats.length, 0, 'opening it sends nothing');
  await shootAll(chat.page, 'background-10-asked');

  await chat.get('consent-yes').click();
  await chat.get('consent').waitFor({ state: 'detached' });
  await until('it is summed up', async () => endpoint.chats.length > 2, 60_000);
  await chat.get('inspector-toggle').click();
  const log = chat.get('background-requests');
  await until('every request is listed', async () => /^[2-9]|\d\d/.test(await log.locator('summary').first().innerText()));
  await log.locator('summary').first().click();
  const last = log.locator('details').last();
  assert.match(await last.locator('summary').innerText(), /Summing up the oldest messages, about [\d,]+ tokens to test-model at http:\/\/127/);
  await last.locator('summary').click();
  assert.match(await last.locator('pre').innerText(), /Line 0: Anna and Boris/);
  await shootAll(chat.page, 'background-20-log');
});

scenario('never takes the question away, and a turn is sent as before', async ({ chat, server }) => {
  const endpoint = await imported(chat, server);
  await chat.get('consent').waitFor({ timeout: 60_000 });
  await chat.get('consent-never').click();
  await chat.get('consent').waitFor({ state: 'detached' });
  await chat.turn('And what will it cost?');
  assert.equal(endpoint.chats.length, 1, 'the turn alone');
});
