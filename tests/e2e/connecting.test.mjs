// Connecting a model: servers found on this computer, the connection doctor, several connections, other models, and the
// settings of one conversation.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { startLocalServer } from './support/local-servers.mjs';
import { requestsBefore } from './support/requests-before.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const state = (chat, server) => chat.page.locator(`[data-testid="finding"][data-server="${server}"]`);
const marks = chat => chat.page.locator('[data-testid="doctor-step"]').evaluateAll(steps => steps.map(step => step.dataset.mark));

async function check(chat) {
  await chat.get('endpoint-check').click();
  await until('the check has ended', async () => (await chat.get('endpoint-check').isEnabled()) && (await chat.get('doctor').count()) === 1);
  return marks(chat);
}

/** Waits until the size of the next prompt stands in the bar: it moves the buttons beside it. */
const sized = chat => until('the size of the next prompt', async () => /\d/.test(await chat.get('inspector-toggle').innerText()));

scenario('the first visit sends no request before a click, finds a server on this computer, and answers with it', async ({ chat, t, origin }) => {
  const ollama = await startLocalServer(11_434, { models: ['llama3.2:latest', 'qwen3:4b'] });
  t.after(() => ollama.close());
  const closed = await startLocalServer(1_234, { models: ['small'], cors: false });
  t.after(() => closed.close());
  await chat.open();
  await requestsBefore(chat.page);
  assert.deepEqual(ollama.requests.filter(asked => asked.origin === origin), []);
  await chat.get('connect-option-computer').click();
  await until('everything is looked at', async () => /found|refuses/.test(await state(chat, 'Ollama').getAttribute('data-state')) && (await chat.get('finder-again').isEnabled()));
  assert.equal(await state(chat, 'Ollama').getAttribute('data-state'), 'found');
  assert.equal(await state(chat, 'vLLM').getAttribute('data-state'), 'nothing');

  assert.equal(await state(chat, 'LM Studio').getAttribute('data-state'), 'refuses');
  await state(chat, 'LM Studio').getByTestId('finding-cure').click();
  assert.match(await state(chat, 'LM Studio').getByTestId('cure-what').innerText(), new RegExp(origin.replaceAll('.', '\\.')));
  assert.match(await state(chat, 'LM Studio').getByTestId('cure-commands').innerText(), /lms server start --cors/);

  await state(chat, 'Ollama').getByTestId('model-select').selectOption('qwen3:4b');
  await state(chat, 'Ollama').getByTestId('finding-use').click();
  await chat.get('connect-dialog').waitFor({ state: 'hidden' });
  assert.match(await chat.words('model-button'), /qwen3:4b/);
  assert.equal((await chat.turn('What is the capital of France?')).text, 'It is Paris.');
});

scenario('the doctor ticks every step of a working connection', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.reply('OK.'));
  await chat.open();
  await chat.fillEndpoint(endpoint);
  assert.deepEqual(await check(chat), Array(9).fill('done'));
  assert.equal(await chat.get('cure').count(), 0);
  assert.equal(endpoint.chats.length, 1, 'it asked for one short answer');
});

for (const { name, behaviour, requests } of [
  {
    name: 'that refuses any temperature',
    behaviour: behave.refusesWhile(({ temperature }) => temperature !== undefined, '`temperature` is deprecated for this model.', 'OK.'),
    requests: 2,
  },
  { name: 'that spends its tokens on thoughts that are not shown', behaviour: behave.hiddenThoughts, requests: 1 },
]) {
  scenario(`the doctor ticks every step for a model ${name}`, async ({ chat, server }) => {
    const endpoint = server.endpoint(behaviour);
    await chat.open();
    await chat.fillEndpoint(endpoint);
    assert.deepEqual(await check(chat), Array(9).fill('done'));
    assert.equal(endpoint.chats.length, requests);
  });
}

