// Input formats that a page may use: messages in the format of OpenAI's API, options, and names of layers. In Node, with
// the store in memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageInNode } from './support/package-apps.mjs';

const { ricordo } = await packageInNode();

const echo = async function* (request) {
  yield `Heard: ${words(request.messages.at(-1).content)}`;
};
/** Without the time stamp. */
const words = text => text.replace(/^\[[^\]]*\] /, '');
const open = () => ricordo.ContextManager.open({ model: echo });
const texts = messages => messages.map(({ role, text }) => `${role}: ${text}`);

/** Checks that a call is rejected with this code and stores nothing. */
async function refused(chat, code, call) {
  const before = (await chat.history()).length;
  await assert.rejects(call, error => error instanceof ricordo.RicordoError && error.code === code);
  assert.equal((await chat.history()).length, before);
}

test('a message may have the format of OpenAI\'s API, with images as data URLs', async () => {
  const chat = await open();
  const reply = await chat.send({ role: 'user', content: [{ type: 'text', text: 'One' }] });
  assert.equal(reply.text, 'Heard: One');
  await chat.append({ role: 'assistant', content: 'Two' }, { model: 'mine' });
  const { message } = await chat.commitTurn({ message: { role: 'user', content: 'Three' }, reply: { role: 'assistant', content: 'Four' } });
  assert.equal(message.text, 'Three');
  const history = await chat.history();
  assert.deepEqual(texts(history), ['user: One', 'assistant: Heard: One', 'assistant: Two', 'user: Three', 'assistant: Four']);
  assert.equal(history[2].model, 'mine');
  const image = url => [{ type: 'text', text: 'What is it?' }, { type: 'image_url', image_url: url }];
  for (const url of ['data:image/png;base64,iVBORw0KGgo=', { url: 'data:image/png;base64,iVBORw0KGgo=' }]) {
    const { parts } = await chat.append({ role: 'user', content: image(url) });
    assert.deepEqual(parts.map(({ type, mediaType }) => [type, mediaType]), [['text', undefined], ['image', 'image/png']]);
  }
  for (const url of ['https://example.org/a.png', 'data:image/png;base64,*', { }, null]) {
    await refused(chat, 'bad-argument', () => chat.append({ role: 'user', content: image(url) }));
  }
  for (const wrong of [{ role: 'assistant', content: 'x' }, { content: 'x' }, { role: 'user' }, null, 7]) {
    await refused(chat, 'bad-argument', () => chat.send(wrong));
  }
  await refused(chat, 'bad-argument', () => chat.append());
});

test('options after an undefined name are used', async () => {
  const chat = await ricordo.ContextManager.open(undefined, { model: echo, settings: { contextMaxTokens: 4000 } });
  assert.equal((await chat.send('One')).text, 'Heard: One');
  assert.equal((await chat.settings()).contextMaxTokens, 4000);
});

test('a layer has one name, and its former name is accepted', async () => {
  const chat = await open();
  const { layers } = await chat.settings();
  const sent = (await chat.compile('One')).layers.map(({ kind }) => kind);
  assert.ok(sent.every(kind => layers.some(layer => layer.kind === kind)), `${sent}`);
  const old = layers.map(layer => ({ ...layer, kind: layer.kind.replace('systemPrompt', 'system_prompt') }));
  assert.deepEqual((await chat.settings({ layers: old })).layers, layers);
  await assert.rejects(() => chat.settings({ sampling: { temperature: 2.1 } }), /2\.1 is not/);
});

test('each registration of a listener is its own, and one that registers itself again waits for the next event', async () => {
  const chat = await open();
  const calls = [];
  const twice = ({ what }) => calls.push(`twice ${what}`);
  const removals = [chat.on('change', twice), chat.on('change', twice)];
  let remove = chat.on('change', again);
  function again() {
    calls.push('again');
    remove();
    remove = chat.on('change', again);
  }
  let removeLast = () => {};
  chat.on('change', () => removeLast());
  removeLast = chat.on('change', () => calls.push('removed by another one'));
  await chat.forget();
  assert.deepEqual(calls.splice(0), ['twice context', 'twice context', 'again']);
  removals[0]();
  removals[0]();
  await chat.forget();
  assert.deepEqual(calls.splice(0), ['twice context', 'again']);
  removals[1]();
  await chat.forget();
  assert.deepEqual(calls, ['again']);
});

test('a misspelt option of forget is refused, because without one everything is forgotten', async () => {
  const chat = await open();
  await chat.send('I like tea.');
  for (const options of [{ kep: 5 }, 5, null, 'all']) await assert.rejects(chat.forget(options), { code: 'bad-argument', message: /\{ keep \}/ });
  await assert.rejects(chat.forget({ keep: -1 }), { code: 'out-of-range' });
  assert.equal(await chat.remember(), false, 'nothing was forgotten');
  await chat.forget({ keep: undefined });
  assert.equal(await chat.remember(), true);
});

test('a task keeps its due day unless another one or none is given', async () => {
  const chat = await open();
  const { id } = await chat.tasks.add('Call the bank', '2026-12-01');
  const task = async () => (await chat.tasks.list()).map(({ title, due }) => [title, due]);
  await chat.tasks.update(id, 'Call the bank again');
  assert.deepEqual(await task(), [['Call the bank again', '2026-12-01']]);
  await chat.tasks.update(id, 'Call the bank again', '2026-12-24');
  assert.deepEqual(await task(), [['Call the bank again', '2026-12-24']]);
  await assert.rejects(chat.tasks.update(id, 'Call', 'tomorrow'), { code: 'task-refused' });
  await chat.tasks.update(id, 'Call', null);
  assert.deepEqual(await task(), [['Call', null]]);
});

test('what applies in the page only is no setting of the package', async () => {
  const chat = await open();
  const settings = await chat.settings();
  for (const name of ['exactCounts', 'embeddings', 'vectorStore']) {
    assert.ok(!(name in settings), name);
    await refused(chat, 'unknown-setting', () => chat.settings({ [name]: null }));
  }
});
