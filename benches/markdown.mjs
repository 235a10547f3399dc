// Measures the main thread's cost of a reply's Markdown while it streams, compared with what most chats do: `marked` and
// `DOMPurify` over the whole text, at each piece. Same text, same server, same pace, same browser, one run.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as behave from '../tests/e2e/support/behaviours.mjs';
import { fromEnvironment } from '../tests/e2e/support/environment.mjs';
import { withServers } from './support/servers.mjs';
import { speedup } from './support/statistics.mjs';
import { RHYTHM, costOfReply, stopwatch } from './streaming.mjs';

const RUNS = 3;
const BOUND = 5;
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

/** Measures replies of 20 KB in pieces of four characters. */
export function markdown() {
  return withServers(async servers => {
    const ours = [];
    const theirs = [];
    for (let run = 0; run < RUNS; run += 1) {
      ours.push((await costOfReply(servers, REPLY, `markdown-${run}`)).TaskDuration);
      theirs.push((await costOfOthers(servers)).TaskDuration);
    }
    return [speedup('main thread while 20 KB of Markdown stream', 's', { label: 'marked + DOMPurify', runs: theirs }, { label: 'ours, with all of the page', runs: ours }, BOUND)];
  });
}

async function costOfOthers({ server, browser, pages }) {
  const page = await browser.persistent.newPage();
  // Any page of the same origin; its content is removed.
  await page.goto(`${pages.url}/lazy/languages.mjs`);
  for (const file of ['marked/lib/marked.umd.js', 'dompurify/dist/purify.min.js']) {
    await page.addScriptTag({ content: await readFile(path.join(fromEnvironment('RICORDO_BENCH_PACKAGES'), file), 'utf8') });
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
  const container = document.createElement('div');
  document.body.replaceChildren(container);
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
      container.innerHTML = window.DOMPurify.sanitize(window.marked.parse(text));
    }
  }
}
