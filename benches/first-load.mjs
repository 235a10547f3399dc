// Measures a first visit: transferred bytes, and the time until the user can type.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { distFolder } from '../tests/e2e/support/environment.mjs';
import { withServers, markedAt } from './support/servers.mjs';
import { figure } from './support/statistics.mjs';

const FIRST_LOAD_KB = 300;
/** All that a visit loads until the page is used. */
const LOOKING_KB = 1_000;
/** By then a page that is only looked at has loaded what it loads at rest. */
const AT_REST_MS = 10_000;

/** Measures the first visit with an empty profile. */
export function firstLoad() {
  return withServers(async ({ pages, newChat }) => {
    const chat = await newChat('first-load');
    await chat.open();
    const ready = await markedAt(chat, 'ricordo:ready');
    const first = await loaded(pages);
    await chat.page.waitForTimeout(AT_REST_MS);
    const looking = await loaded(pages);
    return [
      figure('first load, raw', 'KB', first.raw / 1_000),
      figure('first load, brotli', 'KB', first.brotli / 1_000, FIRST_LOAD_KB),
      figure('first load until one can type', 'ms', ready),
      figure('a visit that only looks, brotli', 'KB', looking.brotli / 1_000, LOOKING_KB),
    ];
  });
}

/** Bytes of the files that were served so far. */
async function loaded(pages) {
  const files = pages.served.filter(({ bytes }) => bytes > 0).map(served => served.path);
  let raw = 0;
  let brotli = 0;
  for (const file of new Set(files)) {
    const bytes = await readFile(path.join(distFolder(), file === '/' ? 'index.html' : file));
    raw += bytes.length;
    brotli += brotliCompressSync(bytes).length;
  }
  return { raw, brotli };
}
