// `ContextManager` as a program uses it, from the packed package: what each call does, and how bad input is rejected. In
// Node, with the store in memory.

import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startMisbehavingServer } from './support/misbehaving-server.mjs';
import * as behaviours from './support/behaviours.mjs';
import { importedFrom, newWorkspace } from './support/package-apps.mjs';

let workspace;
let folder;
let ricordo;
let server;

before(async () => {
  workspace = await newWorkspace();
  folder = await workspace.app('node');
  ricordo = await importedFrom(folder);
  server = await startMisbehavingServer();
});
after(async () => {
  await server?.close();
  await workspace?.remove();
});

const echo = async function* (request) {
  yield 'Heard: ';
  yield words(request.messages.at(-1).content);
};
/** Without the time stamp. */
const words = text => text.replace(/^\[[^\]]*\] /, '');
const open = options => ricordo.ContextManager.open({ model: echo, ...options });
/** All stored data, without the time of the export. */
const records = async chat => JSON.stringify(JSON.parse(await chat.exportAll()).records);
const texts = messages => messages.map(({ role, text }) => `${role}: ${text}`);

/** Checks that a call is rejected with an error of the package with this code, and that stored data is unchanged. */
async function refused(chat, code, call) {
  const before = chat && (await records(chat));
  const error = await Promise.resolve()
    .then(call)
    .then(
      given => assert.fail(`it was not refused: ${JSON.stringify(given)}`),
      error => error,
    );
  assert.ok(error instanceof Error && error instanceof ricordo.RicordoError && ricordo.isRicordoError(error), String(error));
  assert.deepEqual([error.name, error.code], ['RicordoError', code], error.message);
  assert.match(error.message, /^[^\s].*[.!)]$/s, 'a sentence');
  if (chat) assert.equal(await records(chat), before, 'stored data is untouched');
  return error;
}

test('before init every entry point says what to do, and init may be called twice', async () => {
  const error = await refused(null, 'not-initialized', () => open());
  assert.match(error.message, /await init\(\)/);
  const failed = await refused(null, 'init-failed', () => ricordo.init(new Uint8Array([1, 2, 3])));
  assert.ok(failed.cause instanceof Error);
  await Promise.all([ricordo.init(), ricordo.init()]);
  await ricordo.init();
});

test('a chat is sent, streamed, forgotten, remembered and undone', async () => {
  const chat = await open();
  const events = [];
  const reply = await chat.send('One', { onEvent: event => events.push(event.type) });
  assert.deepEqual([reply.role, reply.text, reply.finish], ['assistant', 'Heard: One', 'complete']);
  assert.deepEqual(events, ['compiled', 'stored', 'sent', 'text', 'text']);
  const streamed = chat.stream('Two');
  let text = '';
  for (let next = await streamed.next(); ; next = await streamed.next()) {
    if (next.done) {
      assert.equal(next.value.text, text);
      break;
    }
    if (next.value.type === 'text') text += next.value.text;
  }
  const before = (await chat.compile('Three')).request;
  assert.equal(before.messages.length, 6);
  await chat.forget();
  assert.equal((await chat.compile('Three')).request.messages.length, 2);
  assert.deepEqual((await chat.history()).map(message => message.forgotten), [true, true, true, true]);
  assert.equal(await chat.remember(), true);
  assert.deepEqual((await chat.compile('Three')).request, before);
  await chat.forget({ keep: 2 });
  assert.equal((await chat.compile('Three')).request.messages.length, 4);
  assert.equal(await chat.undo(), 'forget');
  assert.deepEqual((await chat.compile('Three')).request, before);
  const all = [];
  for await (const message of chat.messages()) all.push(message);
  assert.deepEqual(texts(all), texts(await chat.history()));
  const [, , third] = await chat.history();
  assert.deepEqual(texts(await chat.history({ limit: 1, before: third.id })), ['assistant: Heard: One']);
});

test('compile returns the exact request that the model gets, and stores nothing', async () => {
  let sent;
  const chat = await open({
    model: async function* (request) {
      sent = request;
      yield 'Yes';
    },
  });
  await chat.send('First');
  const stored = await records(chat);
  const compiled = await chat.compile('Second');
  assert.equal(await records(chat), stored);
  await chat.send('Second');
  assert.deepEqual(sent, compiled.request);
  assert.equal(compiled.layers.reduce((sum, layer) => sum + layer.tokens, 0), compiled.tokens);
});

