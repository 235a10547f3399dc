// A file server on loopback for weights: resumes downloads, and interrupts them on request.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import http from 'node:http';
import { basename } from 'node:path';
import { closeServer } from './static-server.mjs';

/**
 * Serves one file at `url`. `cuts` are the positions, in bytes, at which connections are closed, one per request; later
 * requests are not interrupted. After the position `stalls` nothing more is sent. `requests` are the received `range`
 * headers, `""` if there was none.
 */
export async function startWeightsServer(file, { cuts = [], stalls } = {}) {
  const { size } = await stat(file);
  const requests = [];
  const left = [...cuts];
  const behaviour = { stalls };
  const stalled = new Set();
  const server = http.createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'content-range, etag');
    if (request.method === 'OPTIONS') return response.writeHead(204, { 'access-control-allow-headers': 'range' }).end();
    const range = request.headers.range ?? '';
    requests.push(range);
    const start = Number(range.match(/^bytes=(\d+)-$/)?.[1] ?? 0);
    const headers = { 'content-type': 'application/octet-stream', 'content-length': size - start, 'accept-ranges': 'bytes' };
    if (start > 0) headers['content-range'] = `bytes ${start}-${size - 1}/${size}`;
    response.writeHead(start > 0 ? 206 : 200, headers);
    const end = left.length > 0 ? left.shift() : behaviour.stalls;
    if (end === undefined) return void createReadStream(file, { start }).pipe(response);
    const part = createReadStream(file, { start, end: Math.max(start, end) - 1 });
    part.pipe(response, { end: false });
    // The written data has to arrive before the connection is closed.
    if (behaviour.stalls === undefined) part.once('end', () => setTimeout(() => response.destroy(), 500));
    else stalled.add(response);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/models/${basename(file)}`,
    size,
    requests,
    /** From now on everything is sent. Connections that stall are closed, so that the page asks for the rest. */
    recover() {
      behaviour.stalls = undefined;
      for (const response of stalled) response.destroy();
    },
    close: () => closeServer(server),
  };
}

/** The SHA-256 of a file. */
export async function sha256Of(file) {
  const hash = createHash('sha256');
  const handle = await open(file);
  for await (const chunk of handle.createReadStream()) hash.update(chunk);
  return hash.digest('hex');
}
