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

// The parts of a request that models refuse, each with the refusal of a real server.
const refused = [
  {
    name: 'a temperature',
    prepare: chat => setOnce(chat, 'sampling.temperature', setting => setting.fill('0.7')),
    isRefused: ({ temperature }) => temperature !== undefined,
    message: "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
    behave: behave.refusesWhile,
    change: ({ temperature: _, ...rest }) => rest,
  },
  {
    name: 'the old name of the limit',
    isRefused: ({ max_tokens }) => max_tokens !== undefined,
    message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    behave: behave.refusesWhile,
    change: ({ max_tokens, ...rest }) => ({ ...rest, max_completion_tokens: max_tokens }),
  },
  {
    name: 'a system message after the first',
    prepare: chat => setOnce(chat, 'now_style', setting => setting.selectOption('date')),
    isRefused: hasLaterSystem,
    message: 'Jinja Exception: System message must be at the beginning.',
    behave: (isRefused, message, text) => behave.refusesWhile(isRefused, message, text, 500),
  },
  {
    name: 'a system message after the first, in the stream',
    prepare: chat => setOnce(chat, 'now_style', setting => setting.selectOption('date')),
    isRefused: hasLaterSystem,
    message: 'Error rendering prompt with jinja template: "System message must be at the beginning."',
    behave: behave.refusesInStreamWhile,
  },
];

function hasLaterSystem({ messages }) {
  return messages.slice(1).some(({ role }) => role === 'system');
}

async function setOnce(chat, path, set) {
  await chat.get('settings-button').click();
  await chat.get('settings-search').waitFor();
  await set(await chat.setting(path));
  await chat.get('settings-save').click();
  await chat.get('settings-search').waitFor({ state: 'detached' });
}

for (const { name, prepare = () => {}, isRefused, message, behave: behaviour, change } of refused) {
  scenario(`a model that refuses ${name} is asked again as it wants, once and for all`, async ({ chat, server }) => {
    const endpoint = server.endpoint(behaviour(isRefused, message, ANSWER));
    await chat.open();
    await prepare(chat);
    await chat.useEndpoint(endpoint);
    const reply = await chat.turn('What is the capital of France?');
    assert.equal(reply.finish, 'complete', reply.error);
    assert.equal(reply.text, ANSWER);
    const [first, second] = endpoint.chats.map(({ json }) => json);
    assert.deepEqual([first, second].map(isRefused), [true, false]);
    if (change) assert.deepEqual(second, change(first));
    assert.match(JSON.stringify(second.messages.at(-1)), /capital of France/);
    await chat.turn('And of Italy?');
    assert.deepEqual(endpoint.chats.slice(1).filter(({ json }) => isRefused(json)), [], 'it is remembered');
  });
}
