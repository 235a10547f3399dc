// Vectors in a vector store outside the browser: nothing goes there before the user says so, no text ever does, what is
// there is found, erased and brought back, and a store that fails is named while words go on.

import assert from 'node:assert/strict';
import { askAndFind, ask, begin, closeSettings, embedder, FACT, IDLE_MS, openChoice, OTHERS, ready, turnOn, turnOnAndWait } from './support/meaning.mjs';
import { shootAll } from './support/screenshots.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';
import { startVectorStore } from './support/vector-stores.mjs';

const scenario = suite();

/** Opens the settings at the form for a store, and fills it in. */
async function fillIn(chat, kind, { url, key = '' }, keep = '0') {
  await openChoice(chat);
  await chat.get(`vectors-${kind}`).check();
  await chat.get('vector-store-url').fill(url);
  await chat.get('vector-store-key').fill(key);
  await chat.get('vector-store-keep').fill(keep);
}

/** Waits until the settings, which are open, say how many vectors are where. */
const areThere = (chat, there, here) =>
  until(`${there} there, ${here} here`, async () => new RegExp(`: ${there}\\. In this browser: ${here}\\.`).test(await chat.textNow('vector-store-state')), IDLE_MS);

/** Moves all vectors to a store. */
async function moveAll(chat, kind, store, count = 8) {
  await fillIn(chat, kind, store);
  await chat.get('vector-store-start').click();
  await chat.get('vector-store-in-use').waitFor();
  await areThere(chat, count, 0);
  await closeSettings(chat);
}

const total = async store => (await store.collections()).reduce((sum, [, count]) => sum + count, 0);

/** Every body that the page sends to a store, from now on. */
function bodiesTo(chat, { url }) {
  const bodies = [];
  chat.page.on('request', request => {
    if (request.url().startsWith(url)) bodies.push(request.postData() ?? '');
  });
  return bodies;
}

/** Erases the conversation with the fact, and loads the page again, which is idle then. */
async function eraseFact(chat) {
  const before = (await storedRows(chat, 'messages')).length;
  await chat.get('conversation-item').filter({ hasText: 'Borscht' }).first().click();
  await until('it is open', async () => (await chat.messages()).some(({ text }) => text.includes(FACT)));
  await chat.send('/erase');
  await chat.get('erase-confirm').click();
  await until('its messages are gone', async () => (await storedRows(chat, 'messages')).length < before);
  await chat.reload();
}

/** Checks a form, and returns what the page says. */
async function check(chat, answer) {
  await chat.get('vector-store-check').click();
  return until('it says so', async () => {
    const shown = `${await chat.textNow('vector-store-checked')} ${await chat.textNow('vector-store-error')}`.trim();
    return answer.test(shown) && shown;
  }, 60_000);
}

