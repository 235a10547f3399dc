// A slow connection at the first visit: what sends a message and draws its reply is loaded before everything else.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

scenario('a message is sent, and its reply drawn, before the code of commands and of background work is there', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  let release;
  const released = new Promise(resolve => { release = resolve; });
  const held = [];
  await chat.page.route('**/lazy-*.wasm', async route => {
    held.push(route.request().url());
    await released;
    await route.continue();
  });
  await chat.reload();
  await chat.turn('My cat is called Mia.');
  assert.deepEqual((await chat.messages()).map(({ text }) => text), ['My cat is called Mia.', 'Noted.']);
  assert.equal(await chat.page.getByTestId('voice').count(), 0, 'what is shown at rest is not there yet');
  await until('the rest is asked for', () => held.length === 1);
  release();
  await chat.send('/stats');
  await chat.get('stats').waitFor();
});