test('a page that calls its model itself commits the turn, and the next request includes it', async () => {
  const chat = await ricordo.ContextManager.open();
  const { message, reply } = await chat.commitTurn({ message: 'Capital of France?', reply: 'Paris.', model: 'mine', usage: { promptTokens: 9, completionTokens: 2 } });
  assert.deepEqual([message.role, reply.role, reply.model, reply.finish], ['user', 'assistant', 'mine', 'complete']);
  await chat.append('system', 'The user is in a hurry.');
  const contents = (await chat.compile('And of Italy?')).request.messages.map(one => words(one.content));
  assert.deepEqual(contents.slice(-3), ['Paris.', 'The user is in a hurry.', 'And of Italy?']);
  assert.deepEqual((await chat.stats()).map(day => [day.model, day.requests, day.promptTokens]), [['mine', 1, 9]]);
  await refused(chat, 'no-model', () => chat.send('Hi'));
  await refused(chat, 'empty-message', () => chat.commitTurn({ message: 'x', reply: ' ' }));
  await refused(chat, 'bad-argument', () => chat.append('user', [{ type: 'toolResult', call: '1', content: 'x' }]));
  await refused(chat, 'bad-argument', () => chat.append('robot', 'x'));
});

test('marks, memories, tasks, settings and presets take effect, and undo reverts them', async () => {
  const chat = await open();
  await chat.send('Keep me');
  const [message] = await chat.history();
  await chat.mute(message.id);
  assert.equal((await chat.history())[0].mark, 'muted');
  await chat.pin(message.id);
  assert.equal((await chat.history())[0].mark, 'pinned');
  await chat.pin(message.id, false);
  assert.equal((await chat.history())[0].mark, undefined);

  const fact = await chat.memories.add('User lives in Kyiv');
  await chat.memories.update(fact.id, 'User lives in Rome');
  await chat.memories.pin(fact.id);
  const { entries } = await chat.memories.list({ words: 'rome' });
  assert.deepEqual(entries.map(({ text, kind, pinned }) => [text, kind, pinned]), [['User lives in Rome', 'fact', true]]);
  assert.ok(JSON.stringify((await chat.compile('?')).request).includes('User lives in Rome'));
  await chat.memories.remove(fact.id);
  assert.equal((await chat.memories.list()).total, 0);
  assert.equal((await chat.memories.user({ name: 'Ada' })).name, 'Ada');

  const task = await chat.tasks.add('Call', '2026-12-01');
  await chat.tasks.complete(task.id);
  assert.deepEqual((await chat.tasks.list()).map(({ title, state, due }) => [title, state, due]), [['Call', 'done', '2026-12-01']]);
  await chat.tasks.remove(task.id);

  const changed = await chat.settings({ contextMaxTokens: 4000, compression: { minMessages: 6 } });
  assert.deepEqual([changed.contextMaxTokens, changed.compression.minMessages, changed.compression.maxTokens], [4000, 6, 512]);
  assert.equal(await chat.undo(), 'settings');
  assert.equal((await chat.settings()).contextMaxTokens, 8000);
  assert.equal((await chat.preset('journal')).preset, 'journal');
  assert.ok((await chat.presets()).some(({ name }) => name === 'journal'));
});

test('conversations are listed, changed, erased, exported and imported', async () => {
  const chat = await open();
  await chat.send('In the first');
  const first = chat.conversationId;
  const second = await chat.conversations.create();
  assert.notEqual(second, first);
  await chat.send('In the second');
  assert.deepEqual((await chat.conversations.list()).map(({ title, open }) => [title, open]), [['In the second', true], ['In the first', false]]);
  await chat.conversations.open(first);
  assert.deepEqual(texts(await chat.history()), ['user: In the first', 'assistant: Heard: In the first']);
  await chat.conversations.rename(first, 'Named');
  const kept = await chat.exportAll();
  await chat.erase({ conversation: second });
  assert.ok(!(await chat.exportAll()).includes('In the second'));
  const other = await open();
  const taken = await other.importAll(kept);
  assert.ok(taken.added > 0 && taken.kept === 0);
  assert.equal((await other.importAll(kept)).added, 0);
  await other.conversations.open(second);
  assert.deepEqual(texts(await other.history()), ['user: In the second', 'assistant: Heard: In the second']);
  await other.erase('all');
  assert.ok(!(await other.exportAll()).includes('In the'));
});

