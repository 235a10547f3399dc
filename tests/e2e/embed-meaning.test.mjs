// Recall by meaning with a program's own model, from the packed package. In Node, with the store in memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageInNode } from './support/package-apps.mjs';
import { toyVector } from './support/toy-vectors.mjs';

const { ricordo } = await packageInNode();

const FACT = 'The old vehicle stands in the shed behind the mill.';
const QUESTION = 'Where did I leave my car?';
const OTHERS = [
  ...['We had soup for dinner.', 'My puppy sleeps all day.', 'The dentist has time on Monday.', 'She plays the guitar.', 'The bank is closed.'],
  ...['Borscht needs beets.', 'The kitten is grey.', 'My tooth is fine again.', 'That song is too loud.', 'The rent is due.', 'A hotel by the sea.'],
];
const ALL = OTHERS.length + 1;

/** Vectors by topic: a vehicle and a car are near each other. */
const toy = more => ({ id: 'toy', onThisComputer: true, embed: async texts => texts.map(text => toyVector(text)), ...more });

/** A manager with the fact among other messages, and an empty conversation that is open. */
async function opened(options) {
  const chat = await ricordo.ContextManager.open(options);
  for (const text of [FACT, ...OTHERS]) await chat.append('user', text);
  await chat.conversations.create();
  return chat;
}

const texts = found => found.flatMap(({ texts }) => texts.map(({ text }) => text));

test('a message that shares no word with the question is found, and sent with it', async () => {
  const requests = [];
  const model = request => {
    requests.push(JSON.stringify(request));
    return 'In the shed.';
  };
  const calls = [];
  const embed = async (given, purpose) => {
    calls.push([purpose, given.length]);
    return given.map(text => Float32Array.from(toyVector(text)));
  };
  const chat = await opened({ model, embedder: toy({ embed, mostTexts: 4 }) });
  assert.deepEqual(await chat.recall(QUESTION), [], 'there are no vectors yet');
  assert.deepEqual(await chat.vectors.progress(), { done: 0, total: ALL });
  const seen = [];
  assert.deepEqual(await chat.vectors.make({ onProgress: progress => seen.push(progress.done) }), { done: ALL, total: ALL });
  assert.ok(seen.includes(4) && seen.at(-1) === ALL, `${seen}`);
  assert.deepEqual(calls.filter(([purpose]) => purpose === 'passage').map(([, count]) => count), [4, 4, 4]);

  const [found] = await chat.recall(QUESTION);
  assert.deepEqual(found.words, []);
  assert.ok(texts([found]).includes(FACT));
  await chat.send(QUESTION);
  assert.ok(requests.at(-1).includes(FACT), requests.at(-1));
  assert.equal(calls.filter(([purpose]) => purpose === 'question').length, 1, 'the vector of a question is kept');

  await chat.vectors.delete();
  assert.deepEqual((await chat.vectors.progress()).done, 0);
  await chat.close();
});

const BAD = {
  'rejects': async () => Promise.reject(new Error('no session')),
  'throws': () => {
    throw 'no session';
  },
  'returns no promise': () => 'vectors',
  'returns nothing': async () => undefined,
  'returns fewer': async given => given.slice(1).map(text => toyVector(text)),
  'returns NaN': async given => given.map(text => [...toyVector(text).slice(1), NaN]),
  'returns texts': async given => given.map(text => toyVector(text).map(String)),
  'returns empty vectors': async given => given.map(() => []),
  'returns no lists': async given => given.map(() => 7),
  'returns vectors of other lengths': async given => given.map((text, place) => toyVector(text, 5 + place)),
};

