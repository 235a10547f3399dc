// Measures the main thread's cost of a long reply: twice the length may take little more than twice the time.

import * as behave from '../tests/e2e/support/behaviours.mjs';
import { withServers } from './support/servers.mjs';
import { changeSettings } from './support/seed.mjs';
import { comparison } from './support/statistics.mjs';

const RUNS = 5;
const BOUND = 2.3;
const PIECE = 4;
// About four hundred pieces a second, more than most models reach.
export const RHYTHM = { pieceLength: PIECE, delayMs: 1 };

const PARAGRAPH = `The old road leaves the city at the **southern gate** and runs straight for *eleven miles*, past tombs and pines. See [the map](https://example.org/map).

- bread, cheese and water for the day
- shoes that have been walked in

\`\`\`rust
fn miles(hours: f64) -> f64 { hours * 2.5 }
\`\`\`

`;

/** Measures replies of 20 KB and 40 KB in pieces of four characters. */
export function streaming() {
  return withServers(async servers => {
    const half = [];
    const whole = [];
    for (let run = 0; run < RUNS; run += 1) {
      half.push(await mainThreadTime(servers, 20_000, `half-${run}`));
      whole.push(await mainThreadTime(servers, 40_000, `whole-${run}`));
    }
    const pick = (runs, name) => runs.map(metrics => metrics[name]);
    return [
      comparison('main thread while a reply streams', 's', { label: '20 KB', runs: pick(half, 'TaskDuration') }, { label: '40 KB', runs: pick(whole, 'TaskDuration') }, BOUND),
      comparison('  of that, script', 's', { label: '20 KB', runs: pick(half, 'ScriptDuration') }, { label: '40 KB', runs: pick(whole, 'ScriptDuration') }, BOUND),
    ];
  });
}

function mainThreadTime(servers, length, database) {
  return costOfReply(servers, PARAGRAPH.repeat(Math.ceil(length / PARAGRAPH.length)).slice(0, length), database);
}

/** Time that the main thread of the page spends on a streaming reply, in seconds, as measured by the browser. */
export async function costOfReply({ server, newChat, browser }, text, database) {
  const chat = await newChat(database);
  await chat.open();
  // By default a reply of this length would be stopped.
  await changeSettings(chat, { context_max_tokens: 200_000, max_response_tokens: 65_536 });
  await chat.reload();
  // The first turn warms up the code and does not count.
  await chat.useEndpoint(server.endpoint(behave.reply('Ready.'), behave.reply(text, RHYTHM)));
  await chat.turn('Are you there?');

  const spent = await stopwatch(browser, chat.page);
  await chat.get('composer').fill('Tell me about the road');
  await chat.get('composer').press('Enter');
  // Waits inside the page: polling from outside would be counted, too.
  await chat.page.waitForSelector('[data-testid="message"][data-sequence="3"][data-finish="complete"]', { timeout: 300_000, state: 'attached' });
  const cost = await spent();
  await chat.page.close();
  return cost;
}

/** Returns a function that reports the time the main thread of a page has spent since now. */
export async function stopwatch(browser, page) {
  const session = await browser.persistent.newCDPSession(page);
  // Processor time instead of wall time, so that other load of the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await metrics(session);
  return async () => {
    const after = await metrics(session);
    return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]]));
  };
}

async function metrics(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
