// `<ricordo-chat>` from its beginning to its end: loaded late, changed while it loads, removed, and begun again.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import * as behaviours from './support/behaviours.mjs';
import { tone } from './support/behaviours-speech.mjs';
import { startElementSite } from './support/element-site.mjs';
import { answered, messages, ready, say, set, streams } from './support/element.mjs';
import { until } from './support/until.mjs';

let site;

before(async () => (site = await startElementSite()));
after(() => site?.close());

const shown = (...given) => site.shown(...given);
const endpointOf = (...replies) => site.endpointOf(...replies);

test('a removed element stores the typed text and what has arrived', async () => {
  const endpoint = endpointOf(behaviours.stalls('A reply that takes its time'));
  await shown('two.html', async page => {
    await ready(page, '#one');
    await set(page, { endpoint: endpoint.baseUrl, model: 'test-model' }, '#one');
    await page.locator('#one .engine', { hasText: 'test-model' }).waitFor();
    await say(page, 'Begin', '#one');
    await until('some of the reply is there', async () => /assistant: A/.test((await messages(page, '#one')).at(-1)));
    await page.locator('#one #composer').fill('Half a thought');
    await page.locator('#one').evaluate(chat => {
      globalThis.taken = chat;
      chat.remove();
    });
    await until('the reply is stopped', () => endpoint.chats[0].closedByClient);
    await page.evaluate(() => document.body.prepend(globalThis.taken));
    await ready(page, '#one');
    await until('the messages are back', async () => (await messages(page, '#one')).length === 2);
    const [asked, reply] = await messages(page, '#one');
    assert.equal(asked, 'user: Begin');
    assert.match(reply, /^assistant: A/);
    await page.locator('#one article[data-finish="stopped"]').last().waitFor();
    await until('the draft is back', async () => (await page.locator('#one #composer').inputValue()) === 'Half a thought');
    // A moved element keeps running.
    await page.locator('#one #composer').evaluate(field => (field.dataset.same = 'yes'));
    await page.evaluate(() => document.body.append(document.getElementById('one')));
    assert.equal(await page.locator('#one #composer').getAttribute('data-same'), 'yes');
  });
});

test('a removed or restarted element does no background work', async () => {
  const endpoints = ['#one', '#two'].map(id => [id, endpointOf(behaviours.reply('Heard'))]);
  await shown('two.html', async page => {
    await page.clock.install();
    await page.reload();
    for (const [id, endpoint] of endpoints) {
      await ready(page, id);
      await set(page, { endpoint: endpoint.baseUrl, model: 'test-model' }, id);
      await page.locator(`${id} .engine`, { hasText: 'test-model' }).waitFor();
    }
    // Not while this test is still busy, however slow the machine is.
    await page.evaluate(() => {
      const wait = window.setTimeout;
      window.setTimeout = (call, time, ...rest) => wait(call, time === 5_000 ? 55_000 : time, ...rest);
    });
    for (const [id] of endpoints) await say(page, 'Hello', id);
    for (const [id] of endpoints) await answered(page, 'Heard', id);
    await page.locator('#one').evaluate(chat => chat.remove());
    await set(page, { language: 'en' }, '#two');
    await ready(page, '#two');
    // A title is requested five seconds after a reply, and only where something was sent since the element began.
    await page.clock.runFor(60_000);
    // Whatever was requested by then has arrived before this.
    await say(page, 'And now?', '#two');
    await until('the next reply', async () => (await messages(page, '#two')).length === 4 && !(await streams(page, '#two')));
    assert.deepEqual(endpoints.map(([, endpoint]) => endpoint.chats.length), [1, 2]);
    assert.equal(await page.locator('#two [data-testid="storage-banner"]').count(), 0);
  });
});

test('a chat that cannot be loaded says so and can be loaded again', async () => {
  await shown('empty.html', async page => {
    let isThere = false;
    await page.route('**/dist/chat/*_bg.wasm', route => (isThere ? route.continue() : route.abort()));
    await page.evaluate(() => (document.querySelector('main').innerHTML = '<ricordo-chat name="late" language="uk"></ricordo-chat>'));
    await page.locator('ricordo-chat [role="alert"]', { hasText: 'Нічого не втрачено' }).waitFor();
    isThere = true;
    await page.locator('ricordo-chat button').click();
    await ready(page);
  }, { expected: /ERR_FAILED|Failed to (load|fetch)/ });
});

test('an element that is changed before its texts came begins again', async () => {
  await shown('empty.html', async page => {
    const held = [];
    await page.route(/texts_uk_first/, route => held.push(route));
    await page.evaluate(() => (document.querySelector('main').innerHTML = '<ricordo-chat language="uk"></ricordo-chat>'));
    await until('its texts are asked for', () => held.length > 0);
    await set(page, { language: 'ru' });
    await ready(page);
    await Promise.all([page.waitForResponse(/texts_uk_first/), held[0].continue()]);
    assert.deepEqual(await page.locator('ricordo-chat .mount').evaluateAll(all => all.map(one => [one.lang, one.querySelectorAll('.app').length])), [['ru', 1]]);
  });
});