test('older messages become a summary, with and without a model, and in background work', async () => {
  const model = async function* (request) {
    const asked = words(String(request.messages.at(-1).content));
    yield asked.length > 400 ? 'They spoke about trains to Rome.' : `A long answer about trains to Rome, number ${asked}. `.repeat(12);
  };
  const chat = await open({ model, settings: { compression: { minMessages: 4 }, shortTermWindow: 2 } });
  for (const text of ['1', '2', '3', '4', '5', '6']) await chat.send(text);
  const summary = await chat.compress({ model: false });
  assert.equal(summary.model, undefined);
  assert.ok(summary.tokens < summary.tokensBefore && summary.sources.length >= 4);
  assert.equal((await chat.summaries.list())[0].standing, 'inForce');
  await chat.uncompress();
  const made = await chat.compress();
  assert.deepEqual([made.model, made.text], ['page', 'They spoke about trains to Rome.']);
  await refused(chat, 'nothing-to-compress', () => chat.compress());
  const seen = [];
  assert.equal(await chat.maintain({ onEvent: ({ type }) => seen.push(type) }), true);
  assert.equal(seen.at(-1), 'idle');
});

test('two sends at once run one after the other, and an abort in the queue stores nothing', async () => {
  const order = [];
  const slow = async function* (request) {
    const text = words(request.messages.at(-1).content);
    order.push(`begin ${text}`);
    await new Promise(resolve => setTimeout(resolve, 30));
    yield text;
    order.push(`end ${text}`);
  };
  const chat = await open({ model: slow });
  const abort = new AbortController();
  const sends = [chat.send('a'), chat.send('b', { signal: abort.signal }), chat.send('c')];
  abort.abort(new Error('changed my mind'));
  const [a, b, c] = await Promise.allSettled(sends);
  assert.deepEqual([a.value.text, b.reason.code, b.reason.cause.message, c.value.text], ['a', 'aborted', 'changed my mind', 'c']);
  assert.deepEqual(order, ['begin a', 'end a', 'begin c', 'end c']);
  assert.deepEqual(texts(await chat.history()), ['user: a', 'assistant: a', 'user: c', 'assistant: c']);
});

test('an abort before sending rejects; one before the first byte stops an empty reply', async () => {
  const never = async function* (_, signal) {
    await new Promise(resolve => signal.addEventListener('abort', resolve));
  };
  const chat = await open({ model: never });
  await refused(chat, 'aborted', () => chat.send('Hi', { signal: AbortSignal.abort() }));
  const abort = new AbortController();
  const reply = await chat.send('Hi', { signal: abort.signal, onEvent: ({ type }) => type === 'sent' && abort.abort() });
  assert.deepEqual([reply.finish, reply.text], ['stopped', '']);
  assert.deepEqual(texts(await chat.history()), ['user: Hi', 'assistant: ']);
  const left = await open();
  for await (const event of left.stream('Leave early')) if (event.type === 'sent') break;
  assert.equal((await left.send('Then')).text, 'Heard: Then');
});

test('a model function that throws, yields garbage, yields nothing or hangs fails the reply with a code', async () => {
  const cases = [
    ['model-threw', async function* () { yield 'Half'; throw new TypeError('no such thing'); }, /TypeError: no such thing/],
    ['model-garbage', async function* () { yield 42; }, /yielded 42/],
    ['model-garbage', () => ({ not: 'iterable' }), /nothing to iterate/],
    ['empty-reply', async function* () {}, /empty/],
    ['timed-out', async function* () { yield 'Half'; await new Promise(() => {}); }, /Nothing was received/],
    ['ran-on', async function* () { for (;;) { yield 'word '.repeat(200); await null; } }, /far longer than requested/],
  ];
  for (const [code, model, message] of cases) {
    const chat = await open({ model, settings: { responseTimeoutSeconds: 5, maxResponseTokens: 256 } });
    const reply = await chat.send('Hi');
    assert.deepEqual([reply.finish, reply.error?.code], ['failed', code], JSON.stringify(reply.error));
    assert.match(reply.error.message, message);
    assert.equal((await chat.history()).at(-1).error.code, code, 'it is kept');
    await chat.close();
  }
});

