// Vectors in a store of the program's own, from the packed package. In Node, with the records in memory and the store of the example.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { examples, packageInNode } from './support/package-apps.mjs';
import { DIMENSIONS, toyVector } from './support/toy-vectors.mjs';
import { until } from './support/until.mjs';

const { ricordo } = await packageInNode();
const { mapStore } = await import(pathToFileURL(path.join(examples, 'vector-store/map-store.mjs')).href);

const FACT = 'The old vehicle stands in the shed behind the mill.';
/** It shares no word with the fact. */
const QUESTION = 'Where did I leave my car?';
const OTHERS = [
  ...['We had soup for dinner.', 'My puppy sleeps all day.', 'The dentist has time on Monday.', 'She plays the guitar.', 'The bank is closed.'],
  ...['Borscht needs beets.', 'The kitten is grey.', 'My tooth is fine again.', 'That song is too loud.', 'The rent is due.', 'A hotel by the sea.'],
];
const ALL = OTHERS.length + 1;

const embedder = { id: 'toy', onThisComputer: true, embed: async texts => texts.map(text => toyVector(text)) };

/** A manager with the fact among other messages, all with vectors, and an empty conversation that is open. */
async function opened(vectorStore, options) {
  const chat = await ricordo.ContextManager.open({ embedder, vectorStore, ...options });
  const [first] = [await chat.append('user', FACT)];
  for (const text of OTHERS) await chat.append('user', text);
  await chat.conversations.create();
  assert.deepEqual(await chat.vectors.make(), { done: ALL, total: ALL });
  return { chat, fact: first.id };
}

const finds = async (chat, question = QUESTION) => (await chat.recall(question)).some(({ texts }) => texts.some(({ text }) => text === FACT));

test('vectors are moved, found by their meaning, and brought back', async () => {
  const store = mapStore();
  const requests = [];
  const model = request => {
    requests.push(JSON.stringify(request));
    return 'In the shed.';
  };
  const { chat } = await opened(store, { model });
  const seen = [];
  const onProgress = ({ done, total }) => seen.push([done, total]);
  assert.equal(await chat.vectors.move({ onProgress }), true);
  assert.equal(await store.count(), 0, 'the newest stay');
  assert.equal(await chat.vectors.move({ keep: 0, onProgress }), true);
  assert.deepEqual([await store.count(), seen], [ALL, [[0, 0], [0, ALL], [ALL, ALL]]]);
  const { ids } = await store.ids();
  const [{ values }] = await store.get([ids[0].id]);
  assert.ok(values instanceof Float32Array && values.length === DIMENSIONS);
  assert.deepEqual(await chat.vectors.progress(), { done: ALL, total: ALL }, 'they still count');
  assert.equal(await finds(chat), true);
  await chat.send(QUESTION);
  assert.ok(requests.at(-1).includes(FACT), requests.at(-1));

  const back = [];
  assert.equal(await chat.vectors.bringBack({ onProgress: ({ done, total }) => back.push([done, total]) }), true);
  assert.deepEqual([await store.count(), back], [0, [[ALL, 0], [0, 0]]]);
  await chat.vectors.useStore(undefined);
  assert.equal(await finds(chat, `${QUESTION} Please.`), true);
  const { done, total } = await chat.vectors.progress();
  assert.deepEqual([done, total], [ALL, ALL + 2], 'none had to be made again');
  await chat.close();
});

test('what is erased here is erased there, and the rest stays', async () => {
  const store = mapStore();
  const { chat, fact } = await opened(store);
  await chat.vectors.move({ keep: 0 });
  await chat.erase({ message: fact });
  await chat.vectors.make();
  await chat.vectors.move({ keep: 0 });
  assert.deepEqual([await store.get([fact]), await store.count(), await finds(chat)], [[], ALL - 1, false]);
  await chat.erase('conversations');
  await chat.vectors.move({ keep: 0 });
  assert.equal(await store.count(), 0);
  await chat.close();
});

test('deleting the vectors deletes those in the store, too', async () => {
  const store = mapStore();
  const { chat } = await opened(store);
  await chat.vectors.move({ keep: 0 });
  await chat.vectors.useStore(failing('delete', async () => Promise.reject(Object.assign(new Error('off'), { code: 'unreachable' })), store));
  await assert.rejects(chat.vectors.delete(), reason('unreachable'));
  assert.deepEqual([(await chat.vectors.progress()).done, await store.count()], [0, ALL], 'those here are deleted');
  await chat.vectors.useStore(store);
  await chat.vectors.delete();
  assert.equal(await store.count(), 0);
  await chat.close();
});

const failing = (method, call, store) => ({ ...store, [method]: call });
const reason = wanted => ({ code, message, details }) => code === 'vector-store-failed' && details.reason === wanted && message.endsWith('by words alone.');
const NEVER = () => new Promise(() => {});