test('a property that is set to nothing removes its attribute', async () => {
  await shown('empty.html', async page => {
    const attributes = await page.evaluate(() => {
      const chat = document.createElement('ricordo-chat');
      for (const name of chat.constructor.observedAttributes) {
        for (const nothing of [undefined, null]) {
          chat[name] = 'given';
          chat[name] = nothing;
        }
      }
      Object.assign(chat, { name: 'kept', endpoint: undefined, manager: undefined });
      chat.manager = null;
      document.querySelector('main').append(chat);
      return chat.getAttributeNames();
    });
    assert.deepEqual(attributes, ['name']);
    await ready(page);
    assert.ok(!(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).includes('undefined'));
  });
});

test('a start that fails after another one began neither ends that one nor is reported', async () => {
  await shown('empty.html', async page => {
    const held = [];
    await page.route('**/dist/chat/*_bg.wasm', route => (held.length > 0 ? route.continue() : held.push(route)));
    await page.evaluate(() => {
      globalThis.troubles = 0;
      document.addEventListener('ricordo-trouble', () => (globalThis.troubles += 1));
      document.querySelector('main').innerHTML = '<ricordo-chat name="again" language="uk"></ricordo-chat>';
    });
    await until('its module is asked for', () => held.length > 0);
    await set(page, { language: 'ru' });
    await held[0].abort();
    await ready(page);
    assert.equal(await page.evaluate(() => globalThis.troubles), 0);
    // It ends like any other: what is typed is stored, although the element is removed at once.
    await page.locator('ricordo-chat #composer').fill('Half a thought');
    await page.locator('ricordo-chat').evaluate(chat => {
      globalThis.taken = chat;
      chat.remove();
    });
    await page.evaluate(() => document.querySelector('main').append(globalThis.taken));
    await ready(page);
    await until('the draft is back', async () => (await page.locator('ricordo-chat #composer').inputValue()) === 'Half a thought');
  }, { expected: /ERR_FAILED|Failed to (load|fetch)/ });
});

test('properties that were set before the element was defined are its own', async () => {
  const script = `const chat = document.createElement('ricordo-chat');
Object.assign(chat, { name: 'early', language: 'uk', manager: null });
document.querySelector('main').append(chat);
import('./define.js');
`;
  const page = '<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,"><main></main><script type="module" src="early.js"></script>';
  await writeFile(path.join(site.app, 'early.js'), script);
  await writeFile(path.join(site.app, 'early.html'), page);
  await shown('early.html', async page => {
    await ready(page);
    const [attributes, own, language, databases] = await page.locator('ricordo-chat').evaluate(async chat => [
      chat.getAttributeNames().sort(),
      Object.keys(chat),
      chat.shadowRoot.querySelector('.mount').lang,
      (await indexedDB.databases()).map(({ name }) => name),
    ]);
    assert.deepEqual([attributes, own, language], [['language', 'name'], [], 'uk']);
    assert.ok(databases.includes('early'), databases.join());
  });
});

test('an element that is given another server while it starts takes nothing more of the first one', async () => {
  const [first, second] = [endpointOf(behaviours.reply('First')), endpointOf(behaviours.reply('Second'))];
  await shown('empty.html', async page => {
    const held = [];
    await page.route(`${first.baseUrl}/models`, route => held.push(route));
    await page.evaluate(endpoint => {
      const chat = Object.assign(document.createElement('ricordo-chat'), { name: 'two-servers', endpoint, model: 'model-one' });
      document.querySelector('main').append(chat);
    }, first.baseUrl);
    await until('the first server is asked for its models', () => held.length > 0);
    await set(page, { endpoint: second.baseUrl, model: 'model-two' });
    await page.locator('ricordo-chat .engine', { hasText: 'model-two' }).waitFor();
    await Promise.all([page.waitForResponse(`${first.baseUrl}/models`), held[0].continue()]);
    await say(page, 'Who answers?');
    await answered(page, 'Second');
    assert.match(await page.locator('ricordo-chat .model-button').textContent(), /model-two/);
    assert.equal(first.chats.length, 0);
  });
});

test('an element that is removed while it starts listens to nothing any more', async () => {
  await shown('empty.html', async page => {
    const [held, turns] = [[], []];
    await page.route(/\/history-[0-9a-f]+\.wasm$/, route => (held.length > 0 ? route.continue() : held.push(route)));
    page.on('request', request => /\/turn-[0-9a-f]+\.wasm$/.test(request.url()) && turns.push(request));
    await page.evaluate(async () => {
      await init();
      const manager = await ContextManager.open('removed');
      await manager.append('user', 'Stays');
      await manager.close();
      globalThis.listeners = 0;
      for (const [method, step] of [['addEventListener', 1], ['removeEventListener', -1]]) {
        const original = window[method];
        window[method] = (type, ...rest) => {
          if (type === 'popstate') globalThis.listeners += step;
          return original.call(window, type, ...rest);
        };
      }
      document.querySelector('main').innerHTML = '<ricordo-chat name="removed"></ricordo-chat>';
    });
    await until('the code that opens a conversation is asked for', () => held.length > 0);
    await page.locator('ricordo-chat').evaluate(chat => {
      globalThis.taken = chat;
      chat.remove();
    });
    await page.evaluate(() => document.querySelector('main').append(globalThis.taken));
    await ready(page);
    await held[0].continue();
    // Both load this at the end of their start.
    await until('both have started', () => turns.length === 2, 30_000);
    assert.equal(await page.evaluate(() => globalThis.listeners), 1);
  });
});