for (const { name, contextOptions } of [
  { name: '1280×800', contextOptions: {} },
  { name: '390×844', contextOptions: { viewport: { width: 390, height: 844 }, hasTouch: true } },
]) {
  scenario(`the doctor's result is visible without scrolling at ${name}`, async ({ chat, server }) => {
    const inView = async id => {
      const [verdict, seen] = await Promise.all([chat.get(id).boundingBox(), chat.page.locator('#provider-dialog-title').evaluate(title => {
        const content = title.closest('dialog').querySelector('.content').getBoundingClientRect();
        return { top: content.top, bottom: content.bottom };
      })]);
      return verdict.y >= seen.top && verdict.y + verdict.height <= seen.bottom;
    };
    await chat.open();
    await chat.fillEndpoint(server.endpoint(behave.reply('OK.')));
    await chat.page.locator('.dialog[open] .content').evaluate(content => content.scrollTo(0, 0));
    await check(chat);
    await until('the good news is in view', () => inView('doctor-summary'));
    await chat.get('endpoint-url').fill(server.endpoint(behave.webPage).baseUrl);
    await chat.page.locator('.dialog[open] .content').evaluate(content => content.scrollTo(0, 0));
    await check(chat);
    await until('the cause is in view', () => inView('cure-what'));
  }, { contextOptions });
}

const troubles = [
  { name: 'a refused origin', behaviour: behave.withoutCors, failed: 3, says: /CORS/ },
  { name: 'a refused preflight', behaviour: { ...behave.preflightRefused }, key: 'sk-1', failed: 3, says: /CORS/ },
  { name: 'a missing key', behaviour: behave.unauthorized, failed: 5, says: /requires a key/ },
  { name: 'a wrong key', behaviour: behave.unauthorized, key: 'sk-wrong', failed: 5, says: /rejected this key/ },
  { name: 'a web page in place of JSON', behaviour: behave.webPage, failed: 4, says: /web page/ },
  { name: 'a model that is not there', behaviour: behave.notFound, model: 'another', failed: 6, says: /does not have this model/ },
  { name: 'a provider that has had enough', behaviour: behave.rateLimited(7), failed: 7, says: /reached the provider's rate limit/ },
];

for (const { name, behaviour, key, model, failed, says } of troubles) {
  scenario(`the doctor names ${name}`, async ({ chat, server }) => {
    const endpoint = server.endpoint(behaviour);
    await chat.open();
    await chat.fillEndpoint({ ...endpoint, key, model: model ?? 'test-model' });
    const found = await check(chat);
    assert.equal(found.indexOf('failed'), failed, found.join(' '));
    assert.ok(found.slice(0, failed).every(mark => mark === 'done'), found.join(' '));
    assert.match(await chat.words('cure-what'), says);
  });
}

scenario('the doctor distinguishes a server that is down from a running one, and shows the command for the system', async ({ chat }) => {
  await chat.open();
  await chat.fillEndpoint({ kind: 'ollama', baseUrl: 'http://127.0.0.1:11434' });
  const found = await check(chat);
  assert.equal(found.indexOf('failed'), 2, found.join(' '));
  assert.match(await chat.words('cure-commands'), /systemctl start ollama/);
  await chat.get('cure-macos').click();
  assert.match(await chat.words('cure-commands'), /open -a Ollama/);
});

scenario('for an Ollama that rejects this page, the doctor shows OLLAMA_ORIGINS with this page for each system', async ({ chat, t, origin }) => {
  const ollama = await startLocalServer(11_434, { cors: false });
  t.after(() => ollama.close());
  await chat.open();
  await chat.fillEndpoint({ kind: 'ollama', baseUrl: 'http://127.0.0.1:11434' });
  assert.equal((await check(chat)).indexOf('failed'), 3);
  for (const [system, says] of [['linux', 'Environment="OLLAMA_ORIGINS='], ['windows', 'setx OLLAMA_ORIGINS "'], ['macos', 'launchctl setenv OLLAMA_ORIGINS "']]) {
    await chat.get(`cure-${system}`).click();
    assert.ok((await chat.words('cure-commands')).includes(`${says}${origin}`), system);
  }
});

scenario('a missing /v1 is detected and added with a click', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.reply('OK.'));
  await chat.open();
  await chat.fillEndpoint({ baseUrl: endpoint.root });
  assert.equal((await check(chat)).indexOf('failed'), 4);
  await chat.get('doctor-take').click();
  // Between the two checks no steps are shown.
  await until('all steps are ticked', async () => (await marks(chat)).join() === Array(9).fill('done').join());
  assert.equal(await chat.get('endpoint-url').inputValue(), endpoint.baseUrl);
});