for (const kind of ['qdrant', 'chroma']) {
  scenario(`${kind}: checked, moved there without a text, found, erased there, and brought back`, async ({ t, chat, server }) => {
    const store = await startVectorStore(t, kind);
    const endpoint = await begin(chat, embedder(server));
    await openChoice(chat);
    assert.equal(await chat.get('vectors-elsewhere').count(), 0, 'without recall by meaning there is nothing to keep');
    await closeSettings(chat);
    await turnOnAndWait(chat);
    const bodies = bodiesTo(chat, store);
    await fillIn(chat, kind, store);
    assert.deepEqual(bodies, [], 'nothing is asked before a button is pressed');
    assert.match(await check(chat, /It works|can't|doesn't|refused/), /^It works: (Qdrant|Chroma) \d+\.\d+/);
    assert.deepEqual(await store.collections(), [], 'the check leaves nothing there');
    await chat.get('vector-store-form').scrollIntoViewIfNeeded();
    await shootAll(chat.page, `190-${kind}-form`);
    await chat.get('vector-store-start').click();
    await chat.get('vector-store-in-use').waitFor();
    await areThere(chat, 8, 0);
    await chat.get('vector-store-in-use').scrollIntoViewIfNeeded();
    await shootAll(chat.page, `190-${kind}-in-use`);
    await closeSettings(chat);
    assert.equal(await total(store), 8);
    assert.match(await chat.page.locator('.privacy').innerText(), /Vectors for recall are at 127\.0\.0\.1:\d+\.$/);

    assert.match((await askAndFind(chat, endpoint)).body, /behind the mill/);
    await chat.reload();
    assert.match((await askAndFind(chat, endpoint)).body, /behind the mill/, 'another page finds them, too');
    assert.ok(bodies.some(body => body.length > 100));
    for (const words of [FACT, ...OTHERS, 'vehicle', 'Borscht', 'rent', 'Noted']) assert.ok(bodies.every(body => !body.includes(words)), words);

    // What is erased here goes there, too.
    await eraseFact(chat);
    await openChoice(chat);
    const made = async () => /Prepared: ([\d,]+) of \1,/.exec(await chat.get('meaning-state').innerText())?.[1];
    const left = await until('the others are ready', made, IDLE_MS);
    await until('its vectors are gone there', async () => (await total(store)) === Number(left), IDLE_MS);

    await chat.get('vector-store-back').click();
    await chat.get('vectors-here').waitFor({ timeout: IDLE_MS });
    assert.ok(await chat.get('vectors-here').isChecked());
    assert.deepEqual(await store.collections(), [], 'nothing is left there');
    await closeSettings(chat);
    const asked = bodies.length;
    await ask(chat, endpoint);
    assert.equal(bodies.length, asked, 'it is not asked any more');
  });
}

