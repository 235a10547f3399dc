// Several people in one conversation, as a program passes them, from the packed package. In Node, with the store in memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageInNode } from './support/package-apps.mjs';

const { ricordo } = await packageInNode();

/** The error code of a rejected call. */
const refused = (code, call) => assert.rejects(call, error => error.code === code, code);

test('a page passes who wrote a message, which message it replies to, and in which chat', async () => {
  let sent;
  const chat = await ricordo.ContextManager.open({
    model: async function* (request) {
      sent = request;
      yield 'Yes';
    },
    settings: { systemPrompt: '{chatname}|{chattype}|{username}|{userid}', sendNow: false },
  });
  const olena = { id: '7', name: 'Olena', username: '@olena' };
  const question = await chat.append('user', 'Lisbon in March?', { author: olena, chatName: 'Walkers', chatType: 'supergroup' });
  assert.deepEqual(question.author, { id: '7', name: 'Olena', username: 'olena' });
  const answers = { author: { username: 'ivan' }, replyTo: question.id };
  const compiled = await chat.compile('Too cold', answers);
  await chat.send('Too cold', answers);
  assert.deepEqual(sent, compiled.request);
  const contents = sent.messages.map(one => one.content);
  assert.deepEqual(contents, [
    'Walkers|supergroup|@ivan|',
    '[Olena (@olena, id:7)]: Lisbon in March?',
    '[ivan (@ivan)] (reply to: "Lisbon in March?"): Too cold',
  ]);
  assert.equal((await chat.history()).at(1).replyTo, question.id);
  const { message, reply } = await chat.commitTurn({ message: 'Then May', reply: 'Good', author: olena, model: 'mine' });
  assert.deepEqual([message.author.name, reply.author, reply.model], ['Olena', undefined, 'mine']);
  await refused('bad-argument', () => chat.compile('x', { chatType: 'party' }));
  await refused('bad-argument', () => chat.send('x', { author: { id: '7' } }));
  await refused('bad-argument', () => chat.append('user', 'x', { replyTo: 'nothing' }));
});