test('a tool that throws, returns something unserializable or gets broken JSON does not fail the turn', async () => {
  let asked = 0;
  const model = async function* (request) {
    if (request.messages.at(-1).role === 'tool') return yield `Told: ${request.messages.filter(one => one.role === 'tool').map(one => one.content).join(' | ')}`;
    asked += 1;
    yield { type: 'toolCall', index: 0, id: 'a', name: 'throws', arguments: '{}' };
    yield { type: 'toolCall', index: 1, id: 'b', name: 'loops', arguments: '{}' };
    yield { type: 'toolCall', index: 2, id: 'c', name: 'works', arguments: '{"n": 1' };
    yield { type: 'toolCall', index: 3, id: 'd', name: 'works', arguments: '{"n": 2}' };
  };
  const chat = await open({ model });
  const errors = [];
  chat.on('error', error => errors.push([error.code, error.cause instanceof Error]));
  chat.registerTool({ name: 'throws', description: 'Throws.' }, () => { throw new Error('out of order'); });
  chat.registerTool({ name: 'loops', description: 'Loops.' }, () => { const loop = {}; loop.loop = loop; return loop; });
  const remove = chat.registerTool({ type: 'function', function: { name: 'works', description: 'Works.' } }, async ({ n }) => ({ twice: 2 * n }));
  const rounds = [];
  const reply = await chat.send('Go', { onEvent: event => event.type === 'round' && rounds.push(event) });
  assert.equal(asked, 1);
  assert.deepEqual(rounds[0].calls.map(({ failed }) => failed), [true, true, true, false]);
  assert.match(reply.text, /out of order.*cannot be read.*not valid JSON.*\{"twice":4\}/s);
  assert.deepEqual(errors, [['tool-failed', true], ['not-plain', true]]);
  await refused(chat, 'tool-exists', () => chat.registerTool({ name: 'works', description: '' }, () => ''));
  await refused(chat, 'tool-exists', () => chat.registerTool({ name: 'add_task', description: '' }, () => ''));
  await refused(chat, 'bad-argument', () => chat.registerTool({ name: 'no spaces', description: '' }, () => ''));
  remove();
  const names = (await chat.compile('?')).request.tools.map(tool => tool.function.name);
  assert.ok(names.includes('throws') && !names.includes('works'), names.join());
});

test('bad input is rejected by name, and stored data is unchanged', async () => {
  const chat = await open();
  await chat.send('Stay');
  const loop = {};
  loop.loop = loop;
  const some = '01a20377-d362-79b0-a7d9-7de49bccb066';
  const range = await refused(chat, 'out-of-range', () => chat.settings({ contextMaxTokens: 10 }));
  assert.deepEqual(range.details, { field: 'contextMaxTokens', given: 10, min: 2000, max: 1000000 });
  await refused(chat, 'unknown-setting', () => chat.settings({ compression: { colour: 1 } }));
  await refused(chat, 'unknown-setting', () => chat.settings({ version: 9 }));
  await refused(chat, 'wrong-value', () => chat.settings({ contextMaxTokens: 'many' }));
  await refused(chat, 'wrong-value', () => chat.settings({ tools: ['fly'] }));
  await refused(chat, 'unknown-zone', () => chat.settings({ timeZone: 'Mars/Base' }));
  await refused(chat, 'bad-template', () => chat.settings({ compression: { promptTemplate: 'Sum up.' } }));
  await refused(chat, 'not-plain', () => chat.settings(loop));
  await refused(chat, 'unknown-preset', () => chat.preset('nothing'));
  await refused(chat, 'bad-preset', () => chat.preset('{}'));
  await refused(chat, 'empty-message', () => chat.send('  '));
  await refused(chat, 'bad-argument', () => chat.send(42));
  await refused(chat, 'bad-argument', () => chat.send([{ type: 'image', data: new Uint8Array(3) }]));
  await refused(chat, 'cannot-see', () => chat.send([{ type: 'image', data: new Uint8Array(3), mediaType: 'image/png' }]));
  const over = await refused(chat, 'over-budget', () => chat.compile('word '.repeat(20_000)));
  assert.ok(over.details.overBy > 0);
  await refused(chat, 'no-conversation', () => chat.conversations.open(some));
  await refused(chat, 'bad-argument', () => chat.conversations.open('x'));
  await refused(chat, 'no-message', () => chat.mute(some));
  await refused(chat, 'no-message', () => chat.history({ before: some }));
  await refused(chat, 'out-of-range', () => chat.history({ limit: -1 }));
  await refused(chat, 'memory-refused', () => chat.memories.add(''));
  await refused(chat, 'task-refused', () => chat.tasks.add('Call', 'tomorrow'));
  await refused(chat, 'summary-refused', () => chat.summaries.update(some, 'x'));
  await refused(chat, 'nothing-compressed', () => chat.uncompress());
  await refused(chat, 'not-an-export', () => chat.importAll('{}'));
  await refused(chat, 'newer-version', () => chat.importAll('{"ricordo": 99, "records": []}'));
  await refused(chat, 'bad-argument', () => chat.on('turn', 'no function'));
  await refused(null, 'bad-argument', () => open({ nmae: 'x' }));
  await refused(null, 'bad-argument', () => open({ model: { model: 'x' } }));
  await refused(null, 'bad-argument', () => open({ model: { baseUrl: 'http://127.0.0.1:9', model: 'x', kye: 'y' } }));
  await refused(null, 'storage-unavailable', () => ricordo.ContextManager.open('named', { withoutStorage: 'error' }));
  const memory = await ricordo.ContextManager.open('named');
  assert.deepEqual([memory.storage.kind, memory.storage.persistent], ['memory', false]);
  assert.match(memory.storage.note, /does not let the page store data/);
});