const BAD = {
  'rejects': [async () => Promise.reject(new Error('no session')), 'refused'],
  'throws': [() => { throw 'no session'; }, 'refused'],
  'says that the collection is gone': [async () => { throw Object.assign(new Error('no table'), { code: 'gone' }); }, 'gone'],
  'returns nothing': [async () => undefined, 'wrong-answer'],
  'returns no list': [async () => ({ vectors: [] }), 'wrong-answer'],
  'returns NaN': [async ids => changed(ids, vector => ({ ...vector, values: vector.values.map(() => NaN) })), 'wrong-answer'],
  'returns short vectors': [async ids => changed(ids, vector => ({ ...vector, values: [1] })), 'wrong-answer'],
  'returns vectors of other messages': [async ids => changed(ids, vector => ({ ...vector, id: vector.branch })), 'wrong-answer'],
  'returns texts': [async ids => changed(ids, ({ id }) => id), 'wrong-answer'],
};
let current;
/** What the store has for ids, or all it has for a question. */
const changed = async (ids, change) => (await current.get(Array.isArray(ids) ? ids : (await current.ids()).ids.map(({ id }) => id))).map(change);

for (const [what, [call, failure]] of Object.entries(BAD)) {
  test(`a store that ${what} leaves recall by words, and nothing is lost`, async () => {
    current = mapStore();
    const { chat } = await opened(current);
    await chat.vectors.move({ keep: 0 });
    await chat.vectors.useStore({ ...current, get: call, nearest: call });
    assert.equal(await finds(chat, 'an old vehicle'), true, 'by its words');
    assert.equal(await finds(chat), false);
    await assert.rejects(chat.vectors.bringBack(), reason(failure));
    assert.deepEqual([await current.count(), (await chat.vectors.progress()).done], [ALL, ALL]);
    await chat.vectors.useStore(current);
    assert.equal(await finds(chat, `${QUESTION} Please.`), true, 'the vectors are still there');
    assert.equal(await chat.vectors.bringBack(), true);
    assert.deepEqual([await current.count(), (await chat.vectors.progress()).done], [0, ALL]);
    await chat.close();
  });
}

test('a store that never answers delays a message for a moment only, and a move ends with its signal', async () => {
  const store = mapStore();
  const { chat } = await opened(store, { model: () => 'Yes.' });
  const requests = [];
  chat.useModel(request => {
    requests.push(JSON.stringify(request));
    return 'Yes.';
  });
  await chat.vectors.move({ keep: 0 });
  const signals = [];
  const hangs = (...given) => {
    signals.push(given.at(-1));
    return NEVER();
  };
  await chat.vectors.useStore({ ...store, get: hangs, nearest: hangs, ensure: hangs });
  await chat.send('Where is the old vehicle?');
  assert.ok(requests.at(-1).includes(FACT), 'by its words');
  assert.ok(signals.length > 0 && signals.every(({ aborted }) => aborted));
  for (const work of ['move', 'bringBack']) {
    const stopped = new AbortController();
    const moving = chat.vectors[work]({ signal: stopped.signal, keep: 0 });
    const before = signals.length;
    await until(`${work} calls the store`, () => signals.length > before);
    stopped.abort();
    assert.deepEqual([await moving, signals.at(-1).aborted], [false, true], work);
  }
  assert.equal(await store.count(), ALL);
  // For one that never answers again: without a call.
  await chat.vectors.forgetElsewhere();
  assert.equal((await chat.vectors.progress()).done, 0);
  await chat.vectors.useStore(undefined);
  await chat.vectors.make();
  assert.equal(await finds(chat), true);
  await chat.close();
});

test('a store that stores nothing is noticed, and its vectors are made again', async () => {
  const store = mapStore();
  const { chat } = await opened({ ...store, put: async () => {} });
  await chat.vectors.move({ keep: 0 });
  assert.equal((await chat.vectors.progress()).done, 0, 'they are known to be lost');
  await chat.vectors.useStore(store);
  await chat.vectors.make();
  await chat.vectors.move({ keep: 0 });
  assert.deepEqual([await store.count(), await finds(chat)], [ALL, true]);
  await chat.close();
});

test('what a model on this computer reads is not given to a store elsewhere', async () => {
  const store = { ...mapStore(), onThisComputer: undefined };
  const { chat } = await opened(store, { model: { baseUrl: 'http://127.0.0.1:9/v1', model: 'm' } });
  assert.equal(await chat.vectors.move({ keep: 0 }), true);
  assert.equal(await store.count(), 0);
  chat.useModel(() => 'Yes.');
  assert.equal(await chat.vectors.move({ keep: 0 }), true);
  assert.equal(await store.count(), ALL);
  await chat.close();
});

test('a store that is none is refused, and moving needs both', async () => {
  const chat = await ricordo.ContextManager.open({ vectorStore: mapStore() });
  const { get, ...without } = mapStore();
  assert.equal(typeof get, 'function');
  for (const wrong of [{}, 7, 'store', null, without, { ...without, get: {} }, { ...mapStore(), onThisComputer: 'yes' }]) {
    await assert.rejects(chat.vectors.useStore(wrong), { code: 'bad-argument' }, String(wrong));
  }
  await assert.rejects(ricordo.ContextManager.open({ vectorStore: {} }), { code: 'bad-argument', message: /`ensure` is missing/ });
  for (const work of ['move', 'bringBack', 'forgetElsewhere']) await assert.rejects(chat.vectors[work](), { code: 'no-embedder' }, work);
  await chat.vectors.use(embedder);
  await chat.vectors.useStore(undefined);
  for (const work of ['move', 'bringBack']) await assert.rejects(chat.vectors[work](), { code: 'no-vector-store' }, work);
  await chat.vectors.useStore(mapStore());
  for (const keep of [-1, 1.5, NaN, 'all']) await assert.rejects(async () => chat.vectors.move({ keep }), { code: 'out-of-range' }, String(keep));
  await chat.close();
});
