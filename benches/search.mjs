// Measures the search over 100,000 messages: the cost of a keystroke, in WebAssembly and in the page, compared with npm
// `minisearch` on the same messages and queries.

import assert from 'node:assert/strict';
import * as behave from '../tests/e2e/support/behaviours.mjs';
import { until } from '../tests/e2e/support/until.mjs';
import { withServers, markedAt } from './support/servers.mjs';
import { miniSearch, ourSearch } from './support/modules.mjs';
import { prose, randomNumbers } from './support/prose.mjs';
import { fillWithTexts } from './support/seed.mjs';
import { figure, median, speedup } from './support/statistics.mjs';

const MESSAGES = 100_000;
const BATCH = 300;
const BOUND_MS = 50;
// Typed letter by letter: common and rare words, several words, a phrase, three languages, and words that do not occur.
const QUERIES = ['the window of the bridge', 'quiet harbour', 'memory', 'мост и замка', 'історії про місто', 'a', 'xylophone', 'promise secret story chapter page'];

/** Ricordo and `minisearch` in Node; then the page, including the reads from its database. */
export async function search() {
  const texts = messages();
  const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
  console.error(`  ${MESSAGES.toLocaleString('en')} messages, ${megabytes.toFixed(1)} MB`);
  const ours = measureOurs(texts);
  const theirs = await measureTheirs(texts);
  const page = await measurePage(texts);
  const keyTimes = (name, runs, bound = null) => [
    figure(`${name}: slowest key`, 'ms', Math.max(...runs), bound),
    figure(`${name}: median key`, 'ms', median(runs)),
  ];
  return [
    ...keyTimes('search in WebAssembly', ours.keys, BOUND_MS),
    ...keyTimes('search with minisearch', theirs.keys),
    speedup('a key of the search', 'ms', { label: 'minisearch', runs: theirs.keys }, { label: 'ours', runs: ours.keys }),
    figure('  index made in WebAssembly', 's', ours.made / 1_000),
    figure('  index made by minisearch', 's', theirs.made / 1_000),
    figure('  its memory', 'MB', ours.bytes / 1e6),
    figure('  memory of minisearch', 'MB', theirs.bytes / 1e6),
    ...keyTimes('search in the page', page.keys, BOUND_MS),
    figure('  messages read in the page', 's', page.read / 1_000),
    figure('  longest block while they are read', 'ms', page.longest, BOUND_MS),
  ];
}

const keysOf = query => [...query].map((_, at, letters) => letters.slice(0, at + 1).join(''));

function measureOurs(texts) {
  const Search = ourSearch();
  const index = new Search();
  const began = performance.now();
  for (let at = 0; at < texts.length; at += BATCH) index.add(texts.slice(at, at + BATCH));
  const made = performance.now() - began;
  const keys = [];
  for (const query of QUERIES) {
    for (const typed of keysOf(query)) {
      const start = performance.now();
      const total = index.search(typed);
      keys.push(performance.now() - start);
      assert.ok(total > 0 || query === 'xylophone', `nothing is found for "${typed}"`);
    }
  }
  return { made, keys, bytes: index.bytes() };
}

async function measureTheirs(texts) {
  const MiniSearch = miniSearch();
  const before = process.memoryUsage().heapUsed;
  const index = new MiniSearch({ fields: ['text'] });
  const began = performance.now();
  index.addAll(texts.map((text, id) => ({ id, text })));
  const made = performance.now() - began;
  const bytes = process.memoryUsage().heapUsed - before;
  const keys = [];
  for (const query of QUERIES) {
    for (const typed of keysOf(query)) {
      const start = performance.now();
      index.search(typed, { prefix: true, combineWith: 'AND' }).slice(0, 50);
      keys.push(performance.now() - start);
    }
  }
  return { made, keys, bytes };
}

function measurePage(texts) {
  return withServers(async ({ server, newChat }) => {
    const chat = await newChat('search');
    await chat.open();
    await chat.useEndpoint(server.endpoint(behave.reply('It leaves every six minutes.')));
    await chat.turn('How do I get to Trastevere?');
    await chat.page.goto(`${chat.origin}/nothing-here`);
    await fillWithTexts(chat, texts);
    await chat.open();
    await chat.page.evaluate(() => {
      globalThis.blocks = [];
      new PerformanceObserver(list => globalThis.blocks.push(...list.getEntries().map(entry => entry.duration))).observe({ type: 'longtask' });
    });
    await chat.get('search-button').click();
    const began = Date.now();
    await until('all messages are read', async () => (await markedAt(chat, 'ricordo:search-read')) !== null, 180_000);
    const read = (await markedAt(chat, 'ricordo:search-read')) - (await markedAt(chat, 'ricordo:search-reads'));
    const longest = await chat.page.evaluate(() => Math.max(0, ...globalThis.blocks));
    console.error(`  read after ${((Date.now() - began) / 1_000).toFixed(1)} s`);
    const keys = await chat.page.evaluate(async typed => {
      const field = document.getElementById('search-field');
      const runs = [];
      for (const text of typed) {
        const start = performance.now();
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        runs.push(performance.now() - start);
        await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
      }
      return runs;
    }, QUERIES.flatMap(keysOf));
    return { read, longest, keys };
  });
}

/** Unique messages of about 200 bytes in three languages. */
function messages() {
  const random = randomNumbers(11);
  const pool = ['english', 'ukrainian', 'russian'].map((language, seed) => {
    return prose(language, (MESSAGES * 240) / 3, seed + 3).split(/(?<=[.?])\s+/u);
  });
  const next = [0, 0, 0];
  return Array.from({ length: MESSAGES }, (_, index) => {
    const language = index % 3;
    const count = 1 + Math.floor(random() * 3);
    const from = next[language];
    next[language] = (from + count) % (pool[language].length - 3);
    return `${index + 1}. ${pool[language].slice(from, from + count).join(' ')}`;
  });
}
