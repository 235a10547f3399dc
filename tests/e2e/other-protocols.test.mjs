// The protocols besides OpenAI's, from the dialog to the reply.

import assert from 'node:assert/strict';
import { anthropicOverloaded, anthropicReply, ollamaError, ollamaReply } from './support/behaviours-other-protocols.mjs';
import { openWith } from './support/open-with.mjs';
import { suite } from './support/suite.mjs';

const ANSWER = 'Привіт, це Paris — 巴黎 🙂.';
const KEY = 'k3y-ricordo-0123456789';
const scenario = suite();

scenario('chat over Ollama\'s protocol: the reply is complete, and the requests use Ollama\'s paths', async ({ chat, server }) => {
  const endpoint = server.endpoint(ollamaReply(ANSWER, { thoughts: 'The user asks about France.' }), ollamaReply('Rome.'));
  await openWith(chat, { kind: 'ollama', baseUrl: endpoint.root });
  const reply = await chat.turn('What is the capital of France?');
  assert.equal(reply.finish, 'complete', reply.error);
  assert.equal(reply.text, ANSWER);
  assert.equal((await chat.turn('And of Italy?')).text, 'Rome.');

  const [first, second] = endpoint.chats;
  assert.equal(first.path, '/api/chat');
  assert.equal(first.headers.authorization, undefined);
  assert.deepEqual([first.json.stream, first.json.truncate], [true, false]);
  assert.ok(first.json.options.num_predict > 0);
  const roles = second.json.messages.map(({ role }) => role).filter(role => role !== 'system');
  assert.deepEqual(roles, ['user', 'assistant', 'user']);
  assert.ok(second.json.messages.some(({ content }) => content === ANSWER));
  assert.ok(!second.body.includes('The user asks'), 'thoughts are not sent back');
});

scenario('an error of Ollama during a reply keeps what arrived and is shown', async ({ chat, server }) => {
  const endpoint = server.endpoint(ollamaError('Half of it', 'model runner has unexpectedly stopped'), ollamaReply(ANSWER));
  await openWith(chat, { kind: 'ollama', baseUrl: endpoint.root });
  const reply = await chat.turn('What is the capital of France?');
  assert.equal(reply.finish, 'failed');
  assert.equal(reply.text, 'Half of it');
  assert.match(reply.error, /model runner has unexpectedly stopped/);
  assert.equal((await chat.retry()).text, ANSWER);
});

scenario('chat over Anthropic: the reply is complete, and the key is in Anthropic\'s header', async ({ chat, server }) => {
  const endpoint = server.endpoint(anthropicReply(ANSWER), anthropicReply('Rome.'));
  await openWith(chat, { kind: 'anthropic', baseUrl: endpoint.root, key: KEY });
  const reply = await chat.turn('What is the capital of France?');
  assert.equal(reply.finish, 'complete', reply.error);
  assert.equal(reply.text, ANSWER);
  assert.equal((await chat.turn('And of Italy?')).text, 'Rome.');

  const [first, second] = endpoint.chats;
  assert.equal(first.path, '/v1/messages');
  assert.equal(first.headers['x-api-key'], KEY);
  assert.equal(first.headers['anthropic-version'], '2023-06-01');
  assert.equal(first.headers.authorization, undefined);
  assert.ok(first.json.max_tokens > 0);
  assert.equal(first.json.system[0].type, 'text');
  assert.deepEqual(second.json.messages.map(({ role }) => role), ['user', 'assistant', 'user']);
  assert.equal(second.json.messages[1].content[0].text, ANSWER);
});

scenario('an overloaded Anthropic server during a reply keeps what arrived and is shown', async ({ chat, server }) => {
  const endpoint = server.endpoint(anthropicOverloaded('Half of it'), anthropicReply(ANSWER));
  await openWith(chat, { kind: 'anthropic', baseUrl: endpoint.root, key: KEY });
  const reply = await chat.turn('What is the capital of France?');
  assert.equal(reply.finish, 'failed');
  assert.equal(reply.text, 'Half of it');
  assert.match(reply.error, /Overloaded/);
  assert.equal((await chat.retry()).text, ANSWER);
});

scenario('each kind of server has its default address and its fields, and typed text stays', async ({ chat }) => {
  await chat.open();
  await chat.get('provider-button').click();
  await chat.chooseKind('ollama');
  assert.equal(await chat.get('endpoint-url').inputValue(), 'http://localhost:11434');
  assert.equal(await chat.get('endpoint-key').count(), 0);
  await chat.anotherKind('anthropic');
  assert.equal(await chat.get('endpoint-url').inputValue(), 'https://api.anthropic.com');
  assert.equal(await chat.get('endpoint-key').count(), 1);
  assert.equal(await chat.get('endpoint-supports-images').isChecked(), true);
  await chat.anotherKind('openai');
  assert.equal(await chat.get('endpoint-url').inputValue(), '');
  assert.equal(await chat.get('endpoint-model').count(), 0, 'the model is asked for once it is known where it is');
  await chat.get('endpoint-url').fill('http://127.0.0.1:9/v1');
  await chat.anotherKind('in-page');
  await chat.anotherKind('ollama');
  assert.equal(await chat.get('endpoint-url').inputValue(), 'http://127.0.0.1:9/v1');
});

scenario('the kind of server survives a reload, and its models are listed', async ({ chat, server }) => {
  const endpoint = server.endpoint(ollamaReply(ANSWER));
  await openWith(chat, { kind: 'ollama', baseUrl: endpoint.root });
  await chat.reload();
  await chat.get('provider-button').click();
  await chat.get('provider-saved').click();
  assert.equal(await chat.get('provider-protocol-ollama').locator('input').isChecked(), true);
  await chat.page.getByText('Test and list models').click();
  await chat.page.getByText('The server responds and offers test-model.').waitFor();
  assert.ok(endpoint.requests.some(({ path }) => path === '/api/tags'));
});
