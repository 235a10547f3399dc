// The model that runs inside the page, with its real weights.

import assert from 'node:assert/strict';
import { COMPUTES } from './support/browser.mjs';
import * as behave from './support/behaviours.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const ANSWER_MS = 180_000;
const scenario = suite({ flags: COMPUTES });

scenario('the in-page model answers, and from the second turn on only processes new messages', async ({ chat, server, served, t }) => {
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

  // The same question to a server and to the model in the page, at the same time.
  await chat.page.locator('#inspector-close').click();
  await chat.useEndpoint(server.endpoint(behave.reply('Rome, says the server.')));
  await chat.send('/compare');
  await chat.get('several-list').locator('label').filter({ hasText: 'SmolLM2' }).getByRole('checkbox').check();
  await chat.get('several-ask').click();
  await chat.send('What is the capital of Italy?');
  await chat.get('answer').first().getByText('Rome, says the server.').waitFor();
  await until('both have ended', async () => (await chat.get('answers-stop').count()) === 0, ANSWER_MS);
  const here = chat.get('answer').nth(1);
  assert.match(await here.getByTestId('answer-text').innerText(), /\w/);
  await here.getByTestId('answer-keep').click();
  await until('the answer of this page is kept', async () => (await chat.get('message-sibling').textContent()) === '2/2');
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
