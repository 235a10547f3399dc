// What the Markdown of a reply costs the main thread while it streams, beside what most chats do: `marked` and `DOMPurify`
// over the whole text, at each piece. Same text, same server, same rhythm, same browser, one run. And how long the page
// is busy at most with Markdown that is too much.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as behave from '../tests/e2e/support/behaviours.mjs';
import { told } from '../tests/e2e/support/environment.mjs';
import { inHouse } from './support/house.mjs';
import { changeSettings } from './support/seed.mjs';
import { figure, speedup } from './support/statistics.mjs';
import { RHYTHM, costOfReply, stopwatch } from './streaming.mjs';

const RUNS = 3;
const BOUND = 5;
const FREEZE_MS = 200;
const LENGTH = 20_000;

const SECTION = `## The southern gate

The old road leaves the city at the **southern gate** and runs straight for *eleven miles*, past tombs and \`pines\`. See [the map](https://example.org/map).

1. bread, cheese and water for the day
2. shoes that have been walked in
   - not the new ones

| Hour | Place | Miles |
|---|:---:|---:|
| 9 | The gate | 0 |
| 12 | Casal Rotondo | 6 |

> Shoes matter more than museums.

\`\`\`rust
fn miles(hours: f64) -> f64 { hours * 2.5 }
\`\`\`

`;
const REPLY = SECTION.repeat(Math.ceil(LENGTH / SECTION.length)).slice(0, LENGTH);

const HUGE = {
  'a thousand nested lists': Array.from({ length: 1_000 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`).join('\n'),
  'a table of 10,000 cells': `${'| a '.repeat(10)}|\n${'|---'.repeat(10)}|\n${`${'| b '.repeat(10)}|\n`.repeat(1_000)}`,
  'a line of 1 MB': 'word '.repeat(200_000),
};

/** Measures replies of 20 KB in pieces of four characters, and huge ones in large pieces. */
export function markdown() {
  return inHouse(async house => {
    const ours = [];
    const theirs = [];
    for (let run = 0; run < RUNS; run += 1) {
      ours.push((await costOfReply(house, REPLY, `markdown-${run}`)).TaskDuration);
      theirs.push((await costOfOthers(house)).TaskDuration);
    }
    const results = [speedup('main thread while 20 KB of Markdown stream', 's', { label: 'marked + DOMPurify', runs: theirs }, { label: 'ours, with all of the page', runs: ours }, BOUND)];
    for (const [name, text] of Object.entries(HUGE)) {
      results.push(figure(`  longest task: ${name}`, 'ms', await longestTask(house, text, name), FREEZE_MS));
    }
    return results;
  });
}

async function costOfOthers({ server, browser, pages }) {
  const page = await browser.persistent.newPage();
  // Any page of the same origin; it is emptied.
  await page.goto(`${pages.url}/lazy/languages.mjs`);
  for (const file of ['marked/lib/marked.umd.js', 'dompurify/dist/purify.min.js']) {
    await page.addScriptTag({ content: await readFile(path.join(told('RICORDO_BENCH_PACKAGES'), file), 'utf8') });
  }
  const { baseUrl } = server.endpoint(behave.reply('Ready.'), behave.reply(REPLY, RHYTHM));
  await page.evaluate(renderStream, `${baseUrl}/chat/completions`);
  const spent = await stopwatch(browser, page);
  const length = await page.evaluate(renderStream, `${baseUrl}/chat/completions`);
  const cost = await spent();
  if (length < REPLY.length) throw new Error(`marked saw ${length} of ${REPLY.length} characters`);
  await page.close();
  return cost;
}

// Runs in the page.
async function renderStream(address) {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const body = JSON.stringify({ model: 'test-model', stream: true, messages: [{ role: 'user', content: 'Go on' }] });
  const response = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text.length;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const piece = JSON.parse(line.slice(6)).choices?.[0]?.delta?.content;
      if (!piece) continue;
      text += piece;
      place.innerHTML = window.DOMPurify.sanitize(window.marked.parse(text));
    }
  }
}

async function longestTask({ server, newChat }, text, name) {
  const chat = await newChat(`markdown-${name}`);
  await chat.open();
  await changeSettings(chat, { context_max_tokens: 1_000_000, max_response_tokens: 65_536 });
  await chat.reload();
  await chat.useEndpoint(server.endpoint(behave.reply('Ready.'), behave.reply(`${text}\n\nThe end.`, { pieceLength: 20_000, delayMs: 5 })));
  await chat.turn('Are you there?');
  await chat.page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask' });
  });
  await chat.send('Go on');
  await chat.page.waitForFunction(() => [...document.querySelectorAll('[data-testid="message-text"]')].at(-1)?.lastElementChild?.textContent === 'The end.', null, { timeout: 120_000, polling: 500 });
  const longest = await chat.page.evaluate(() => window.longest);
  await chat.page.close();
  return longest;
}
