// Recall by meaning: off until the user turns it on, made while the page is idle by the model that the user chose and sent
// to no other, and recall by words goes on when that model fails.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import { COMPUTES } from './support/browser.mjs';
import * as behave from './support/behaviours.mjs';
import * as embeddings from './support/behaviours-embeddings.mjs';
import {
  ask,
  askAndFind,
  begin,
  closeSettings,
  embedder,
  FACT,
  findsInPreview,
  IDLE_MS,
  openChoice,
  OTHERS,
  QUESTION,
  ready,
  turnOn,
  turnOnAndWait,
} from './support/meaning.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

/** A name that is not this computer's, for a server on it. */
const FAR = 'far.example';
const scenario = suite({ flags: [...COMPUTES, `--host-resolver-rules=MAP ${FAR} 127.0.0.1`] });

const FULL_SPEED = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

async function goTo(chat, words) {
  await chat.get('conversation-item').filter({ hasText: words }).first().click();
  await until('its messages', async () => (await chat.messages())[0]?.text.includes(words));
}

async function openStorage(chat) {
  await chat.get('settings-button').click();
  await chat.get('storage-button').click();
  await chat.get('storage-counts').waitFor();
}

const texts = endpoint => endpoint.embedded.flatMap(({ json }) => json.input);
const vectorRows = chat => storedRows(chat, 'vector_parts');

scenario('it is off at first: nothing is requested, and a message without a shared word is not found', async ({ chat, server }) => {
  const endpoint = await begin(chat, embedder(server));
  await until('the idle work has run', async () => (await storedRows(chat, 'index_parts')).some(row => Object.keys(row.bytes ?? {}).length > 0), IDLE_MS);
  await openChoice(chat);
  assert.ok(await chat.get('meaning-off').isChecked());
  // To choose is not to turn on.
  await chat.get('meaning-connection').check();
  await chat.get('meaning-in-page').check();
  await chat.get('settings-search').fill('include_vector');
  assert.equal(await chat.get('recall.include_vector').isVisible(), false, 'it would have no effect');
  await closeSettings(chat);
  assert.doesNotMatch((await ask(chat, endpoint)).body, /vehicle/);
  assert.deepEqual(endpoint.embedded, []);
  assert.deepEqual(await vectorRows(chat), []);
});

scenario('a connection is checked, gets the texts, and what it makes finds a message without a shared word', async ({ chat, server }) => {
  const endpoint = await begin(chat, embedder(server));
  await openChoice(chat);
  await chat.get('meaning-connection').check();
  assert.match(await chat.words('meaning-privacy'), /is on this computer/);
  await until('it says how much is sent', async () => /At first that is 8 messages, at most about [\d,]+ tokens/.test(await chat.words('meaning-privacy')));
  await chat.get('meaning-turn-on').click();
  assert.match(await chat.words('meaning-error'), /name of an embedding model/);
  await chat.get('meaning-model').fill(embeddings.EMBEDDING_MODEL);
  await chat.get('meaning-check').click();
  await until('the check has worked', async () => /returns 8 numbers/.test(await chat.get('meaning-checked').innerText()));
  assert.ok(texts(endpoint).every(text => ![FACT, ...OTHERS].some(message => text.includes(message))), 'the check sends none of the messages');
  await closeSettings(chat);

  await turnOn(chat);
  await ready(chat);
  await chat.get('settings-search').fill('include_vector');
  assert.ok(await chat.get('recall.include_vector').isChecked());
  await closeSettings(chat);
  for (const message of [FACT, ...OTHERS]) assert.ok(texts(endpoint).some(text => text.includes(message)), message);
  const { json } = await askAndFind(chat, endpoint);
  const recalled = json.messages.filter(({ content }) => content.includes('vehicle'));
  assert.equal(recalled.length, 1);
  await chat.get('inspector-toggle').click();
  await chat.get('inspector-switch').last().getByRole('button', { name: 'Last request' }).click();
  const layer = chat.get('inspector-layer').and(chat.page.locator('[data-kind="recall"]'));
  await layer.locator('summary').first().click();
  const piece = layer.getByTestId('recalled-piece').first();
  await piece.waitFor();
  assert.match(await piece.textContent(), /^Closer in meaning than \d+% of what could be found/);

  // Turned off, it sends nothing more; undo turns it on again.
  await openChoice(chat);
  await chat.get('meaning-off').check();
  await until('it is off', async () => (await chat.get('notice').last().innerText()).includes('off'));
  await closeSettings(chat);
  const before = endpoint.embedded.length;
  assert.doesNotMatch((await ask(chat, endpoint)).body, /vehicle/);
  assert.equal(endpoint.embedded.length, before);
});

