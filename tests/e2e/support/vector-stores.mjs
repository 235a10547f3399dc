// The vector stores of the tests: Chroma's own server, and a stand-in for Qdrant's with Qdrant's engine.

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromEnvironment } from './environment.mjs';
import { freePort } from './free-port.mjs';
import { until } from './until.mjs';

const PEERS = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'browser', 'peers');
/** No secret: the stand-in listens on this computer only. */
export const KEY = 'k3y-of-the-stand-in';
const CHROMA = 'api/v2/tenants/default_tenant/databases/default_database/collections';

/** Each store: its script, a path that answers when it is up, and its collections with the number of vectors in each. */
const KINDS = {
  qdrant: {
    script: 'qdrant-stand-in.py',
    up: '/',
    key: KEY,
    async collections(call) {
      const list = async () => (await call('GET', 'collections')).result.collections;
      return counted(list, async ({ name }) => (await call('POST', `collections/${name}/points/count`, { exact: true })).result.count);
    },
  },
  chroma: {
    script: 'chroma.py',
    up: '/api/v2/version',
    key: undefined,
    async collections(call) {
      return counted(() => call('GET', CHROMA), ({ id }) => call('GET', `${CHROMA}/${id}/count`));
    },
  },
};

/** Starts a store. `t` is the test: when it ends, the store does, too, and its data is removed. */
export async function startVectorStore(t, kind) {
  const { script, up, key, collections } = KINDS[kind];
  const folder = await mkdtemp(path.join(tmpdir(), `ricordo-${kind}-`));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child;
  let starts = 0;
  // Each start begins with nothing, as after a disk was lost.
  const start = async () => {
    const data = path.join(folder, String(starts++));
    await mkdir(data);
    const more = key ? [key] : [];
    child = spawn(fromEnvironment('RICORDO_PYTHON'), [path.join(PEERS, script), String(port), data, ...more], {
      env: { ...process.env, PYTHONPATH: fromEnvironment('RICORDO_PYTHON_MODULES') },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await until(`${kind} answers`, () => fetch(`${url}${up}`).then(response => response.ok, () => false), 120_000);
  };
  const stop = async () => {
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop();
    await rm(folder, { recursive: true, force: true });
  });
  const call = async (method, at, body) => {
    const headers = { 'content-type': 'application/json', ...(key && { 'api-key': key }) };
    const response = await fetch(`${url}/${at}`, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return { url, key, start, stop, collections: () => collections(call) };
}

/**
 * The names of the listed collections with their numbers. One that the page deletes meanwhile is left out, also if it makes
 * another of that name: Chroma counts by identifier.
 */
async function counted(list, count) {
  const numbered = async collection => {
    try {
      return [[collection.name, await count(collection)]];
    } catch (error) {
      if ((await list()).some(({ name, id }) => name === collection.name && id === collection.id)) throw error;
      return [];
    }
  };
  return (await Promise.all((await list()).map(numbered))).flat();
}
