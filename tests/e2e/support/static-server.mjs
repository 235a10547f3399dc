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

/** Bytes from which a file is not held in memory, and after which a stuck one stops. */
const LARGE = 20_000_000;

const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'credentialless',
};

/**
 * Starts the server.
 *
 * Paths for which `options.missing(path)` is true do not exist, for example the weights. Of those for which
 * `options.stuck(path)` is true, only the first megabytes are sent, so that a download can be watched.
 * With `options.base`, a path that begins with a slash and does not end with one, the page is below it and nothing is elsewhere.
 * `options.headers` is called for each response, and may replace the headers of isolation.
 * With `options.compressed` files are sent with brotli, as by most hosts.
 * `served` lists every request with the size of the file in bytes, in order; 0 if the browser has this version.
 */
export async function startStaticServer(folder, options = {}) {
  const served = [];
  const { base = '' } = options;
  const server = http.createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const asked = decodeURIComponent(url.pathname);
    const wanted = asked.startsWith(`${base}/`) ? asked.slice(base.length) : undefined;
    if (wanted === undefined) return notFound(response);
    const note = bytes => served.push({ path: wanted, bytes });
    respond(folder, { wanted, unchanged: request.headers['if-none-match'] }, options, note, response).catch(error => response.destroy(error));
  });
  await new Promise(resolve => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    served,
    close: () => closeServer(server),
  };
}

/** Ends a server and all its connections. */
export function closeServer(server) {
  server.closeAllConnections();
  return new Promise(resolve => server.close(resolve));
}

async function respond(folder, request, { missing = never, stuck = never, compressed = false, headers: ofHost = () => ISOLATION }, note, response) {
  const { wanted, unchanged } = request;
  const file = path.join(folder, wanted.endsWith('/') ? `${wanted}index.html` : wanted);
  const inside = !path.relative(folder, file).startsWith('..');
  const found = inside && !missing(wanted) ? await stat(file).catch(() => null) : null;
  if (!found?.isFile()) {
    note(0);
    return notFound(response);
  }
  const version = `"${found.mtimeMs}-${found.size}"`;
  const headers = { ...ofHost(), etag: version, 'content-type': MEDIA_TYPES[path.extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' };
  if (unchanged === version) {
    note(0);
    response.writeHead(304, headers);
    return response.end();
  }
  note(found.size);
  if (found.size >= LARGE) {
    response.writeHead(200, { ...headers, 'content-length': found.size });
    const end = stuck(wanted) ? LARGE - 1 : Infinity;
    return createReadStream(file, { end }).pipe(response, { end: !stuck(wanted) });
  }
  const bytes = await heldBytes(file, version, compressed);
  response.writeHead(200, { ...headers, ...(compressed && { 'content-encoding': 'br' }), 'content-length': bytes.length });
  response.end(bytes);
}

function notFound(response) {
  response.writeHead(404, { ...ISOLATION, 'content-type': 'text/plain' });
  response.end('Not found');
}

/** The bytes of a file in this version, read and compressed once: a test file loads the page a hundred times. */
async function heldBytes(file, version, compressed) {
  const key = `${file} ${version} ${compressed}`;
  if (!held.has(key)) held.set(key, readFile(file).then(bytes => (compressed ? promisify(brotliCompress)(bytes) : bytes)));
  return held.get(key);
}
const held = new Map();

const never = () => false;