scenario('what is forgotten is not found by its meaning, and is again after undo', async ({ chat, server }) => {
  const endpoint = await begin(chat, embedder(server));
  await turnOnAndWait(chat);
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  assert.doesNotMatch((await ask(chat, endpoint)).body, /vehicle/);
  await goTo(chat, 'Borscht');
  await chat.get('forget-divider').getByTestId('undo').click();
  await chat.get('forget-divider').waitFor({ state: 'detached' });
  assert.match((await askAndFind(chat, endpoint)).body, /vehicle/);
});

scenario('erasing removes the vectors of a conversation', async ({ chat, server }) => {
  const endpoint = await begin(chat, embedder(server));
  await turnOnAndWait(chat);
  await until('they are stored', async () => (await vectorRows(chat)).length === 1);
  await chat.send('/erase');
  await chat.get('erase-confirm').click();
  await until('they are gone', async () => (await vectorRows(chat)).every(row => Object.keys(row.bytes ?? {}).length === 0));
  assert.doesNotMatch((await ask(chat, endpoint)).body, /vehicle/);
});

scenario('a turn stops the work, which goes on after it and after a reload', async ({ chat, server }) => {
  let letGo;
  const held = new Promise(resolve => (letGo = resolve));
  const endpoint = await begin(chat, embedder(server, embeddings.vectors(), embeddings.heldVectors(held)));
  await turnOn(chat);
  await closeSettings(chat);
  const isBegun = () => endpoint.embedded.some(({ json }) => json.input.some(text => text.includes(FACT)));
  await until('the texts are sent', isBegun, IDLE_MS);
  // Its vector of the question does not come either, and the turn does not wait for it.
  assert.equal((await chat.turn('Thank you.')).text, 'Noted.');
  await until('the request was cancelled', () => endpoint.embedded.find(({ json }) => json.input.some(text => text.includes(FACT))).closedByClient);
  assert.deepEqual(await vectorRows(chat), []);
  await chat.reload();
  letGo();
  endpoint.embeds(embeddings.vectors());
  await openChoice(chat);
  await ready(chat);
  await closeSettings(chat);
  assert.match((await askAndFind(chat, endpoint)).body, /vehicle/);
});

for (const [what, behaviour, sentence] of [
  ['limits requests', behave.rateLimited(90), /[Rr]ate limit|too many/],
  ['answers with a web page', behave.webPage, /web page|not the API|HTML/i],
  ['returns vectors of different dimensions', embeddings.unevenVectors, /dimension/],
]) {
  scenario(`a server that ${what}: the page says so, and recall by words goes on`, async ({ chat, server }) => {
    const endpoint = await begin(chat, embedder(server, embeddings.vectors(), behaviour));
    await turnOn(chat);
    const trouble = chat.get('meaning-trouble');
    const asked = () => endpoint.embedded.filter(({ json }) => json.input.some(text => text.includes(FACT))).length;
    await until('the settings say why it waits', async () => (await trouble.count()) === 1 && sentence.test(await trouble.innerText()), IDLE_MS);
    assert.equal(asked(), 1, 'it waits before it asks again');
    await closeSettings(chat);
    await openStorage(chat);
    const stored = chat.get('stored-meaning');
    await until('the storage page says it, too', async () => sentence.test(await stored.innerText()));
    assert.match(await stored.innerText(), /Next try: /);
    await chat.page.keyboard.press('Escape');
    assert.match((await askAndFind(chat, endpoint, 'Which vehicle was that?')).body, /behind the mill/);
    endpoint.embeds(embeddings.vectors());
    await openChoice(chat);
    await chat.get('meaning-try-now').click();
    await ready(chat);
    // The last progress comes before the run has ended.
    await until('nothing is wrong any more', async () => (await trouble.count()) + (await chat.get('meaning-try-now').count()) === 0);
  });
}

