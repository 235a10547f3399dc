// Calls that overlap, from the packed package: their order, the conversation that each is about, and records that several of
// them change. In Node, with the store in memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageInNode } from './support/package-apps.mjs';

const { ricordo } = await packageInNode();

const echo = async function* (request) {
  yield `Heard: ${words(request.messages.at(-1).content)}`;
};
const seeing = { sees: true, generate: echo };
/** Without the time stamp. */
const words = text => text.replace(/^\[[^\]]*\] /, '');
const open = options => ricordo.ContextManager.open({ model: echo, ...options });
const texts = messages => messages.map(({ text }) => text);

/** A file whose bytes come once `arrive` is called. */
class Late extends Blob {
  #arrived = new Promise(arrive => (this.arrive = arrive));
  async arrayBuffer() {
    await this.#arrived;
    return super.arrayBuffer();
  }
}
/** A file that was removed since it was chosen. */
class Removed extends Blob {
  arrayBuffer() {
    return Promise.reject(new DOMException('It is not there.', 'NotReadableError'));
  }
}

const image = data => [{ type: 'text', text: 'Look' }, { type: 'image', data, mediaType: 'image/png' }];

test('calls on one conversation run in the order of the calls, however long their parts take to read', async () => {
  const chat = await open();
  await Promise.all([chat.send([{ type: 'text', text: 'One' }]), chat.send('Two')]);
  assert.deepEqual(texts(await chat.history()), ['One', 'Heard: One', 'Two', 'Heard: Two']);
  const other = await open({ model: seeing });
  const late = new Late([new Uint8Array(4)]);
  const calls = Promise.all([other.append('user', image(late)), other.append('user', 'Then'), other.retry()]);
  // As long as two of the calls take: they would be done now if they did not wait.
  await chat.append('user', 'Meanwhile');
  await chat.retry();
  late.arrive();
  await calls;
  assert.deepEqual(texts(await other.history()), ['Look', 'Then', 'Heard: Then']);
});

test('a file that cannot be read rejects with an error of the package and stops no other call', async () => {
  const chat = await open();
  const file = new Removed(['x']);
  const bad = error => ricordo.isRicordoError(error) && error.code === 'bad-argument' && error.cause.name === 'NotReadableError';
  const calls = [
    () => chat.send(image(file)),
    () => chat.append('user', image(file)),
    () => chat.compile(image(file)),
    () => chat.documents.add({ name: 'a.txt', content: file }),
  ];
  for (const call of calls) await assert.rejects(call, bad, String(call));
  // It waits in the queue, and is removed from there by its signal.
  const abort = new AbortController();
  const sends = [chat.send('One'), chat.send(image(file), { signal: abort.signal }), chat.send(image(file)), chat.send('Two')];
  abort.abort();
  const ends = await Promise.allSettled(sends);
  assert.deepEqual(ends.map(({ value, reason }) => value?.text ?? reason.code), ['Heard: One', 'aborted', 'bad-argument', 'Heard: Two']);
  assert.deepEqual(texts(await chat.history()), ['One', 'Heard: One', 'Two', 'Heard: Two']);
  assert.deepEqual(await chat.documents.list(), []);
});

test('a call is about the conversation that was open when it was made', async () => {
  const chat = await open({ model: seeing });
  for (let number = 0; number < 250; number += 1) await chat.append('user', `Message ${number}`);
  const read = [];
  for await (const { text } of chat.messages()) {
    if (read.push(text) === 1) await chat.conversations.create();
  }
  assert.deepEqual([read.length, read.at(-1)], [250, 'Message 249']);

  const [first, second] = [await chat.projects.create({ name: 'First' }), await chat.projects.create({ name: 'Second' })];
  const elsewhere = await chat.conversations.create({ project: second.id });
  const here = await chat.conversations.create({ project: first.id });
  await chat.append('user', 'Of the first');
  const changes = [];
  chat.on('change', ({ what, conversationId }) => changes.push([what, conversationId]));
  const [text, picture] = [new Late(['Text of the document.']), new Late([new Uint8Array(4)])];
  const calls = [chat.documents.add({ name: 'a.txt', content: text }), chat.compile(image(picture))];
  await chat.conversations.open(elsewhere);
  [text, picture].forEach(late => late.arrive());
  const [document, compiled] = await Promise.all(calls);
  assert.deepEqual(document.scope, { project: first.id });
  assert.match(JSON.stringify(compiled.request), /Of the first/);
  assert.deepEqual(changes, [['conversations', elsewhere], ['documents', here]]);
  assert.equal(chat.conversationId, elsewhere);
});

