// `<ricordo-chat>` from its beginning to its end: loaded late, changed while it loads, removed, and begun again.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as behaviours from './support/behaviours.mjs';
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
      Object.assign(chat, { name: 'kept', endpoint: undefined });
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
