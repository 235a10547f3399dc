// Ports for servers that cannot choose one themselves, or are to come back at the same one.

import net from 'node:net';

/** A port that is free now, and below those that the system gives to others. */
export async function freePort() {
  for (let port = 20_000 + (process.pid % 500) * 20; ; port += 1) {
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  const server = net.createServer();
  return new Promise(resolve => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
