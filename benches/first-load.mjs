// Measures a first visit: transferred bytes, and the time until the user can type.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { codeOf } from '../tests/e2e/support/code-of.mjs';
import { distFolder } from '../tests/e2e/support/environment.mjs';
import { until } from '../tests/e2e/support/until.mjs';
import { withServers, markedAt } from './support/servers.mjs';
import { figure } from './support/statistics.mjs';

const FIRST_LOAD_KB = 300;
/** All that a visit loads until the page is used. */
const LOOKING_KB = 1_000;

/** Measures the first visit with an empty profile. */
export function firstLoad() {
  return withServers(async ({ pages, newChat }) => {
    const chat = await newChat('first-load');
    await chat.open();
    const ready = await markedAt(chat, 'ricordo:ready');
    const first = await sizes(await chat.page.evaluate(askedFor, ready));
    await until('messages can be drawn', () => pages.served.some(served => codeOf('history').test(served.path)));
    await chat.page.waitForLoadState('networkidle');
    const looking = await sizes(pages.served.filter(({ bytes }) => bytes > 0).map(served => served.path));
    return [
      figure('first load, raw', 'KB', first.raw / 1_000),
      figure('first load, brotli', 'KB', first.brotli / 1_000, FIRST_LOAD_KB),
      figure('first load until one can type', 'ms', ready),
      figure('a visit that only looks, brotli', 'KB', looking.brotli / 1_000, LOOKING_KB),
    ];
  });
}

/** Runs in the page: the paths that were asked for until it was ready. Later ones are loaded at rest. */
function askedFor(ready) {
  const resources = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= ready);
  return ['/', ...resources.map(({ name }) => new URL(name).pathname)];
}

/** Bytes of files of the build. */
async function sizes(paths) {
  let raw = 0;
  let brotli = 0;
  for (const file of new Set(paths)) {
    const bytes = await readFile(path.join(distFolder(), file === '/' ? 'index.html' : file));
    raw += bytes.length;
    brotli += brotliCompressSync(bytes).length;
  }
  return { raw, brotli };
}
