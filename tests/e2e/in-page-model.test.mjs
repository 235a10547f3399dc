// The model that runs inside the page, with its real weights.

import assert from 'node:assert/strict';
import { COMPUTES } from './support/browser.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const ANSWER_MS = 180_000;
const scenario = suite({ flags: COMPUTES });

scenario('the in-page model answers, and from the second turn on only processes new messages', async ({ chat, served, t }) => {
  await chat.open();
  assert.deepEqual(served.filter(({ path }) => path.endsWith('.gguf')), [], 'no weights in the first load');
  await chat.useInPageModel();

  // The first turn loads the weights. Its duration says more about the disk than about the model.
  const warmUp = await chat.turn('What is the capital of France?', ANSWER_MS);
  t.diagnostic(`first reply: ${warmUp.text}`);
  assert.ok(['complete', 'length'].includes(warmUp.finish), warmUp.error ?? warmUp.finish);
  assert.match(warmUp.text, /Paris/);

  await chat.get('new-conversation').click();
  await until('an empty conversation', async () => (await chat.messages()).length === 0);
  const started = Date.now();
  await chat.send('Name three colours.');
  await until('the answer begins', async () => {
    const last = (await chat.messages()).at(-1);
    return last?.role === 'assistant' && last.text.length > 0;
  }, ANSWER_MS);
  t.diagnostic(`an answer begins ${Date.now() - started} ms after Enter, weights loaded`);
  await chat.settled('the answer ends', -1, ANSWER_MS);

  await chat.turn('Name one more.', ANSWER_MS);
  await chat.get('inspector-toggle').click();
  const cache = await chat.words('inspector-cache');
  t.diagnostic(`inspector after the second turn: ${cache}`);
  assert.match(cache, /[1-9]/);
});

scenario('Stop ends the in-page model in mid-sentence, and it answers again afterwards', async ({ chat }) => {
  await chat.open();
  await chat.useInPageModel();
  await chat.send('Tell me a long story about a dragon and a knight.');
  await until('the story begins', async () => {
    const last = (await chat.messages()).at(-1);
    return last?.finish === 'streaming' && last.text.length > 0;
  }, ANSWER_MS);
  await chat.get('stop').click();
  const stopped = await chat.settled('the reply is stopped');
  assert.equal(stopped.finish, 'stopped');
  assert.ok(stopped.text.length > 0);

  const next = await chat.turn('Say hello.', ANSWER_MS);
  assert.ok(['complete', 'length'].includes(next.finish), next.error ?? next.finish);
});
