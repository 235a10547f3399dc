// Measures the inspector with a request of a megabyte: no step may block the page for long.

import assert from 'node:assert/strict';
import * as behave from '../tests/e2e/support/behaviours.mjs';
import { until } from '../tests/e2e/support/until.mjs';
import { withServers } from './support/servers.mjs';
import { longestTask as longestSince, watchTasks } from './support/longest.mjs';
import { changeSettings } from './support/seed.mjs';
import { figure, median } from './support/statistics.mjs';

const RUNS = 5;
/** Milliseconds from which on a page seems frozen. */
const FREEZE = 200;
const MESSAGE = 'Слово за словом. '.repeat(40_000);

/** Measures the longest task of the main thread for each view of the request. */
export function inspector() {
  return withServers(async servers => {
    const longest = { text: [], json: [], whole: [], compare: [] };
    for (let run = 0; run < RUNS; run += 1) {
      const measured = await visit(servers, `inspector-${run}`);
      for (const [name, runs] of Object.entries(longest)) runs.push(measured[name]);
    }
    const labels = { text: 'its words', json: 'its bytes', whole: 'all of its bytes', compare: 'what changed' };
    return Object.entries(longest).map(([name, runs]) => figure(`longest task: a request of 1 MB, ${labels[name]}`, 'ms', median(runs), FREEZE));
  });
}

async function visit({ server, newChat }, database) {
  const chat = await newChat(database);
  await chat.open();
  await changeSettings(chat, { context_max_tokens: 1_000_000 });
  await chat.reload();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn(MESSAGE);
  await chat.turn('And now?');
  const page = chat.get('inspection-page');
  const measured = {
    text: await longestTask(chat, async () => {
      await chat.act(-1, 'what-was-sent');
      await page.getByTestId('inspector-piece').first().waitFor();
    }),
    json: await longestTask(chat, async () => {
      await chat.get('inspection-tab-json').click();
      await chat.get('inspection-json').waitFor();
    }),
    whole: await longestTask(chat, async () => {
      await page.getByTestId('show-all').click();
      await until('all of it is there', async () => (await page.getByTestId('show-all').count()) === 0);
    }),
    compare: await longestTask(chat, async () => {
      await chat.get('inspection-tab-compare').click();
      await chat.get('inspection-reuse').waitFor();
    }),
  };
  assert.ok(Object.values(measured).every(Number.isFinite));
  await chat.page.close();
  return measured;
}

/** The longest task while `work` runs and the page becomes idle; 0 if none was longer than 50 ms. */
async function longestTask(chat, work) {
  await watchTasks(chat);
  await work();
  return longestSince(chat);
}
