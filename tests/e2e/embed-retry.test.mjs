// Requesting the last reply again, as a page with a "Try again" button does. In Node, with a real server.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as behaviours from './support/behaviours.mjs';
import { startMisbehavingServer } from './support/misbehaving-server.mjs';
import { packageInNode } from './support/package-apps.mjs';

const { ricordo } = await packageInNode();
let server;

before(async () => {
  server = await startMisbehavingServer();
});
after(() => server?.close());

async function chatWith(...replies) {
  const endpoint = server.endpoint(...replies);
  const chat = await ricordo.ContextManager.open({ model: { baseUrl: endpoint.baseUrl, model: 'test-model' } });
  return { chat, endpoint };
}
const history = async chat => (await chat.history()).map(({ role, text, finish }) => [role, text, finish].filter(Boolean).join(': '));

test('a failed reply is requested again, and the new one replaces it', async () => {
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
  assert.deepEqual(second, first, 'the message is there once');
  await chat.close();
});

test('a reply with text stays on its branch when another one is requested', async () => {
  const { chat, endpoint } = await chatWith(behaviours.reply('Paris'), behaviours.reply('Paris, on the Seine'));
  const first = await chat.send('The capital of France?');
  const second = await chat.retry();
  assert.notEqual(second.id, first.id);
  assert.deepEqual(await history(chat), ['user: The capital of France?', 'assistant: Paris, on the Seine: complete']);
  assert.deepEqual(endpoint.chats[1].json.messages.filter(({ role }) => role === 'assistant'), [], 'the model does not see its first reply');
  assert.match(await chat.exportAll(), /"Paris"/, 'the first reply is kept');
  await chat.close();
});

test('without a message of the user there is nothing to retry', async () => {
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
