// Several people in one conversation, as a program tells of them, from the packed package. In Node, with the store in memory.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { importedFrom, workshop } from './support/package-house.mjs';

let house;
let ricordo;

before(async () => {
  house = await workshop();
  ricordo = await importedFrom(await house.app('node'));
  await ricordo.init();
});
after(() => house?.remove());

/** What a call is refused with. */
const refused = (code, call) => assert.rejects(call, error => error.code === code, code);

test('a page tells who wrote a message, what it answers and in which chat', async () => {
  let sent;
  const chat = await ricordo.ContextManager.open({
    model: async function* (request) {
      sent = request;
      yield 'Yes';
    },
    settings: { systemPrompt: '{chatname}|{chattype}|{username}|{userid}', sendNow: false },
  });
  const olena = { id: '7', name: 'Olena', username: '@olena' };
  const said = await chat.append('user', 'Lisbon in March?', { author: olena, chatName: 'Walkers', chatType: 'supergroup' });
  assert.deepEqual(said.author, { id: '7', name: 'Olena', username: 'olena' });
  const answers = { author: { username: 'ivan' }, replyTo: said.id };
  const compiled = await chat.compile('Too cold', answers);
  await chat.send('Too cold', answers);
  assert.deepEqual(sent, compiled.request);
  const contents = sent.messages.map(one => one.content);
  assert.deepEqual(contents, [
    'Walkers|supergroup|@ivan|',
    '[Olena (@olena, id:7)]: Lisbon in March?',
    '[ivan (@ivan)] (reply to: "Lisbon in March?"): Too cold',
  ]);
  assert.equal((await chat.history()).at(1).replyTo, said.id);
  const { message, reply } = await chat.commitTurn({ message: 'Then May', reply: 'Good', author: olena, model: 'mine' });
  assert.deepEqual([message.author.name, reply.author, reply.model], ['Olena', undefined, 'mine']);
  await refused('bad-argument', () => chat.compile('x', { chatType: 'party' }));
  await refused('bad-argument', () => chat.send('x', { author: { id: '7' } }));
  await refused('bad-argument', () => chat.append('user', 'x', { replyTo: 'nothing' }));
});
