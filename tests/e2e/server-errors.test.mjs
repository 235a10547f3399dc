// Everything a server can do wrong: each has its own sentence, loses no text, and leaves Retry there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as behave from './support/behaviours.mjs';
import { startMisbehavingServer } from './support/misbehaving-server.mjs';
import { suite } from './support/suite.mjs';

const QUESTION = 'What is the capital of France?';
const PARTIAL = 'It is the city of';
const GOOD = behave.reply('It is Paris.');

const scenario = suite();
const sentences = new Map();

const failures = [
  { name: 'HTTP 401', behaviour: behave.unauthorized, says: /key/i },
  { name: 'HTTP 404', behaviour: behave.notFound, says: /model|address/i },
  { name: 'HTTP 429', behaviour: behave.rateLimited(7), says: /\b7 s/i },
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
  scenario(`${name}: a sentence of its own, nothing lost, Retry works`, async ({ chat, server, t }) => {
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
    assert.equal((await chat.talk()).filter(line => line === `user: ${QUESTION}`).length, 1, 'the question is there once');
    const again = endpoint.chats.at(-1).json.messages;
    assert.equal(again.filter(({ content }) => content.endsWith(QUESTION)).length, 1, 'and is sent once');
  });
}

scenario('a preflight that is refused reads as CORS does, for it is the same to a browser', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.preflightRefused);
  await chat.open();
  await chat.useEndpoint(endpoint);
  const failed = await chat.turn(QUESTION);
  assertFailed(failed, /CORS|origin|allow/i);
  assert.equal(endpoint.chats.length, 0);
});

scenario('a server that is down: a sentence of its own, and Retry works once it is up', async ({ chat, t }) => {
  const gone = await startMisbehavingServer();
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

scenario('an address that is none is refused where it is typed', async ({ chat }) => {
  await chat.open();
  await chat.fillEndpoint({ baseUrl: 'not a url' });
  await chat.get('endpoint-save').click();
  const sentence = await chat.words('endpoint-error');
  sentences.set('a wrong address', sentence);
  assert.match(sentence, /http/i);
  assert.equal(await chat.get('endpoint-url').inputValue(), 'not a url');
});

scenario('a message over the budget is not sent, and stays in the composer', async ({ chat, server }) => {
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

test('no two failures share a sentence', () => {
  const seen = [...sentences.values()];
  assert.equal(sentences.size, failures.length + 2);
  assert.equal(new Set(seen).size, seen.length, JSON.stringify([...sentences], null, 2));
});

function assertFailed(reply, says, partial = '') {
  assert.equal(reply.finish, 'failed');
  assert.match(reply.error, says);
  assert.ok(reply.text.startsWith(partial), `the partial reply is kept: ${reply.text.slice(0, 100)}`);
}
