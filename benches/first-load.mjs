// Measures a first visit: transferred bytes, and the time until the user can type.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { distFolder } from '../tests/e2e/support/environment.mjs';
import { withServers, markedAt } from './support/servers.mjs';
import { figure } from './support/statistics.mjs';

const BOUND_KB = 403;

/** Measures the first visit with an empty profile. */
export function firstLoad() {
  return withServers(async ({ pages, newChat }) => {
    const chat = await newChat('first-load');
    await chat.open();
    const ready = await markedAt(chat, 'ricordo:ready');
    const files = pages.served.filter(({ bytes }) => bytes > 0).map(served => served.path);
    let raw = 0;
    let brotli = 0;
    for (const file of new Set(files)) {
      const bytes = await readFile(path.join(distFolder(), file === '/' ? 'index.html' : file));
      raw += bytes.length;
      brotli += brotliCompressSync(bytes).length;
    }
    return [
      figure('first load, raw', 'KB', raw / 1_000),
      figure('first load, brotli', 'KB', brotli / 1_000, BOUND_KB),
      figure('first load until one can type', 'ms', ready),
    ];
  });
}
