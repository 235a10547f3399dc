// Another host, which a page must not reach.

import dgram from 'node:dgram';
import { once } from 'node:events';
import http from 'node:http';
import { closeServer } from './static-server.mjs';

/** Starts a host, over HTTP and UDP, which counts everything that it receives. It ends with the test `t`. */
export async function startOtherHost(t) {
  const received = [];
  const server = http.createServer((request, response) => {
    received.push(request.url);
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    response.end('<!doctype html>');
  });
  const socket = dgram.createSocket('udp4');
  socket.on('message', message => received.push(`udp: ${message.length < 20 ? message : 'a packet'}`));
  server.listen(0, '127.0.0.1');
  socket.bind(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(socket, 'listening')]);
  t.after(() => closeServer(server));
  t.after(() => socket.close());
  return { received, origin: `http://127.0.0.1:${server.address().port}`, port: socket.address().port };
}