scenario('connections can be added, switched, deleted, and restored with Undo', async ({ chat, server }) => {
  const first = server.endpoint(behave.reply('I am the first.'));
  const second = server.endpoint(behave.reply('I am the second.'));
  await chat.open();
  await chat.useEndpoint({ ...first, key: 'sk-first' });
  await chat.addEndpoint({ ...second, model: 'second-model' });
  assert.equal((await chat.turn('Who are you?')).text, 'I am the second.');
  assert.equal(second.chats[0].headers.authorization, undefined);

  await chat.get('provider-button').click();
  await until('both are there', async () => (await chat.get('provider-saved').count()) === 2);
  await chat.get('provider-saved').first().click();
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  assert.equal((await chat.turn('And you?')).text, 'I am the first.');
  assert.equal(first.chats.at(-1).headers.authorization, 'Bearer sk-first');

  await chat.get('provider-button').click();
  await chat.get('provider-delete').first().click();
  await until('it is gone', async () => (await chat.get('provider-saved').count()) === 1);
  await chat.page.keyboard.press('Escape');
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  // The dialog has its own notice, which disappears shortly after it is hidden.
  await chat.get('undo').locator('visible=true').click();
  await until('the first answers again', async () => /test-model/.test(await chat.words('model-button')));
  await chat.turn('Are you back?');
  assert.equal(first.chats.at(-1).headers.authorization, 'Bearer sk-first', 'its key was kept');
});

scenario('the connection dialog offers what the first page offers, in the same words, also once a model is connected', async ({ chat, server }) => {
  await chat.open();
  const words = selector => chat.page.locator(selector).allInnerTexts();
  const offered = await words('.connect-option :is(.name, .what)');
  assert.equal(offered.length, 8);
  await chat.useEndpoint(server.endpoint(behave.reply('OK.')));
  await chat.get('provider-button').click();
  await chat.get('provider-kind-key').waitFor();
  assert.deepEqual(await words('.kinds .choice :is(.name, .what)'), offered);
  await chat.get('provider-kind-key').click();
  await chat.get('connect-key').waitFor();
  await chat.get('connect-back').click();
  await chat.get('provider-kind-computer').click();
  await chat.get('finder-again').waitFor();
  await chat.get('connect-address').click();
  await chat.get('endpoint-url').waitFor();
});

scenario('a provider gets the key that belongs to it, and another key is another connection', async ({ chat, context }) => {
  const keys = [];
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  await context.route('https://api.openai.com/**', route => {
    keys.push(route.request().headers().authorization);
    return route.fulfill({ headers, json: { data: [{ id: 'gpt-5' }, { id: 'text-embedding-3-small' }] } });
  });
  const connect = async key => {
    await chat.get('connect-key').fill(key);
    await chat.get('connect-go').click();
    await chat.get('model-select').waitFor();
    assert.deepEqual(await chat.get('model-select').locator('option').allTextContents(), ['gpt-5'], 'what can chat');
    await chat.get('connect-go').click();
    await chat.get('connect-dialog').waitFor({ state: 'hidden' });
    assert.equal(keys.at(-1), `Bearer ${key}`);
  };
  const saved = async () => {
    await chat.get('provider-button').click();
    await chat.get('provider-saved').first().waitFor();
    return chat.get('provider-saved').count();
  };
  await chat.open();
  await chat.get('connect-option-key').click();
  await connect('sk-one');
  for (const [key, connections] of [['sk-one', 1], ['sk-two', 2]]) {
    await saved();
    await chat.get('provider-kind-key').click();
    await connect(key);
    assert.equal(await saved(), connections, key);
    await chat.page.keyboard.press('Escape');
    await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  }
});

