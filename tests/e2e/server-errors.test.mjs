// Everything that a server can do wrong: each error has its own message, loses no text, and offers Retry.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as behave from './support/behaviours.mjs';
import { freePort } from './support/free-port.mjs';
import { startMisbehavingServer } from './support/misbehaving-server.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const QUESTION = 'What is the capital of France?';
const PARTIAL = 'It is the city of';
const GOOD = behave.reply('It is Paris.');

const scenario = suite();
const sentences = new Map();

const failures = [
  { name: 'HTTP 401', behaviour: behave.unauthorized, says: /key/i },
  { name: 'HTTP 404', behaviour: behave.notFound, says: /model|address/i },
  { name: 'HTTP 429', behaviour: behave.rateLimited(97), says: /\b97 s/i },
  { name: 'HTTP 500', behaviour: behave.serverError, says: /server/i },
  { name: 'a context overflow', behaviour: behave.contextOverflow, says: /context|too long/i },
  { name: 'a web page instead of JSON', behaviour: behave.webPage, says: /web page|html/i },
  { name: 'a stream cut in the middle', behaviour: behave.cutOff(PARTIAL), says: /connection|cut|ended/i, partial: PARTIAL },
  { name: 'a stream that never ends', behaviour: behave.endless, says: /length|long|stopped/i, partial: 'and so on and on and on' },
  { name: 'a stream that falls silent', behaviour: behave.stalls(PARTIAL), says: /\b5 s|nothing/i, partial: PARTIAL, timeoutSeconds: 5 },
  { name: 'an empty reply', behaviour: behave.emptyReply, says: /empty/i },
  { name: 'an error in mid-stream', behaviour: behave.errorInStream(PARTIAL), says: /overloaded/i, partial: PARTIAL },
  { name: 'a server without CORS headers', behaviour: behave.withoutCors, says: /CORS|origin|allow/i },
];

for (const { name, behaviour, says, partial = '', timeoutSeconds } of failures) {
  scenario(`${name}: its own message, nothing lost, Retry works`, async ({ chat, server, t }) => {
    const endpoint = server.endpoint(behaviour, GOOD);
    await chat.open();
    await chat.useEndpoint({ ...endpoint, timeoutSeconds });
    const failed = await chat.turn(QUESTION);
    t.diagnostic(failed.error);
    sentences.set(name, failed.error);
    assertFailed(failed, says, partial);
    assert.equal((await chat.messages())[0].text, QUESTION);
    if (partial) assert.equal(endpoint.chats[0].body.includes(partial), false);

    await chat.reload();
    const [question, reply] = await chat.messages();
    assert.equal(question.text, QUESTION, 'the text survives a reload');
    assert.equal(reply.error, failed.error, 'and so does the sentence');
    if (timeoutSeconds) await chat.useEndpoint({ ...endpoint, timeoutSeconds: 60 });
    assert.equal((await chat.retry()).text, 'It is Paris.');
    assert.equal((await chat.conversation()).filter(line => line === `user: ${QUESTION}`).length, 1, 'the question is there once');
    const again = endpoint.chats.at(-1).json.messages;
    assert.equal(again.filter(({ content }) => content.endsWith(QUESTION)).length, 1, 'and is sent once');
  });
}

scenario('a rejected preflight is reported as CORS, because browsers do not distinguish them', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.preflightRefused);
  await chat.open();
  await chat.useEndpoint(endpoint);
  const failed = await chat.turn(QUESTION);
  assertFailed(failed, /CORS|origin|allow/i);
  assert.equal(endpoint.chats.length, 0);
});

scenario('a connection that is lost before the response is not reported as CORS', async ({ chat, server }) => {
  let isLost = true;
  const endpoint = server.endpoint(behave.losesWhile(() => isLost, 'It is Paris.'));
  await chat.open();
  await chat.useEndpoint({ ...endpoint, key: 'sk-secret-0123456789' });
  const failed = await chat.turn(QUESTION);
  assertFailed(failed, /connection was lost/i);
  const probes = endpoint.requests.filter(({ method, path }) => method === 'GET' && path === '/v1/chat/completions');
  assert.deepEqual(probes.map(({ headers }) => headers.authorization), ['none'], 'the key is not sent once more');
  isLost = false;
  assert.equal((await chat.retry()).text, 'It is Paris.');
});

scenario('a server that is down: its own message, and Retry works once it is up', async ({ chat, t }) => {
  const gone = await startMisbehavingServer({ port: await freePort() });
  const { baseUrl } = gone.endpoint(GOOD);
  await gone.close();
  await chat.open();
  await chat.useEndpoint({ baseUrl });
  const failed = await chat.turn(QUESTION);
  t.diagnostic(failed.error);
  sentences.set('a server that is down', failed.error);
  assertFailed(failed, /running|reach|answer/i);

  const back = await startMisbehavingServer({ port: Number(new URL(baseUrl).port) });
  t.after(() => back.close());
  back.endpoint(GOOD);
  assert.equal((await chat.retry()).text, 'It is Paris.');
});

