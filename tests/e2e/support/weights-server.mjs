// A file server on loopback for weights: it goes on where a download broke off, and breaks it off when it is told to.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import http from 'node:http';
import { basename } from 'node:path';
import { closeServer } from './static-server.mjs';

/**
 * Serves one file at `url`. `cuts` are the places, in bytes, at which the connection is cut, one for each request; after
 * them it is not cut any more. `stalls` is the place after which nothing comes for ever. `requests` are the `range`
 * headers that came, `""` where there was none.
 */
export async function startWeightsServer(file, { cuts = [], stalls } = {}) {
  const { size } = await stat(file);
  const requests = [];
  const left = [...cuts];
  const behaviour = { stalls };
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
    // What was written has to arrive before the line is cut.
    if (behaviour.stalls === undefined) part.once('end', () => setTimeout(() => response.destroy(), 500));
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/models/${basename(file)}`,
    size,
    requests,
    /** From now on everything comes. */
    recover: () => (behaviour.stalls = undefined),
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