test('a closed manager rejects everything, and closing stops running turns', async () => {
  const never = async function* (_, signal) {
    yield 'Half';
    await new Promise(resolve => signal.addEventListener('abort', resolve));
  };
  const chat = await open({ model: never });
  let sending;
  await new Promise(resolve => {
    sending = chat.send('Hi', { onEvent: ({ type }) => type === 'text' && resolve() });
  });
  await chat.close();
  await chat.close();
  const reply = await sending;
  assert.deepEqual([reply.finish, reply.text], ['stopped', 'Half']);
  for (const call of [() => chat.send('x'), () => chat.history(), () => chat.memories.list(), () => chat.useModel(), () => chat.exportAll()]) {
    await refused(null, 'closed', call);
  }
});

test('a listener that throws stops nothing', async () => {
  const chat = await open();
  const errors = [];
  const changes = [];
  chat.on('turn', () => { throw new Error('mine'); });
  chat.on('error', error => errors.push(error.code));
  chat.on('change', ({ what, from }) => changes.push(`${what} ${from}`));
  assert.equal((await chat.send('Hi')).finish, 'complete');
  await chat.forget();
  assert.deepEqual([...new Set(errors)], ['listener-failed']);
  assert.deepEqual(changes, ['messages here', 'context here']);
});

test('a key is only sent to its endpoint: no call, error, export or field returns it', async () => {
  const key = 'sk-very-secret-0123456789';
  const endpoint = server.endpoint(behaviours.unauthorized, behaviours.reply('Hello'));
  const chat = await open({ model: { baseUrl: endpoint.baseUrl, model: 'm', key } });
  const failed = await chat.send('Hi');
  assert.equal(failed.error.code, 'unauthorized');
  assert.equal((await chat.send('Hi')).text, 'Hello');
  assert.equal(endpoint.chats[1].headers.authorization, `Bearer ${key}`);
  const seen = new Set();
  const everything = value => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return String(value);
    seen.add(value);
    return Reflect.ownKeys(value).map(name => `${String(name)} ${everything(Reflect.get(value, name))}`).join(' ');
  };
  const outputs = [failed, await chat.history(), await chat.exportAll(), await chat.compile('x'), await chat.stats(), await chat.settings(), chat];
  for (const value of outputs) assert.ok(!everything(value).includes(key) && !JSON.stringify(value).includes(key));
});

test('a page in Node may import the element', async () => {
  const { RicordoChat } = await import(path.join(folder, 'node_modules/ricordo/dist/chat.js'));
  assert.equal(typeof RicordoChat, 'function');
});