scenario('answering what to connect to adds a connection, and takes the place of none', async ({ chat, server }) => {
  const [first, second] = [server.endpoint(behave.reply('I am the first.')), server.endpoint(behave.reply('I am the second.'))];
  await chat.open();
  await chat.useEndpoint({ ...first, key: 'sk-first' });
  const elsewhere = second.baseUrl.replace('127.0.0.1', 'localhost');
  await chat.fillEndpoint({ baseUrl: first.baseUrl, model: 'other-model' });
  await chat.page.getByText('A key is stored').waitFor();
  await chat.get('endpoint-url').fill(elsewhere);
  await until('no key is stored for this server', async () => (await chat.page.getByText('A key is stored').count()) === 0);
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  assert.equal((await chat.turn('Who are you?')).text, 'I am the second.');
  assert.equal(second.chats[0].headers.authorization, undefined);

  await chat.get('provider-button').click();
  await until('both are there', async () => (await chat.get('provider-saved').count()) === 2);
  await chat.get('provider-saved').first().click();
  assert.equal(await chat.get('endpoint-model').inputValue(), 'test-model');
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  assert.equal((await chat.turn('And you?')).text, 'I am the first.');
  assert.equal(first.chats.at(-1).headers.authorization, 'Bearer sk-first', 'its key was kept');
});

scenario('the key of a deleted connection stays while the tab that deleted it can undo that', async ({ chat, server, newChat }) => {
  const endpoint = server.endpoint(behave.reply('I am here.'));
  await chat.open();
  await chat.useEndpoint({ ...endpoint, key: 'sk-kept' });
  await chat.get('provider-button').click();
  await chat.get('provider-delete').click();
  await until('it is gone', async () => (await chat.get('provider-saved').count()) === 0);
  await chat.page.keyboard.press('Escape');
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });

  // A notice whose button has the focus stays.
  await chat.get('undo').locator('visible=true').focus();
  // An idle page removes the keys of connections that do not exist any more.
  const other = await newChat();
  await other.open();
  await until('the other tab has looked', () => other.page.evaluate(() => performance.getEntriesByName('ricordo:keys-swept').length > 0));
  await chat.get('undo').locator('visible=true').click();
  await until('it answers again', async () => /test-model/.test(await chat.words('model-button')));
  await chat.turn('Are you back?');
  assert.equal(endpoint.chats.at(-1).headers.authorization, 'Bearer sk-kept');
});

scenario('a model is chosen by keyboard, for all conversations or only for one', async ({ chat, server, t }) => {
  const ollama = await startLocalServer(11_434, { models: ['llama3.2:latest', 'qwen3:4b'] });
  t.after(() => ollama.close());
  const endpoint = server.endpoint(behave.reply('It is Rome.'));
  await chat.open();
  await chat.useEndpoint({ kind: 'ollama', baseUrl: 'http://127.0.0.1:11434', model: 'llama3.2:latest' });
  await chat.addEndpoint(endpoint);

  await sized(chat);
  await chat.get('model-button').click();
  await until('both lists are there', async () => (await chat.get('model-item').count()) === 4);
  await chat.page.keyboard.type('qwen');
  await until('the filter holds', async () => (await chat.get('model-item').count()) === 1);
  await chat.get('model-only-here').check();
  await chat.get('model-filter').press('Enter');
  await chat.get('model-dialog').waitFor({ state: 'hidden' });
  await until('it answers here', async () => /qwen3:4b/.test(await chat.words('model-button')));
  assert.equal((await chat.turn('What is the capital of France?')).text, 'It is Paris.');

  await chat.get('new-conversation').click();
  await until('the other answers elsewhere', async () => /test-model/.test(await chat.words('model-button')));
  assert.equal((await chat.turn('What is the capital of Italy?')).text, 'It is Rome.');
});

