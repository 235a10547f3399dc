// What a manager reports as changed by the tools of a turn and by background work, from the packed package. In Node, with the
// store in memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageInNode } from './support/package-apps.mjs';

const { ricordo } = await packageInNode();

const DAY = 86_400_000;

/** A manager, and a function that returns what it has reported since the last call. */
async function opened(options) {
  const chat = await ricordo.ContextManager.open(options);
  const changes = [];
  chat.on('change', ({ what, conversationId }) => changes.push([what, conversationId]));
  return { chat, changed: () => changes.splice(0) };
}

test('a turn reports what its tools changed, too', async () => {
  const call = (index, name, given) => ({ type: 'toolCall', index, id: `${index}`, name, arguments: JSON.stringify(given) });
  const { chat, changed } = await opened({
    model: async function* (request) {
      const last = request.messages.at(-1);
      if (last.role === 'tool' || !String(last.content).includes('note')) return yield 'Noted.';
      yield call(0, 'save_user_fact', { fact: 'User lives in Kyiv.' });
      yield call(1, 'add_task', { title: 'Call the bank' });
      yield call(2, 'add_task', { title: 'Water the plants' });
    },
  });
  const here = chat.conversationId;
  await chat.send('Please note it');
  assert.deepEqual(changed().sort(), [['memories', here], ['messages', here], ['tasks', here]]);
  await chat.send('Thank you');
  assert.deepEqual(changed(), [['messages', here]]);
  await chat.close();
});

test('background work reports a title, facts and erased conversations, and nothing where nothing changed', async t => {
  const answers = [[/Title:\s*$/, 'Night trains to Rome'], [/Facts:\s*$/, '- User lives in Kyiv.']];
  const { chat, changed } = await opened({
    // A model that has tools would save facts itself.
    model: {
      tools: false,
      generate: async function* (request) {
        const asked = String(request.messages.at(-1).content);
        yield answers.find(([end]) => end.test(asked))?.[1] ?? 'There is one at nine in the evening.';
      },
    },
    settings: { memories: { extract: true }, summaries: { enabled: false } },
  });
  const here = chat.conversationId;
  await chat.send('I live in Kyiv. Which train goes to Rome at night?');
  changed();
  await chat.maintain();
  assert.deepEqual(changed(), [['conversations', here], ['memories', here]]);
  assert.equal((await chat.conversations.list())[0].title, 'Night trains to Rome');
  await chat.maintain();
  assert.deepEqual(changed(), []);

  const removed = await chat.conversations.create();
  await chat.append('user', 'Removed words');
  await chat.conversations.remove(removed);
  changed();
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31 * DAY });
  await chat.maintain();
  assert.deepEqual(changed(), [['conversations', here]]);
  await chat.close();
});

test('background work reports the summaries that it made', async () => {
  const { chat, changed } = await opened({
    model: async function* () {
      yield 'They spoke about trains to Rome, and where to eat near the station.';
    },
    settings: { compression: { minMessages: 4 }, shortTermWindow: 2, summaryThresholdMessages: 6 },
  });
  const about = number => `We talked about the train to Rome, platform ${number}, and where to eat. `.repeat(8);
  for (const number of [1, 2, 3, 4, 5, 6]) await chat.commitTurn({ message: `Question ${number}?`, reply: about(number) });
  changed();
  await chat.maintain();
  assert.deepEqual([...new Set(changed().map(([what]) => what))], ['summaries']);
  assert.ok((await chat.summaries.list()).length > 0);
  await chat.close();
});

test('messages that the limit deletes are reported in their conversation', async () => {
  const { chat, changed } = await opened({
    model: async function* () {},
    settings: { maxStorage: 10, compression: { enableOnLimit: false } },
  });
  const full = chat.conversationId;
  for (let number = 0; number < 14; number += 1) await chat.append('user', `Message ${number}`);
  await chat.conversations.create();
  changed();
  await chat.maintain();
  assert.deepEqual(changed(), [['messages', full]]);
  assert.deepEqual((await chat.conversations.deletedMessages()).map(({ conversation, messages }) => [conversation, messages.length]), [[full, 4]]);
  await chat.maintain();
  assert.deepEqual(changed(), []);
  await chat.close();
});
