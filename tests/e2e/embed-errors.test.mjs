// Every way in which a server fails a reply, and other errors that a page can handle: each with its code. In Node.

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

const open = options => ricordo.ContextManager.open(options);
const refusal = call => call().then(given => assert.fail(`it was not refused: ${JSON.stringify(given)}`), error => error);

const PARTIAL = 'It is the city of';
const status = (code, message) => ({
  cors: 'given',
  answer: (_, response) => response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } })),
});
const failures = {
  'unauthorized': behaviours.unauthorized,
  'not-found': behaviours.notFound,
  'rate-limited': behaviours.rateLimited(7),
  'server-error': behaviours.serverError,
  'bad-request': status(400, 'temperature is not a number'),
  'context-overflow': behaviours.contextOverflow,
  'not-the-protocol': behaviours.webPage,
  'cut-off': behaviours.cutOff(PARTIAL),
  'error-in-stream': behaviours.errorInStream(PARTIAL),
  'empty-reply': behaviours.emptyReply,
  'ran-on': behaviours.endless,
};

for (const [code, behaviour] of Object.entries(failures)) {
  test(`a server that fails with ${code} fails the reply with that code, and what arrived is kept`, async () => {
    const { baseUrl } = server.endpoint(behaviour);
    const chat = await open({ model: { baseUrl, model: 'test-model' }, settings: { maxResponseTokens: 256 } });
    const { finish, error, text } = await chat.send('Hi');
    assert.deepEqual([finish, error?.code], ['failed', code], JSON.stringify(error));
    assert.match(error.message, /^[^\s].*[.!)]$/s);
    if (code === 'rate-limited') assert.deepEqual([error.status, error.retryAfterMs], [429, 7_000]);
    if (['cut-off', 'error-in-stream'].includes(code)) assert.equal(text, PARTIAL);
    assert.equal((await chat.history()).at(-1).error.code, code);
    await chat.close();
  });
}

test('a server that is down and an invalid address have different codes', async () => {
  const gone = await startMisbehavingServer();
  const { baseUrl } = gone.endpoint(behaviours.emptyReply);
  await gone.close();
  const codes = [];
  for (const address of [baseUrl, 'not an address']) {
    const chat = await open({ model: { baseUrl: address, model: 'x' } });
    codes.push((await chat.send('Hi')).error.code);
    await chat.close();
  }
  assert.deepEqual(codes, ['unreachable', 'invalid-address']);
});

test('temporary conversations keep no memories, and a bad summary is not stored', async () => {
  const chat = await open({ model: async function* () { yield "I'm sorry, but I can't help with that request."; }, settings: { compression: { minMessages: 4 }, shortTermWindow: 2 } });
  const about = number => `A long answer about trains to Rome, number ${number}. `.repeat(12);
  for (const number of [1, 2, 3, 4, 5]) await chat.commitTurn({ message: `Question ${number}?`, reply: about(number) });
  assert.equal((await refusal(() => chat.compress())).code, 'unusable-summary');
  assert.deepEqual(await chat.summaries.list(), []);
  await chat.conversations.create({ temporary: true });
  assert.equal((await refusal(() => chat.memories.add('User lives in Kyiv'))).code, 'temporary');
  await chat.close();
});

test('if no sentence is short enough, no extract is made', async () => {
  const chat = await open({ settings: { compression: { minMessages: 4 }, shortTermWindow: 2 } });
  const endless = 'and then another thing happened '.repeat(2_000);
  for (const number of [1, 2, 3, 4, 5]) await chat.commitTurn({ message: `${number} ${endless}`, reply: endless });
  assert.equal((await refusal(() => chat.compress({ model: false }))).code, 'no-sentences');
  assert.deepEqual(await chat.summaries.list(), []);
  await chat.close();
});

test('a summary whose sources change while it is made is not stored', async () => {
  const about = number => `We talked about the train to Rome, platform ${number}, and where to eat. `.repeat(8);
  let first;
  const chat = await open({
    settings: { compression: { minMessages: 4 }, shortTermWindow: 2 },
    model: async function* () {
      await chat.mute(first.id);
      yield 'The user asked about the train to Rome, its platforms, and where to eat near the station.';
    },
  });
  for (const number of [1, 2, 3, 4, 5, 6]) await chat.commitTurn({ message: `Question ${number}?`, reply: about(number) });
  [first] = await chat.history();
  assert.equal((await refusal(() => chat.compress())).code, 'changed');
  assert.deepEqual(await chat.summaries.list(), []);
  await chat.close();
});

test('leaving a block closes the manager, whether with using or await using', async () => {
  for (const symbol of [Symbol.dispose, Symbol.asyncDispose]) {
    const chat = await open();
    await chat[symbol]();
    assert.equal((await refusal(() => chat.history())).code, 'closed');
  }
});

test('what is to be erased is named exactly, and nothing is erased, kept or sent by a misspelt name', async () => {
  const requests = [];
  const chat = await open({ model: async function* (request) { requests.push(request); yield 'Heard'; } });
  const { id } = await chat.append('user', 'Stay');
  const stored = async () => JSON.stringify(JSON.parse(await chat.exportAll()).records);
  const before = await stored();
  const unknown = ['', 'ALL', 'conversation', id, undefined, null, 42, [], ['all'], {}, { messages: id }, { message: undefined },
    { message: 7 }, { message: id, conversation: chat.conversationId }, { message: id, forGood: true }];
  const calls = [
    ...unknown.map(what => () => chat.erase(what)),
    () => chat.conversations.create({ temporry: true }),
    () => chat.conversations.create({ temporary: 'yes' }),
    () => chat.compress({ modle: false }),
    () => open({ withoutStorage: 'eror' }),
  ];
  for (const call of calls) {
    const error = await refusal(call);
    assert.deepEqual([error.code, ricordo.isRicordoError(error)], ['bad-argument', true], error.message);
  }
  assert.match((await refusal(() => chat.erase('everything'))).message, /"conversations" or "all"/);
  assert.equal(await stored(), before);
  assert.deepEqual(requests, []);
  await chat.erase({ message: id });
  assert.deepEqual(await chat.history(), []);
  await chat.close();
});

test('a misspelt field of a project or of the user data is refused, and nothing of it is stored', async () => {
  const chat = await open();
  const { id } = await chat.projects.create({ name: 'Work', isolated: true });
  const stored = async () => JSON.stringify(JSON.parse(await chat.exportAll()).records);
  const before = await stored();
  const calls = {
    isolatd: () => chat.projects.create({ name: 'Other', isolatd: true }),
    instruction: () => chat.projects.update(id, { instruction: 'Be short.' }),
    nmae: () => chat.memories.user({ nmae: 'Ada' }),
  };
  for (const [field, call] of Object.entries(calls)) {
    const { code, message } = await refusal(call);
    assert.equal(code, 'bad-argument');
    assert.match(message, new RegExp(`no field \`${field}\`\\. There are: .*name`));
  }
  assert.equal(await stored(), before);
  const all = await chat.memories.user({ name: 'Ada', fields: [['City', 'Kyiv']] });
  assert.deepEqual([all.name, all], ['Ada', await chat.memories.user()]);
  await chat.close();
});