scenario('what was typed wrong is named, and nothing changes', async ({ t, chat, server }) => {
  const store = await startVectorStore(t, 'qdrant');
  const endpoint = await begin(chat, embedder(server));
  await turnOnAndWait(chat);
  await fillIn(chat, 'qdrant', { url: '' });
  for (const [fields, sentence] of [
    [{ url: '' }, /address/i],
    [{ url: 'localhost:6333' }, /http/],
    [{ url: 'http://127.0.0.1:9' }, /doesn't respond, or doesn't accept requests from this page\. Start it/],
    [{ url: endpoint.baseUrl }, /not this vector store|doesn't respond/],
    [{ url: store.url }, /rejected the key\. Enter one/],
    [{ url: store.url, key: 'wrong' }, /rejected the key\. Enter one/],
  ]) {
    await chat.get('vector-store-url').fill(fields.url);
    await chat.get('vector-store-key').fill(fields.key ?? '');
    for (const button of ['vector-store-check', 'vector-store-start']) {
      await chat.get(button).click();
      await until(`${JSON.stringify(fields)} is named`, async () => sentence.test(await chat.textNow('vector-store-error')), 60_000);
      assert.equal(await chat.get('vector-store-url').inputValue(), fields.url, 'what was typed stays');
    }
  }
  await chat.get('vector-store-key').fill(store.key);
  await chat.get('vector-store-keep').fill('many');
  await chat.get('vector-store-start').click();
  await chat.get('field-error').filter({ hasText: 'Enter a number from 0 to 1,000,000.' }).waitFor();
  await shootAll(chat.page, '191-vectors-wrong');
  assert.equal(await chat.get('vector-store-in-use').count(), 0);
  assert.deepEqual(await store.collections(), []);
});

scenario('a store that stops is named, words go on, and what it lost is made again', async ({ t, chat, server }) => {
  const store = await startVectorStore(t, 'qdrant');
  const endpoint = await begin(chat, embedder(server));
  await turnOnAndWait(chat);
  await moveAll(chat, 'qdrant', store);
  await store.stop();
  assert.match((await askAndFind(chat, endpoint, 'Which vehicle was that?')).body, /behind the mill/, 'by words');
  await openChoice(chat);
  const trouble = chat.get('vector-store-trouble');
  await until('the settings say why', async () => /doesn't respond.*Next try: /s.test(await chat.textNow('vector-store-trouble')), IDLE_MS);
  await chat.get('vector-store-in-use').scrollIntoViewIfNeeded();
  await shootAll(chat.page, '192-vectors-trouble');
  // Nothing is deleted here that could not be deleted there.
  await closeSettings(chat);
  await chat.get('settings-button').click();
  await chat.get('storage-button').click();
  await chat.get('vectors-delete').click();
  await until('it says so', async () => (await chat.get('notice').allInnerTexts()).some(text => /nothing was deleted/.test(text)));
  await chat.get('delete-word').fill('delete');
  await chat.get('delete-all').click();
  await chat.get('field-error').filter({ hasText: 'nothing was deleted' }).waitFor();
  await chat.page.keyboard.press('Escape');

  await openChoice(chat);
  await chat.get('vector-store-new-key').fill(store.key);
  // What they said before stands there until they have tried.
  await Promise.all([chat.page.waitForEvent('requestfailed', request => request.url().startsWith(store.url)), chat.get('vector-store-change-key').click()]);
  await until('the settings say why again', async () => /doesn't respond/.test(await chat.textNow('vector-store-trouble')), IDLE_MS);
  await store.start();
  await chat.get('vector-store-try-now').click();
  await until('they are there again', async () => (await total(store)) >= 8, IDLE_MS);
  await until('there is no trouble', async () => (await trouble.count()) === 0, IDLE_MS);
  await closeSettings(chat);
  assert.match((await askAndFind(chat, endpoint)).body, /behind the mill/);

  await chat.get('settings-button').click();
  await chat.get('storage-button').click();
  await chat.get('delete-word').fill('delete');
  await chat.get('delete-all').click();
  await until('the collection is gone', async () => (await store.collections()).length === 0);
});

scenario('a store that is gone for good is given up, and the vectors are made here again', async ({ t, chat, server }) => {
  const store = await startVectorStore(t, 'qdrant');
  const endpoint = await begin(chat, embedder(server));
  await turnOnAndWait(chat);
  await moveAll(chat, 'qdrant', store);
  await store.stop();
  await openChoice(chat);
  await chat.get('vector-store-back').click();
  await chat.get('vector-store-leave').waitFor({ timeout: IDLE_MS });
  assert.match(await chat.words('vector-store-in-use'), /Leave them there/);
  await chat.get('vector-store-leave').click();
  await chat.get('vectors-here').waitFor();
  await ready(chat);
  await closeSettings(chat);
  assert.match((await askAndFind(chat, endpoint)).body, /behind the mill/);
});

scenario('with another model, and turned off, the store keeps nothing that is of no use', async ({ t, chat, server }) => {
  const store = await startVectorStore(t, 'chroma');
  const endpoint = await begin(chat, embedder(server));
  await turnOnAndWait(chat);
  await moveAll(chat, 'chroma', store);
  await turnOn(chat, { model: 'other-embedder' });
  await areThere(chat, 8, 0);
  assert.equal(await total(store), 8);
  await closeSettings(chat);
  assert.match((await askAndFind(chat, endpoint)).body, /behind the mill/);
  await openChoice(chat);
  await chat.get('meaning-off').check();
  await chat.get('vector-store-delete').waitFor();
  await closeSettings(chat);
  // What is erased here goes there all the same. The question of above may have vectors by now.
  await eraseFact(chat);
  await until('its vectors are gone there', async () => (await total(store)) <= 2, IDLE_MS);
  await openChoice(chat);
  await chat.get('vector-store-delete').click();
  await chat.get('vectors-elsewhere').waitFor({ state: 'detached' });
  assert.deepEqual(await store.collections(), []);
  await until('none is here', async () => (await storedRows(chat, 'vector_parts')).length === 0);
});
