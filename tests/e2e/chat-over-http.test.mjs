// A chat with a real model over HTTP, from the composer to the weights and back.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { startLlmServer } from './support/llm-server.mjs';
import { suite } from './support/suite.mjs';

const ANSWER_MS = 180_000;
const scenario = suite();
let llm;

before(async () => (llm = await startLlmServer()));
after(() => llm?.close());

scenario('a real model answers over HTTP, remembers the previous turn, and the conversation survives a reload', async ({ chat, t }) => {
  await chat.open();
  await chat.useEndpoint({ baseUrl: llm.baseUrl, model: llm.model });

  const started = Date.now();
  const first = await chat.turn('What is the capital of France?', ANSWER_MS);
  t.diagnostic(`first reply after ${Date.now() - started} ms: ${first.text}`);
  assert.ok(['complete', 'length'].includes(first.finish), first.error ?? first.finish);
  assert.match(first.text, /Paris/);

  const second = await chat.turn('What is the capital of Italy?', ANSWER_MS);
  t.diagnostic(`second reply: ${second.text}`);
  assert.ok(second.text.length > 0);
  const conversation = await chat.conversation();
  assert.equal(conversation.length, 4);

  await chat.reload();
  assert.deepEqual(await chat.conversation(), conversation);
});

scenario('the inspector shows how much of the prompt the server had cached', async ({ chat, t }) => {
  await chat.open();
  await chat.useEndpoint({ baseUrl: llm.baseUrl, model: llm.model });
  await chat.turn('Name a colour.', ANSWER_MS);
  await chat.turn('Name another colour.', ANSWER_MS);
  await chat.get('inspector-toggle').click();
  const cache = await chat.words('inspector-cache');
  t.diagnostic(`inspector: ${cache}`);
  assert.match(cache, /[1-9]/);
});
