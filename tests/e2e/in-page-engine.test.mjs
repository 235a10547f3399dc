// The engine of the model in the page, which all elements of a page share: a reply comes from the model that was asked.

import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../crates/browser/js/in-page.mjs', import.meta.url));

/** In place of wllama: the weights are the reply. */
const LIBRARY = `
export const failure = (kind, message) => Object.assign(new Error(message), { kind });
export const messageOf = error => error.message;
export const sleep = () => new Promise(() => {});
export const endEngine = async () => {};
export function inTurns() {
  let last = Promise.resolve();
  return work => (last = last.then(work, work));
}
export const startEngine = async weights => ({
  crash: { promise: new Promise(() => {}) },
  wllama: { createChatCompletion: async ({ onData }) => onData({ choices: [{ delta: { content: weights }, finish_reason: 'stop' }] }) },
});
`;

let folder, engine;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ricordo-engine-'));
  await copyFile(SCRIPT, path.join(folder, 'engine.mjs'));
  await writeFile(path.join(folder, 'wllama.js'), LIBRARY);
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  engine = await import(pathToFileURL(path.join(folder, 'engine.mjs')));
});
after(() => rm(folder, { recursive: true, force: true }));

const load = weights => engine.load(weights, '', 4_096);

async function reply(number) {
  let text = '';
  await engine.chat('{}', more => (text += more), () => {}, new AbortController().signal, number);
  return text;
}

test('a model that another element replaced does not answer, and answers once it is loaded again', async () => {
  assert.equal(engine.isLoaded(), false, 'nothing is loaded');
  const first = await load('of the first');
  assert.equal(await reply(first), 'of the first');
  const second = await load('of the second');
  assert.equal(await reply(second), 'of the second');
  assert.deepEqual([first, second].map(engine.isLoaded), [false, true]);
  await assert.rejects(reply(first), { kind: 'not_loaded' });
  assert.equal(await reply(await load('of the first')), 'of the first');
  assert.equal(engine.isLoaded(second), false);
});

test('a request that was waiting while another model was loaded is not answered by that', async () => {
  const first = await load('of the first');
  const loading = load('of the second');
  await assert.rejects(reply(first), { kind: 'not_loaded' });
  assert.equal(await reply(await loading), 'of the second');
});