scenario('until another model has prepared the messages, the one before it finds them', async ({ chat, server }) => {
  let letGo;
  const held = new Promise(resolve => (letGo = resolve));
  const other = 'other-embedder';
  const answers = embeddings.vectors();
  const holdsTexts = {
    ...answers,
    async answer(request, response) {
      if (request.json.model === other && request.json.input.some(text => text.includes(FACT))) await held;
      answers.answer(request, response);
    },
  };
  const endpoint = await begin(chat, embedder(server, holdsTexts));
  await turnOnAndWait(chat);
  await turnOn(chat, { model: other });
  await closeSettings(chat);
  const isBegun = () => endpoint.embedded.some(({ json }) => json.model === other && json.input.some(text => text.includes(FACT)));
  await until('the other one gets the texts', isBegun, IDLE_MS);
  const asked = () => endpoint.embedded.filter(({ json }) => json.input.some(text => text.includes(QUESTION))).map(({ json }) => json.model);
  assert.match((await askAndFind(chat, endpoint)).body, /vehicle/);
  assert.deepEqual([...new Set(asked())], [embeddings.EMBEDDING_MODEL], 'it alone gets the question');
  letGo();
  await openChoice(chat);
  await ready(chat);
  await closeSettings(chat);
  const before = asked().length;
  assert.match((await askAndFind(chat, endpoint)).body, /vehicle/);
  assert.deepEqual([...new Set(asked().slice(before))], [other]);
  const slots = async () => new Set((await vectorRows(chat)).map(({ number }) => number >= 2 ** 30)).size;
  await until('nothing of the first model is left', async () => (await slots()) === 1, IDLE_MS);
});

scenario('another model prepares the messages anew, and what was prepared can be deleted', async ({ chat, server }) => {
  const endpoint = await begin(chat, embedder(server));
  await turnOnAndWait(chat);
  await turnOnAndWait(chat, { model: 'other-embedder' });
  const models = endpoint.embedded.filter(({ json }) => json.input.some(text => text.includes(FACT))).map(({ json }) => json.model);
  assert.deepEqual(models, [embeddings.EMBEDDING_MODEL, 'other-embedder']);
  assert.match((await askAndFind(chat, endpoint)).body, /vehicle/);
  await openStorage(chat);
  await chat.get('vectors-delete').click();
  await until('they are gone', async () => (await vectorRows(chat)).length === 0);
  await until('the page says nothing of it', async () => /^$|is off/.test(await chat.textNow('stored-meaning')));
  await chat.page.keyboard.press('Escape');
  assert.doesNotMatch((await ask(chat, endpoint)).body, /vehicle/);
});

scenario('the line below the composer names a connection that recall by meaning sends messages to', async ({ chat, server }) => {
  const reader = embedder(server);
  await begin(chat, { ...reader, baseUrl: reader.baseUrl.replace('127.0.0.1', 'localhost') });
  await chat.addEndpoint({ baseUrl: server.endpoint(behave.reply('Noted.')).baseUrl, model: 'second-model' });
  await turnOn(chat, { host: 'localhost' });
  await closeSettings(chat);
  assert.match(await chat.page.locator('.privacy').innerText(), /This message is sent to 127\.0\.0\.1:\d+ and localhost:\d+\.$/);
});

scenario('a conversation whose model is on this computer is not sent to a connection elsewhere', async ({ chat, server }) => {
  const far = embedder(server);
  await chat.open();
  await chat.useEndpoint({ ...server.endpoint(behave.reply('Noted.')), model: 'near-model' });
  await changeSettings(chat, { model_titles: false });
  await chat.addEndpoint({ baseUrl: far.baseUrl.replace('127.0.0.1', FAR), model: 'second-model' });
  await chat.get('model-button').click();
  await chat.get('model-filter').fill('near-model');
  await until('one is left', async () => (await chat.get('model-item').count()) === 1);
  await chat.get('model-only-here').check();
  await chat.get('model-filter').press('Enter');
  await chat.get('model-dialog').waitFor({ state: 'hidden' });
  await chat.turn(FACT);
  assert.equal(far.chats.length, 0);
  await chat.startConversation();
  await chat.turn(OTHERS[0]);
  assert.equal(far.chats.length, 1);
  await turnOn(chat, { host: FAR });
  assert.match(await chat.words('meaning-privacy'), /is sent to far\.example.* Conversations whose model runs on this computer are not sent/);
  await ready(chat);
  assert.match(await chat.words('meaning-state'), /Prepared: 2 of 2/);
  await closeSettings(chat);
  assert.ok(texts(far).some(text => text.includes(OTHERS[0])));
  assert.ok(!JSON.stringify(far.embedded.map(({ json }) => json)).includes('vehicle'));
  // What is asked there is not sent for a vector either.
  await goTo(chat, FACT);
  await chat.turn('Whose vehicle is it?');
  assert.ok(!JSON.stringify(far.embedded.map(({ json }) => json)).includes('vehicle'));
});

