// Serves the built page on loopback like a static host, with the headers that let the in-page model use threads.

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const MEDIA_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

const STUCK_AFTER = 20_000_000;
/** Bytes that are read at a time: larger than the usual 64 KiB, because the page's modules are megabytes. */
const CHUNK = 1_048_576;

const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'credentialless',
};

/**
 * Starts the server.
 *
 * Paths for which `options.missing(path)` is true do not exist, for example the weights. Of those for which
 * `options.stuck(path)` is true, only the first megabytes are sent, so that a download can be watched.
 * With `options.compressed` files are sent with brotli, as by most hosts.
 * `served` lists every request with its size in bytes, in order.
 */
export async function startStaticServer(folder, options = {}) {
  const served = [];
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const wanted = decodeURIComponent(url.pathname);
    const note = bytes => served.push({ path: wanted, bytes });
    respond(folder, wanted, options, note, response).catch(error => response.destroy(error));
  });
  await new Promise(resolve => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    served,
    close: () => closeServer(server),
  };
}

/** Ends a server and all its connections. */
export function closeServer(server) {
  server.closeAllConnections();
  return new Promise(resolve => server.close(resolve));
}

async function respond(folder, wanted, { missing = never, stuck = never, compressed = false }, note, response) {
  const file = path.join(folder, wanted.endsWith('/') ? `${wanted}index.html` : wanted);
  const inside = !path.relative(folder, file).startsWith('..');
  const found = inside && !missing(wanted) ? await stat(file).catch(() => null) : null;
  if (!found?.isFile()) {
    note(0);
    response.writeHead(404, { ...ISOLATION, 'content-type': 'text/plain' });
    response.end('Not found');
    return;
  }
  note(found.size);
  const headers = { ...ISOLATION, 'content-type': MEDIA_TYPES[path.extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' };
  if (compressed && found.size < STUCK_AFTER) {
    const bytes = await withBrotli(file);
    response.writeHead(200, { ...headers, 'content-encoding': 'br', 'content-length': bytes.length });
    return response.end(bytes);
  }
  response.writeHead(200, { ...headers, 'content-length': found.size });
  if (stuck(wanted)) createReadStream(file, { end: STUCK_AFTER - 1 }).pipe(response, { end: false });
  else createReadStream(file, { highWaterMark: CHUNK }).pipe(response);
}

/** Compressed once: it takes a second for the larger files. */
const withBrotli = file => {
  if (!brotliOf.has(file)) brotliOf.set(file, readFile(file).then(bytes => promisify(brotliCompress)(bytes)));
  return brotliOf.get(file);
};
const brotliOf = new Map();

const never = () => false;