test('a temporary chat is erased when its element is removed', async () => {
  const endpoint = endpointOf(behaviours.reply('Between us'));
  await shown('two.html', async page => {
    await ready(page, '#one');
    await set(page, { endpoint: endpoint.baseUrl, model: 'test-model' }, '#one');
    await page.locator('#one .engine', { hasText: 'test-model' }).waitFor();
    await page.locator('#one [data-testid="new-temporary"]').click();
    await page.locator('#one [data-testid="temporary-mark"]').waitFor();
    await say(page, 'A secret', '#one');
    await answered(page, 'Between us', '#one');
    /** How many temporary conversations of the database are stored, and how many are held. */
    const left = () =>
      page.evaluate(async () => {
        await init();
        const manager = await ContextManager.open('first');
        const stored = (await manager.conversations.list()).filter(one => one.temporary);
        await manager.close();
        const { held } = await navigator.locks.query();
        return [stored.length, held.filter(({ name }) => name.startsWith('ricordo:first:temporary:')).length];
      });
    assert.deepEqual(await left(), [1, 1]);
    await page.locator('#one').evaluate(chat => chat.remove());
    await until('it is erased, and free', async () => (await left()).join() === '0,0');
  });
});

test('another language is not chosen where the chat would be lost, nor where the page names one', async () => {
  const endpoint = endpointOf(behaviours.reply('Noted'));
  const settings = async (page, selector) => {
    await page.locator(`${selector} [data-testid="settings-button"]`).click();
    await page.locator(`${selector} [data-testid="settings-search"]`).waitFor();
  };
  await shown('memory.html', async page => {
    await ready(page);
    await set(page, { endpoint: endpoint.baseUrl, model: 'test-model' });
    await page.locator('ricordo-chat .engine', { hasText: 'test-model' }).waitFor();
    await say(page, 'Only in memory');
    await answered(page, 'Noted');
    await settings(page, 'ricordo-chat');
    const language = page.locator('ricordo-chat [data-testid="language"]');
    await language.selectOption('uk');
    await page.locator('ricordo-chat [data-testid="settings-dialog"] [data-testid="notice"]', { hasText: 'The language was not changed' }).waitFor({ state: 'attached' });
    assert.equal(await language.inputValue(), 'en');
    assert.deepEqual(await messages(page), ['user: Only in memory', 'assistant: Noted']);
  });
  await shown('two.html', async page => {
    await ready(page, '#two');
    await settings(page, '#two');
    assert.equal(await page.locator('#two [data-testid="language"]').isVisible(), false);
  });
});

test('a removed element turns the microphone off, and a restarted one buys no more speech', async () => {
  let release;
  const released = new Promise(resolve => { release = resolve; });
  const hears = endpointOf(behaviours.reply('Heard'));
  const reads = endpointOf(behaviours.reply('A sentence of a long reply. '.repeat(40)));
  reads.reads({ cors: 'given', answer: async (request, response) => { await released; tone(0.1).answer(request, response); } });
  await shown('two.html', async page => {
    await page.evaluate(() => {
      globalThis.tracks = [];
      navigator.mediaDevices.getUserMedia = async () => {
        const { stream } = new AudioContext().createMediaStreamDestination();
        globalThis.tracks.push(...stream.getTracks());
        return stream;
      };
    });
    const states = () => page.evaluate(() => globalThis.tracks.map(track => track.readyState).join());
    for (const [id, endpoint, choices] of [['#one', hears, ['transcriber-connection']], ['#two', reads, ['reader-connection', 'voice-reads']]]) {
      const get = name => page.locator(`${id} [data-testid="${name}"]`);
      await ready(page, id);
      await set(page, { endpoint: endpoint.baseUrl, model: 'test-model' }, id);
      await page.locator(`${id} .engine`, { hasText: 'test-model' }).waitFor();
      await get('speak').click();
      for (const choice of choices) await get(choice).check();
      await get('voice-save').click();
      await get('voice-dialog').waitFor({ state: 'hidden' });
    }

    await page.locator('#one [data-testid="speak"]').click();
    await page.locator('#one [data-testid="voice-done"]').waitFor();
    assert.equal(await states(), 'live');
    await page.locator('#one').evaluate(chat => chat.remove());
    await until('the microphone is off', async () => (await states()) === 'ended');
    assert.equal(hears.recorded.length, 0, 'nothing of it is sent');

    await say(page, 'Tell me', '#two');
    await until('the reply is being read', () => reads.read.length === 1);
    await set(page, { language: 'en' }, '#two');
    await until('what is read is not waited for', () => reads.read[0].closedByClient);
    release();
    await ready(page, '#two');
    assert.equal(reads.read.length, 1);
  });
});