scenario('a connection with another address receives no texts until it is chosen again', async ({ chat, server }) => {
  const reader = await begin(chat, embedder(server));
  await turnOnAndWait(chat);
  const before = texts(reader).length;
  await chat.get('provider-button').click();
  await chat.get('provider-saved').click();
  await chat.get('endpoint-url').fill(reader.baseUrl.replace('127.0.0.1', FAR));
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  await openChoice(chat);
  assert.match(await chat.words('meaning-gone'), /The address of the connection chosen for this has changed/);
  await closeSettings(chat);
  assert.doesNotMatch((await ask(chat, reader)).body, /vehicle/);
  assert.equal(texts(reader).length, before);
  await turnOnAndWait(chat, { host: FAR });
  assert.ok(texts(reader).slice(before).some(text => text.includes(FACT)));
});

scenario('when the chosen connection is deleted, the page says that words alone decide, and undo brings it back', async ({ chat, server }) => {
  const reader = embedder(server);
  await begin(chat, { ...reader, baseUrl: reader.baseUrl.replace('127.0.0.1', 'localhost') });
  const answers = server.endpoint(behave.reply('Noted.'));
  await chat.addEndpoint({ baseUrl: answers.baseUrl, model: 'second-model' });
  await turnOnAndWait(chat, { host: 'localhost' });
  await chat.get('provider-button').click();
  await chat.get('provider-dialog').locator('li', { hasText: 'localhost' }).getByTestId('provider-delete').click();
  await until('it says what that means', async () => (await chat.get('notice').allInnerTexts()).some(text => /Recall by meaning used it/.test(text)));
  await chat.page.keyboard.press('Escape');
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  await openChoice(chat);
  assert.match(await chat.words('meaning-gone'), /was deleted, so earlier messages are found by their words alone/);
  await closeSettings(chat);
  await openStorage(chat);
  await chat.get('stored-meaning').getByTestId('meaning-gone').waitFor();
  await chat.page.keyboard.press('Escape');
  assert.doesNotMatch((await ask(chat, answers)).body, /vehicle/);
  await goTo(chat, 'Borscht');
  await chat.send('/undo');
  await until('it is back', async () => /localhost/.test(await chat.page.locator('.privacy').innerText()));
  await openChoice(chat);
  await ready(chat);
  assert.equal(await chat.get('meaning-gone').count(), 0);
  await closeSettings(chat);
  assert.match((await askAndFind(chat, answers)).body, /vehicle/);
});

scenario('the model in this browser is downloaded when asked, prepares the messages, and needs no network after a reload', async ({ chat, server, served, context }) => {
  const endpoint = server.endpoint(behave.reply('Noted.'));
  const fact = 'My dentist is Doctor Molnarova, in the yellow house by the harbour.';
  await chat.open();
  await chat.useEndpoint(endpoint);
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  for (const text of [OTHERS[0], fact, ...OTHERS.slice(1)]) await chat.turn(text);
  const downloads = () => served.filter(({ path }) => path.includes('e5-small'));
  await openChoice(chat);
  await chat.get('meaning-in-page').check();
  assert.equal(downloads().length, 0, 'to choose is not to download');
  assert.equal(await chat.get('meaning-turn-on').innerText(), 'Download and turn on');
  const network = await context.newCDPSession(chat.page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', { ...FULL_SPEED, downloadThroughput: 1_000_000 });
  await chat.get('meaning-turn-on').click();
  await until('some of it is here', async () => Number.parseFloat(await chat.words('meaning-progress')) > 2, 60_000);
  await chat.get('meaning-cancel').click();
  await until('it can go on', async () => /^Resume and turn on \(\d+%\)$/.test(await chat.get('meaning-turn-on').innerText()));
  assert.ok(await chat.get('meaning-in-page').isChecked());
  await network.send('Network.emulateNetworkConditions', FULL_SPEED);
  await chat.get('meaning-turn-on').click();
  await until('it is on', async () => /^On/.test(await chat.get('meaning-panel').innerText()), 120_000);
  await ready(chat, 180_000);
  await closeSettings(chat);
  await chat.startConversation();
  await findsInPreview(chat, 'Хто лікує мені зуби?', 'Molnarova');
  const before = downloads().length;
  await context.route('**/*e5-small*', route => route.abort());
  await chat.reload();
  await openChoice(chat);
  await until('the model is loaded', async () => /Prepared/.test(await chat.get('meaning-state').innerText()), 60_000);
  await closeSettings(chat);
  assert.equal(downloads().length, before);
  await findsInPreview(chat, 'У кого я лікую зуби?', 'Molnarova');
  await chat.get('composer').fill('');

  await openStorage(chat);
  await chat.get('embedding-model-delete').click();
  await until('it is deleted and off', async () => (await chat.get('embedding-model-delete').count()) === 0);
  await chat.page.keyboard.press('Escape');
  await openChoice(chat);
  assert.ok(await chat.get('meaning-off').isChecked());
});