test('several changes of one record at the same time are all kept', async () => {
  const chat = await open();
  await chat.memories.user({ people: [{ author: { name: 'Olena' }, fields: [['City', 'Kyiv']] }] });
  const [, all] = await Promise.all([chat.memories.user({ name: 'Ada' }), chat.memories.user({ language: 'uk', pronouns: undefined })]);
  const user = await chat.memories.user();
  assert.deepEqual([user.name, user.language, user.pronouns, user.people.length], ['Ada', 'uk', '', 1]);
  assert.deepEqual(all, user);

  await Promise.all([chat.settings({ contextMaxTokens: 4000 }), chat.settings({ compression: { minMessages: 6 } })]);
  const { contextMaxTokens, compression } = await chat.settings();
  assert.deepEqual([contextMaxTokens, compression.minMessages], [4000, 6]);

  const { id } = await chat.projects.create({ name: 'Work' });
  await Promise.all([chat.projects.update(id, { instructions: 'Be short.' }), chat.projects.update(id, { isolated: true })]);
  const [project] = await chat.projects.list();
  assert.deepEqual([project.instructions, project.isolated], ['Be short.', true]);

  // One that is refused stops none that follows.
  const ends = await Promise.allSettled([chat.settings({ contextMaxTokens: 1 }), chat.settings({ contextMaxTokens: 5000 })]);
  assert.deepEqual(ends.map(({ status }) => status), ['rejected', 'fulfilled']);
});

test('each call is answered by the model that was set when it was made', async () => {
  const asked = [];
  let release;
  const released = new Promise(resolve => (release = resolve));
  const named = name => ({
    model: name,
    async *generate(request) {
      asked.push([name, request.model, words(String(request.messages.at(-1).content)).slice(0, 7)]);
      await released;
      yield `${name} answers at some length, so that it may be used as a summary of what was said.`;
    },
  });
  const chat = await open({ model: named('first'), settings: { compression: { minMessages: 4 }, shortTermWindow: 2 } });
  const calls = [chat.send('One'), chat.send('Private'), chat.retry()];
  const events = chat.stream('Streamed');
  calls.push(events.next());
  chat.useModel(named('second'));
  release();
  const [one, two, again] = await Promise.all(calls);
  for await (const _ of events);
  assert.deepEqual(asked, [['first', 'first', 'One'], ['first', 'first', 'Private'], ['first', 'first', 'Private'], ['first', 'first', 'Streame']]);
  assert.deepEqual([one, two, again].map(({ model, text }) => [model, text.split(' ')[0]]), Array(3).fill(['first', 'first']));

  asked.length = 0;
  const about = number => `We spoke about trains to Rome, number ${number}, and where to eat near the station. `.repeat(8);
  for (const number of [1, 2, 3]) await chat.commitTurn({ message: `Question ${number}?`, reply: about(number) });
  const made = [chat.compress(), chat.maintain()];
  chat.useModel(undefined);
  await Promise.allSettled(made);
  assert.ok(asked.length > 0 && asked.every(([name]) => name === 'second'), JSON.stringify(asked));
  await assert.rejects(chat.send('And now?'), { code: 'no-model' });
  await chat.close();
});
