// Asking once more for the last reply, as a page with a button "Try again" does. In Node, with a real server.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as behaviours from './support/behaviours.mjs';
import { startMisbehavingServer } from './support/misbehaving-server.mjs';
import { importedFrom, workshop } from './support/package-house.mjs';

let house;
let ricordo;
let server;

before(async () => {
  house = await workshop();
  ricordo = await importedFrom(await house.app('retry'));
  await ricordo.init();
  server = await startMisbehavingServer();
});
after(async () => {
  await server?.close();
  await house?.remove();
});

async function chatWith(...replies) {
  const endpoint = server.endpoint(...replies);
  const chat = await ricordo.ContextManager.open({ model: { baseUrl: endpoint.baseUrl, model: 'test-model' } });
  return { chat, endpoint };
}
const history = async chat => (await chat.history()).map(({ role, text, finish }) => [role, text, finish].filter(Boolean).join(': '));

test('a reply that failed is asked for again, and the new one takes its place', async () => {
  const { chat, endpoint } = await chatWith(behaviours.serverError, behaviours.reply('It is Paris.'));
  assert.equal((await chat.send('What is the capital of France?')).finish, 'failed');
  const changes = [];
  chat.on('change', ({ what }) => changes.push(what));
  const words = [];
  const reply = await chat.retry({ onEvent: event => event.type === 'text' && words.push(event.text) });
  assert.deepEqual([reply.text, reply.finish, words.join('')], ['It is Paris.', 'complete', 'It is Paris.']);
  assert.deepEqual(changes, ['messages']);
  assert.deepEqual(await history(chat), ['user: What is the capital of France?', 'assistant: It is Paris.: complete']);
  assert.equal(endpoint.chats.length, 2);
  const [first, second] = endpoint.chats.map(({ json }) => json.messages.map(({ role }) => role));
  assert.deepEqual(second, first, 'the message was said once');
  await chat.close();
});

test('a reply with words stays on its branch when another one is asked for', async () => {
  const { chat, endpoint } = await chatWith(behaviours.reply('Paris'), behaviours.reply('Paris, on the Seine'));
  const first = await chat.send('The capital of France?');
  const second = await chat.retry();
  assert.notEqual(second.id, first.id);
  assert.deepEqual(await history(chat), ['user: The capital of France?', 'assistant: Paris, on the Seine: complete']);
  assert.deepEqual(endpoint.chats[1].json.messages.filter(({ role }) => role === 'assistant'), [], 'the model does not see its first reply');
  assert.match(await chat.exportAll(), /"Paris"/, 'what was said first is kept');
  await chat.close();
});

test('where nobody has said anything there is nothing to retry', async () => {
  const { chat, endpoint } = await chatWith(behaviours.reply('Never sent'));
  const refused = await chat.retry().catch(error => error);
  assert.deepEqual([refused.name, refused.code], ['RicordoError', 'nothing-to-retry']);
  assert.match(refused.message, /^[A-Z].*\.$/s);
  await chat.append('assistant', 'Hello! How can I help?');
  assert.equal((await chat.retry().catch(error => error)).code, 'nothing-to-retry');
  assert.equal(endpoint.chats.length, 0);
  assert.deepEqual(await history(chat), ['assistant: Hello! How can I help?: complete']);
  await chat.close();
  assert.equal((await chat.retry().catch(error => error)).code, 'closed');
});
