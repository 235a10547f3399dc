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

/** Bytes per second and milliseconds of a slow connection. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };

/** Measures the first visit with an empty profile. */
export async function firstLoad() {
  return [...(await firstVisit()), ...(await slowVisit())];
}

/** At full speed: the time until one can type, and all that is loaded until the page is used. */
function firstVisit() {
  return withServers(async ({ pages, newChat }) => {
    const chat = await newChat('first-load');
    await chat.open();
    const ready = await markedAt(chat, 'ricordo:ready');
    // It comes last.
    await until('messages can be sent', () => pages.served.some(served => codeOf('turn').test(served.path)));
    await chat.page.waitForLoadState('networkidle');
    const looking = await sizes(pages.served.filter(({ bytes }) => bytes > 0).map(served => served.path));
    return [
      figure('first load until one can type', 'ms', ready),
      figure('a visit that only looks, brotli', 'KB', looking.brotli / 1_000, LOOKING_KB),
    ];
  });
}

/**
 * On a slow connection: what has arrived until one can type. At full speed it could not be told apart from what is asked for in the
 * last frame before that, and waited for by nothing.
 */
function slowVisit() {
  return withServers(async ({ newChat }) => {
    const chat = await newChat('first-load-slow');
    const network = await chat.page.context().newCDPSession(chat.page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', SLOW);
    await chat.open();
    const ready = await markedAt(chat, 'ricordo:ready');
    const first = await sizes(await chat.page.evaluate(arrivedBy, ready));
    return [
      figure('first load, raw', 'KB', first.raw / 1_000),
      figure('first load, brotli', 'KB', first.brotli / 1_000, FIRST_LOAD_KB),
    ];
  });
}

/** Runs in the page: the paths of what had arrived when it was ready. */
function arrivedBy(ready) {
  const resources = performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= ready);
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
