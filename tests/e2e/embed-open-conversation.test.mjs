// Calls of the package are about the conversation that was open when they were made, from the packed package in Node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageInNode } from './support/package-apps.mjs';

const { ricordo } = await packageInNode();

/** A manager with two conversations, and the ids of both; the first is open. */
async function withTwo() {
  const chat = await ricordo.ContextManager.open({ model: async function* () {} });
  const one = chat.conversationId;
  await chat.append('user', 'Begin');
  const other = await chat.conversations.create();
  await chat.conversations.open(one);
  return { chat, one, other };
}

test('a summary is made of the conversation in which it was asked for, while the code for it is loaded', async () => {
  const { chat, one, other } = await withTwo();
  for (let n = 0; n < 40; n += 1) {
    await chat.append('user', `Question ${n} about the trains to Rome, and which of them is the fastest in the morning?`);
    await chat.append('assistant', `The train number ${n} is the fastest of those that leave in the morning, and it stops twice.`);
  }
  const made = chat.compress({ model: false });
  await chat.conversations.open(other);
  const { id } = await made;
  assert.deepEqual(await chat.summaries.list(), [], 'nothing of the other one');
  await chat.conversations.open(one);
  assert.deepEqual((await chat.summaries.list()).map(summary => summary.id), [id]);
});

test('a change of settings that waits for another one is undone where it was made', async () => {
  const { chat, one, other } = await withTwo();
  const before = await chat.settings();
  const changes = [chat.settings({ botName: 'Ada' }), chat.settings({ botUsername: 'ada' }), chat.memories.user({ name: 'Olena' })];
  await chat.conversations.open(other);
  await Promise.all(changes);
  assert.equal(await chat.undo(), undefined, 'nothing was done here');
  await chat.conversations.open(one);
  for (const _ of changes) assert.notEqual(await chat.undo(), undefined);
  assert.deepEqual(await chat.settings(), before);
  assert.equal((await chat.memories.user()).name, '');
});

test('the history of a conversation is not read from a message of another one on', async () => {
  const { chat, one, other } = await withTwo();
  await chat.append('user', 'Then');
  const [begin, then] = await chat.history();
  assert.deepEqual((await chat.history({ before: then.id })).map(({ text }) => text), ['Begin']);
  await chat.conversations.open(other);
  await chat.append('user', 'Of the other');
  for (const { id } of [begin, then]) await assert.rejects(chat.history({ before: id }), { code: 'no-message' });
  await chat.conversations.open(one);
  assert.equal((await chat.history()).length, 2);
});

test('a change of another conversation names that one', async () => {
  const { chat, other } = await withTwo();
  const changed = [];
  chat.on('change', ({ what, conversationId }) => changed.push([what, conversationId]));
  await chat.conversations.discardMessages(other);
  assert.deepEqual(changed, [['messages', other]]);
});

test('undo restores the open conversation that was removed, and nothing else', async () => {
  const { chat, one, other } = await withTwo();
  await chat.conversations.open(other);
  await chat.append('user', 'Of the other');
  await chat.memories.add('User lives in Kyiv');
  const listed = async () => (await chat.conversations.list()).map(({ id, open }) => [id, open]).sort();
  const both = [[one, true], [other, false]].sort();
  await chat.conversations.remove(other);
  assert.deepEqual([chat.conversationId, await listed()], [one, [[one, true]]]);
  assert.equal(await chat.undo(), 'delete');
  assert.deepEqual(await listed(), both);
  await chat.conversations.open(other);
  assert.deepEqual((await chat.history()).map(({ text }) => text), ['Of the other']);
  assert.equal((await chat.memories.list()).total, 1, 'what was done there before is not undone');

  await chat.conversations.remove(one);
  await chat.conversations.remove(other);
  const fresh = chat.conversationId;
  assert.deepEqual(await listed(), [[fresh, true]], 'the last one is replaced by an empty one');
  assert.equal(await chat.undo(), 'delete');
  assert.deepEqual(await listed(), [[fresh, true], [other, false]].sort());
});

test('a call is about the conversation that was open when it was made, also if another one is being opened', async () => {
  const { chat, one, other } = await withTwo();
  const changed = [];
  chat.on('change', ({ what, conversationId }) => changed.push([what, conversationId]));
  const opening = chat.conversations.open(other);
  const calls = [chat.forget(), chat.history(), chat.memories.add('User lives in Kyiv'), chat.conversations.clear()];
  const [, history] = await Promise.all(calls);
  await opening;
  assert.deepEqual(history.map(({ text }) => text), ['Begin']);
  const named = what => changed.filter(([changed]) => changed === what).map(([, id]) => id);
  assert.deepEqual(['context', 'memories', 'messages', 'conversations'].map(named), [[one], [one], [one], [other]]);
  assert.equal(chat.conversationId, other);
  assert.equal(await chat.undo(), undefined, 'nothing was done in the other one');
  await chat.conversations.open(one);
  assert.deepEqual(await chat.history(), []);
});
