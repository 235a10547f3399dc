// Differences between servers that a user should never notice.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { suite } from './support/suite.mjs';

const ANSWER = 'Привіт, це Paris — 巴黎 🙂.';
const scenario = suite();

const oddities = [
  { name: 'a plain stream', behaviour: behave.reply(ANSWER) },
  { name: 'keep-alive comments, CRLF and no [DONE]', behaviour: behave.keepAlives(ANSWER) },
  { name: 'thoughts before the answer', behaviour: behave.reasoning('The user asks about France.', ANSWER) },
  { name: 'empty choices on the usage chunk', behaviour: behave.usageWithChoices(ANSWER, []) },
  { name: 'null choices on the usage chunk', behaviour: behave.usageWithChoices(ANSWER, null) },
];

for (const { name, behaviour } of oddities) {
  scenario(`${name}: the reply is complete`, async ({ chat, server }) => {
    await chat.open();
    await chat.useEndpoint(server.endpoint(behaviour));
    const reply = await chat.turn('What is the capital of France?');
    assert.equal(reply.finish, 'complete', reply.error);
    assert.equal(reply.text, ANSWER);
  });
}

scenario('a server that rejects stream_options is asked again without them, once and for all', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.refusesStreamOptions(ANSWER));
  await chat.open();
  await chat.useEndpoint(endpoint);
  const reply = await chat.turn('What is the capital of France?');
  assert.equal(reply.finish, 'complete', reply.error);
  assert.equal(reply.text, ANSWER);
  const [first, second] = endpoint.chats.map(({ json }) => json);
  assert.ok(first.stream_options);
  const { stream_options: _, ...rest } = first;
  assert.deepEqual(second, rest);
});
