// What is erased by itself, from the packed package: removed conversations after 30 days, and temporary ones once they are left.
// In Node, with the store in memory.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { importedFrom, newWorkspace } from './support/package-apps.mjs';

let workspace;
let ricordo;

before(async () => {
  workspace = await newWorkspace();
  ricordo = await importedFrom(await workspace.app('node'));
  await ricordo.init();
});
after(() => workspace?.remove());

const DAY = 86_400_000;
const open = options => ricordo.ContextManager.open(options);

for (const [named, model] of [['with a model', async function* () { yield 'Heard'; }], ['without a model', undefined]]) {
  test(`background work erases what was removed 30 days ago, ${named}`, async t => {
    const chat = await open({ model });
    await chat.append('user', 'Stays');
    const removed = await chat.conversations.create();
    await chat.append('user', 'Removed words');
    await chat.conversations.remove(removed);
    const isStored = async () => (await chat.exportAll()).includes('Removed words');
    const maintain = () => chat.maintain().then(() => undefined, error => error.code);
    const end = model ? undefined : 'no-model';
    assert.deepEqual([await maintain(), await isStored()], [end, true]);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31 * DAY });
    assert.deepEqual([await maintain(), await isStored()], [end, false]);
    assert.deepEqual((await chat.history()).map(({ text }) => text), ['Stays']);
    await chat.close();
  });
}

test('a temporary conversation is erased when it is left, and stays while it is open', async () => {
  const chat = await open({ model: async function* () { yield 'Heard'; } });
  const first = chat.conversationId;
  await chat.append('user', 'Begin');
  const listed = async () => (await chat.conversations.list()).map(({ id }) => id);
  const temporary = () => chat.conversations.create({ temporary: true });
  const leaves = {
    'another one is opened': () => chat.conversations.open(first),
    'another temporary one is created': () => temporary(),
    'it is removed': () => chat.conversations.remove(chat.conversationId),
    'it is erased': () => chat.erase({ conversation: chat.conversationId }),
  };
  for (const [how, leave] of Object.entries(leaves)) {
    const id = await temporary();
    await chat.send('Secret');
    await chat.maintain();
    await chat.conversations.open(id);
    assert.deepEqual([(await chat.history()).length, (await listed()).includes(id)], [2, true], how);
    await leave();
    assert.equal((await listed()).includes(id), false, how);
    await assert.rejects(chat.conversations.open(id), { code: 'no-conversation' }, how);
  }
  assert.deepEqual([chat.conversationId, await listed()], [first, [first]]);
  assert.equal(await chat.undo(), undefined, 'nothing of a temporary one can be restored');
  await chat.close();
});

test('leaving a temporary conversation stops its reply', async () => {
  let begin;
  const begun = new Promise(resolve => (begin = resolve));
  const chat = await open({
    model: async function* (_, signal) {
      yield 'Secret';
      begin();
      await new Promise(resolve => signal.addEventListener('abort', resolve));
    },
  });
  const first = chat.conversationId;
  await chat.append('user', 'Begin');
  const id = await chat.conversations.create({ temporary: true });
  const sent = chat.send('Tell me');
  await begun;
  await chat.conversations.open(first);
  assert.deepEqual([(await sent).finish, chat.conversationId], ['stopped', first]);
  await assert.rejects(chat.conversations.open(id), { code: 'no-conversation' });
  await chat.close();
});