for (const [what, embed] of Object.entries(BAD)) {
  test(`an embedder that ${what} leaves recall by words`, async () => {
    const chat = await opened({ embedder: toy() });
    await chat.vectors.make();
    await chat.vectors.use(toy({ embed }));
    assert.ok(texts(await chat.recall('an old vehicle')).includes(FACT), 'by its words');
    assert.deepEqual(await chat.recall(QUESTION), []);
    await chat.vectors.use(toy({ id: 'another', embed }));
    await assert.rejects(chat.vectors.make(), ({ code, message }) => code === 'embedder-failed' && message.includes('recall finds by words alone'));
    await chat.vectors.use(toy());
    assert.ok(texts(await chat.recall(`${QUESTION} Please.`)).includes(FACT), 'the vectors are still there');
    await chat.close();
  });
}

test('vectors of another id are not compared, and those of the embedder before are used until the others are made', async () => {
  const chat = await opened({ embedder: toy() });
  await chat.vectors.make();
  await chat.vectors.use(toy({ id: 'another', embed: () => assert.fail('its vectors are not made yet') }));
  assert.ok(texts(await chat.recall(QUESTION)).includes(FACT));
  await chat.vectors.use(undefined);
  await chat.vectors.use(toy({ id: 'another' }));
  assert.deepEqual(await chat.recall(QUESTION), [], 'the one before gets no more questions');
  await chat.vectors.make();
  assert.ok(texts(await chat.recall(QUESTION)).includes(FACT));
  await chat.close();
});

test('making vectors stops with its signal, which the embedder receives', async () => {
  const stopped = new AbortController();
  let received;
  const embed = (_, __, signal) => {
    received = signal;
    stopped.abort();
    return new Promise(() => {});
  };
  const chat = await opened({ embedder: toy({ embed }) });
  assert.deepEqual(await chat.vectors.make({ signal: stopped.signal }), { done: 0, total: ALL });
  assert.equal(received.aborted, true);
  await chat.close();
});

const ENDING = {
  'deleting the vectors': chat => chat.vectors.delete(),
  'forgetting those elsewhere': chat => chat.vectors.forgetElsewhere(),
  'using no embedder': chat => chat.vectors.use(undefined),
};

for (const [what, end] of Object.entries(ENDING)) {
  test(`${what} ends the work that makes some, and nothing of it is stored`, async () => {
    let [calls, begin, release] = [0];
    const began = new Promise(resolve => (begin = resolve));
    const released = new Promise(resolve => (release = resolve));
    const embed = async given => {
      calls += 1;
      begin();
      await released;
      return given.map(text => toyVector(text));
    };
    const chat = await opened({ embedder: toy({ embed, mostTexts: 4 }) });
    const making = chat.vectors.make();
    await began;
    await end(chat);
    release();
    assert.deepEqual(await making, { done: 0, total: ALL });
    await chat.vectors.use(toy());
    assert.deepEqual([(await chat.vectors.progress()).done, calls], [0, 1]);
    await chat.close();
  });
}

test('what a model on this computer reads is not given to an embedder elsewhere', async () => {
  let calls = 0;
  const embed = async given => {
    calls += 1;
    return given.map(text => toyVector(text));
  };
  const model = { baseUrl: 'http://127.0.0.1:9/v1', model: 'm' };
  const chat = await opened({ model, embedder: toy({ embed, onThisComputer: undefined }) });
  assert.deepEqual(await chat.vectors.make(), { done: 0, total: 0 });
  await chat.recall(QUESTION);
  assert.equal(calls, 0);
  await chat.close();
});

test('an embedder that is none is refused', async () => {
  const chat = await ricordo.ContextManager.open();
  await assert.rejects(chat.vectors.make(), { code: 'no-embedder' });
  const { embed } = toy();
  for (const wrong of [{}, { id: 'toy' }, { embed }, { id: ' ', embed }, { id: 7, embed }, toy({ mostTexts: 0 }), toy({ mostTexts: 1.5 }), toy({ onThisComputer: 'yes' })]) {
    await assert.rejects(chat.vectors.use(wrong), { code: 'bad-argument' }, JSON.stringify(wrong));
  }
  await assert.rejects(ricordo.ContextManager.open({ embedder: { id: 'toy' } }), { code: 'bad-argument' });
  await chat.close();
});
