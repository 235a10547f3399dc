// `recall` as a program uses it, from the packed package. In Node, with the store in memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageInNode } from './support/package-apps.mjs';

const { ricordo } = await packageInNode();

test('recall finds messages by other forms of the words, here and in another conversation, and sends nothing', async () => {
  let calls = 0;
  const model = async function* () {
    calls += 1;
  };
  const chat = await ricordo.ContextManager.open({ model });
  const first = chat.conversationId;
  const author = { id: '7', name: 'Olena' };
  const { id } = await chat.append('user', 'Сестра подарувала мені двох котів.', { author });
  await chat.append('assistant', 'Гарно!');
  assert.deepEqual(await chat.recall('кіт'), [], 'the next request holds it');
  const [held] = await chat.recall('кіт', { includeHeld: true });
  assert.deepEqual([held.conversation, held.kind, held.level, held.words, held.share], [first, 'conversation', 'short', ['кіт'], 100]);
  assert.deepEqual(held.matched, [{ kind: 'message', id }]);
  const [{ text, role, author: who, source, createdAt }, reply] = held.texts;
  assert.deepEqual([text, role, who.name, source.id], ['Сестра подарувала мені двох котів.', 'user', 'Olena', id]);
  assert.ok(Date.now() - createdAt < 600_000 && reply.text === 'Гарно!');

  const second = await chat.conversations.create();
  const [found] = await chat.recall('сестри');
  assert.deepEqual([found.conversation, found.level], [first, 'medium']);
  assert.deepEqual(await chat.recall('сестри', { conversation: first }), []);
  assert.deepEqual(await chat.recall('сестри', { limit: 0 }), []);
  await chat.conversations.open(first);
  await chat.forget();
  assert.deepEqual(await chat.recall('сестри', { conversation: second }), [], 'it is forgotten');
  assert.equal(calls, 0);
  await assert.rejects(chat.recall('сестри', { most: 3 }), { code: 'bad-argument' });
  await assert.rejects(chat.recall('сестри', { conversation: 'none' }), { code: 'bad-argument' });
  await chat.close();
});