scenario('an invalid address is rejected where it is typed', async ({ chat }) => {
  await chat.open();
  await chat.fillEndpoint({ baseUrl: 'not a url' });
  await chat.get('endpoint-save').click();
  const sentence = await chat.words('endpoint-error');
  sentences.set('a wrong address', sentence);
  assert.match(sentence, /http/i);
  assert.equal(await chat.get('endpoint-url').inputValue(), 'not a url');
});

scenario('a message over the budget is not sent and stays in the composer', async ({ chat, server }) => {
  const endpoint = server.endpoint(GOOD);
  await chat.open();
  await chat.useEndpoint(endpoint);
  const long = 'far too many words '.repeat(4_000);
  await chat.send(long);
  assert.match(await chat.words('notice'), /tokens over the budget/);
  assert.equal(await chat.composer(), long);
  assert.equal((await chat.messages()).length, 0);
  assert.equal(endpoint.chats.length, 0);
});

test('no two errors share a message', () => {
  const seen = [...sentences.values()];
  assert.equal(sentences.size, failures.length + 2);
  assert.equal(new Set(seen).size, seen.length, JSON.stringify([...sentences], null, 2));
});

function assertFailed(reply, says, partial = '') {
  assert.equal(reply.finish, 'failed');
  assert.match(reply.error, says);
  assert.ok(reply.text.startsWith(partial), `the partial reply is kept: ${reply.text.slice(0, 100)}`);
}

scenario('a rate limit that names its time counts down, retries once automatically, and then waits for the user', async ({ chat, server }) => {
  // Long enough for a busy machine to see it count.
  const endpoint = server.endpoint(behave.rateLimited(60), behave.rateLimited(60), GOOD);
  await chat.page.clock.install();
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.send(QUESTION);
  await until('it counts', async () => /\b\d+ s/.test(await chat.words('retry-countdown')));
  await chat.page.clock.runFor(61_000);
  await until('it was tried again', () => endpoint.chats.length === 2);
  await until('it failed again', async () => (await chat.messages()).at(-1)?.finish === 'failed');
  await chat.get('retry').waitFor();
  assert.equal(await chat.get('retry-countdown').count(), 0, 'not a third time');
  assert.equal((await chat.retry()).text, 'It is Paris.');
  assert.equal(endpoint.chats.length, 3);
});

scenario('a countdown is cancelled with its button', async ({ chat, server }) => {
  // Long enough for a busy machine to press the button before it ends.
  const endpoint = server.endpoint(behave.rateLimited(60), GOOD);
  await chat.page.clock.install();
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.send(QUESTION);
  await chat.get('retry-stop').click();
  assert.equal(await chat.get('retry-countdown').count(), 0);
  // Longer than the countdown: an automatic request would arrive before Retry is pressed.
  await chat.page.clock.runFor(70_000);
  assert.equal((await chat.retry()).text, 'It is Paris.');
  assert.equal(endpoint.chats.length, 2);
});

scenario('an overflow that names the limit offers that limit', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.contextOverflow, GOOD);
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.turn(QUESTION);
  const offer = chat.get('use-limit');
  assert.match(await offer.innerText(), /Use 4,096/);
  await offer.click();
  await until('the reply', async () => (await chat.messages()).at(-1)?.text === 'It is Paris.');
  const [provider] = await storedRows(chat, 'providers');
  assert.equal(provider.context_tokens, 4_096);
  assert.ok(endpoint.chats.at(-1).json.max_tokens <= 2_048, 'the reply leaves room for the prompt');
});

scenario('a stopped reply offers one button to get it again', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.stalls(PARTIAL), GOOD));
  await chat.send(QUESTION);
  await chat.streaming(PARTIAL);
  await chat.get('stop').click();
  await chat.settled('the stopped reply');
  const last = chat.get('message').last();
  await last.hover();
  assert.equal(await last.getByTestId('retry').count(), 1);
  assert.equal(await last.getByTestId('message-regenerate').count(), 0);
  assert.equal((await chat.retry()).text, 'It is Paris.');
  await last.hover();
  assert.equal(await chat.get('message').last().getByTestId('message-regenerate').count(), 1);
});

scenario('reasoning is announced once', async ({ chat, server }) => {
  const thinks = { cors: 'given', answer: (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { reasoning_content: 'Let me see.' } }] })}\n\n`);
  } };
  await chat.open();
  await chat.useEndpoint(server.endpoint(thinks));
  await chat.send(QUESTION);
  await chat.page.locator('.reasoning').waitFor();
  assert.equal((await chat.get('message').last().innerText()).match(/Thinking/g)?.length, 1);
});

scenario('without a network connection the page says so and blames no server', async ({ chat, server, context }) => {
  await chat.open();
  await chat.useEndpoint({ ...server.endpoint(GOOD), baseUrl: 'https://api.example.invalid/v1' });
  // The first turn loads all code that a turn needs.
  await chat.turn('Is anybody there?');
  await context.setOffline(true);
  assert.match(await chat.words('offline'), /offline/i);
  const failed = await chat.turn(QUESTION);
  assert.match(failed.error, /offline/i);
  assert.doesNotMatch(failed.error, /server is running/);
  await context.setOffline(false);
  await until('the mark is gone', async () => (await chat.get('offline').count()) === 0);
});
