// Opening a conversation sends nothing. Background work on text that the server never received asks first, and each of its
// requests can be read in the inspector.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { conversation, conversations } from './support/chatgpt-export.mjs';
import { shootAll } from './support/screenshots.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();
const LINES = Array.from({ length: 500 }, (_, n) => `Line ${n}: Anna and Boris talk about moving to Lviv in May, and about what that will cost them in the first year there.`);

/** Presses something in the inspector by the keyboard: what loads above it may move it away under a click. */
const press = part => part.press('Enter');

/** Imports and opens a conversation of 500 messages. */
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

scenario('background work on an imported conversation asks first and sends nothing until it is answered', async ({ chat, server }) => {
  const endpoint = await imported(chat, server);
  await chat.get('consent').waitFor({ timeout: 60_000 });
  assert.match(
    await chat.words('consent'),
    /^Summarize \d{3} older messages\?\s+They no longer fit.* about [\d,]{5,6} tokens to 127\.0\.0\.1:\d+, including text it has not received before\./,
  );
  assert.equal(endpoint.chats.length, 0, 'opening it sends nothing');
  await shootAll(chat.page, 'background-10-asked');

  await chat.get('consent-yes').click();
  await chat.get('consent').waitFor({ state: 'detached' });
  await until('the work is done', async () => (await storedRows(chat, 'summaries')).length === 1, 60_000);
  const requests = endpoint.chats.length;
  assert.ok(requests > 1, `it was summed up in ${requests} requests`);
  await chat.get('inspector-toggle').click();
  // The preview comes above the list, and moves it.
  await chat.get('inspector-tokens').waitFor();
  const log = chat.get('background-requests');
  const head = log.locator('summary').first();
  await until('every request is listed', async () => (await head.innerText()) === `${requests} background requests`);
  await press(head);
  const last = log.locator('details').last();
  assert.match(await last.locator('summary').innerText(), /^Summarizing the oldest messages .*\d{4}/);
  await press(last.locator('summary'));
  assert.match(await last.locator('p').first().innerText(), /^About [\d,]+ tokens to test-model at 127\.0\.0\.1:\d+\./);
  assert.match(await last.locator('pre').textContent(), /Line 0: Anna and Boris/);
  await last.scrollIntoViewIfNeeded();
  await shootAll(chat.page, 'background-20-log');

  await chat.reload();
  if (!(await log.count())) await chat.get('inspector-toggle').click();
  await chat.get('inspector-tokens').waitFor();
  await until('they are listed after a reload', async () => (await head.innerText()) === `${requests} background requests`);
  await press(head);
  await press(last.locator('summary'));
  await last.getByText('The text of this request is kept only until the page is reloaded.').waitFor();
  assert.match(await chat.words('background-answer'), /^Background requests to 127\.0\.0\.1:\d+ are allowed in this conversation\. Ask me again$/);
  await shootAll(chat.page, 'background-30-reloaded');
  assert.equal(await chat.get('consent').count(), 0, 'it is not asked again');
  assert.equal(endpoint.chats.length, requests, 'a reload sends nothing');
});

scenario('"Never" removes the question, and turns are sent as before', async ({ chat, server }) => {
  const endpoint = await imported(chat, server);
  await chat.get('consent').waitFor({ timeout: 60_000 });
  await press(chat.get('consent-never'));
  await chat.get('consent').waitFor({ state: 'detached' });
  await until('the composer has the focus', () => chat.page.evaluate(() => document.activeElement?.id === 'composer'));
  assert.match(await chat.words('notice'), /^No summaries, titles or facts will be requested from this server for this conversation, unless you ask for them\./);
  await chat.turn('And what will it cost?');
  assert.equal(endpoint.chats.length, 1, 'the turn alone');

  await chat.get('inspector-toggle').click();
  assert.match(await chat.words('background-answer'), / are off in this conversation\./);
  await press(chat.get('background-ask-again'));
  await chat.get('consent').waitFor({ timeout: 60_000 });
  assert.equal(await chat.get('background-answer').count(), 0);
  assert.equal(endpoint.chats.length, 1, 'it asks, and nothing is sent');
});