scenario('a list of models that arrives late moves no model that is shown', async ({ chat, server, t }) => {
  const ollama = await startLocalServer(11_434, { models: ['aya:8b', 'llama3.2:latest', 'qwen3:4b'] });
  t.after(() => ollama.close());
  await chat.open();
  await chat.useEndpoint({ kind: 'ollama', baseUrl: 'http://127.0.0.1:11434', model: 'llama3.2:latest' });
  await chat.addEndpoint(server.endpoint(behave.reply('Hello.')));
  await chat.reload();
  let release;
  const released = new Promise(resolve => { release = resolve; });
  await chat.page.route('**/api/tags', async route => {
    await released;
    await route.continue();
  });
  const models = () => chat.get('model-item').allInnerTexts();
  const last = chat.get('model-item').filter({ hasText: 'test-model' });
  await chat.get('model-button').click();
  await until('the saved ones are there', async () => (await models()).length === 3);
  const [before, place] = [await models(), await last.boundingBox()];
  release();
  await until('the list is there', async () => (await models()).length === 5);
  assert.deepEqual((await models()).slice(0, 3), before);
  const now = await last.boundingBox();
  assert.ok(Math.abs(now.y - place.y) < 2 && Math.abs(now.x - place.x) < 2, JSON.stringify({ place, now }));
  // The next time the models of a connection are together.
  await chat.page.keyboard.press('Escape');
  await chat.get('model-dialog').waitFor({ state: 'hidden' });
  await chat.get('model-button').click();
  await until('all are there', async () => (await models()).length === 5);
  assert.match((await models()).at(-1), /test-model/);
});

scenario('a conversation overrides default settings, and each can be reset', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.reply('Arr.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await sized(chat);
  await chat.get('own-button').click();
  await chat.get('own-prompt').fill('Talk like a pirate.');
  await chat.get('own-temperature').fill('3');
  await chat.get('own-save').click();
  await chat.get('field-error').waitFor();
  await chat.get('own-temperature').fill('1.5');
  await chat.get('own-reply').fill('300');
  await chat.get('own-save').click();
  await chat.get('own-dialog').waitFor({ state: 'hidden' });
  await chat.turn('Hello');
  const sent = endpoint.chats.at(-1).json;
  assert.equal(sent.messages[0].content, 'Talk like a pirate.');
  assert.equal(sent.temperature, 1.5);
  assert.equal(sent.max_tokens ?? sent.max_completion_tokens, 300);

  // On a phone the button for it is in the list of models.
  await chat.page.setViewportSize({ width: 390, height: 844 });
  await chat.get('model-button').click();
  const focused = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.activeElement.localName))));
  assert.equal(await chat.get('model-own').evaluate(focused), 'h2', 'in a field, the keyboard would open over the list');
  await chat.get('model-own').click();
  await chat.get('own-prompt-reset').click();
  await chat.get('own-save').click();
  await chat.get('own-dialog').waitFor({ state: 'hidden' });
  await chat.page.setViewportSize({ width: 1280, height: 800 });
  await chat.turn('Hello again');
  assert.notEqual(endpoint.chats.at(-1).json.messages[0].content, 'Talk like a pirate.');
  assert.equal(endpoint.chats.at(-1).json.temperature, 1.5);

  await chat.get('new-conversation').click();
  await until('an empty conversation', async () => (await chat.messages()).length === 0);
  await chat.turn('Hello there');
  assert.equal(endpoint.chats.at(-1).json.temperature, undefined);
});

scenario('the same address with another key is another connection, and the stored key stays', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.reply('Hello.'));
  await chat.open();
  await chat.useEndpoint({ ...endpoint, key: 'sk-first' });
  await chat.turn('One');
  const own = chat.get('provider-saved');
  await chat.useEndpoint({ ...endpoint, model: 'second-model', key: 'sk-second' });
  await chat.turn('Two');
  assert.equal(endpoint.chats.at(-1).headers.authorization, 'Bearer sk-second');
  await chat.get('provider-button').click();
  await until('both are there', async () => (await own.count()) === 2);
  await own.filter({ hasText: 'test-model' }).click();
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  await chat.turn('Three');
  assert.equal(endpoint.chats.at(-1).headers.authorization, 'Bearer sk-first');

  // The stored key of one of them: it is that one.
  await chat.useEndpoint({ ...endpoint, model: 'third-model', key: 'sk-second' });
  await chat.get('provider-button').click();
  await own.filter({ hasText: 'third-model' }).waitFor();
  assert.equal(await own.count(), 2);
});
