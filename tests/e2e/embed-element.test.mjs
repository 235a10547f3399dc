// `<ricordo-chat>` in other pages: installed from the packed package, used like a user would, next to hostile styles.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import * as behaviours from './support/behaviours.mjs';
import { startElementSite } from './support/element-site.mjs';
import { answered, messages, ready, say, set, streams } from './support/element.mjs';
import { axeSource } from './support/environment.mjs';
import { serve, viteBuild } from './support/package-apps.mjs';
import { shootAll } from './support/screenshots.mjs';
import { until } from './support/until.mjs';

let site;

before(async () => (site = await startElementSite()));
after(() => site?.close());

const shown = (...given) => site.shown(...given);
const endpointOf = (...replies) => site.endpointOf(...replies);

test('the example: a server named by an attribute answers, the page gets events, and everything survives a reload', async () => {
  const endpoint = endpointOf(behaviours.reply('Your order is on its way'), behaviours.reply('Ada'));
  await shown(`?endpoint=${encodeURIComponent(endpoint.baseUrl)}&model=test-model`, async page => {
    await ready(page);
    assert.match(await page.locator('ricordo-chat .engine').textContent(), /test-model/);
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true, 'the focus of the page is its own');
    assert.equal(await page.title(), 'Ricordo as an element');
    assert.equal(await page.locator('ricordo-chat .composer').evaluate(field => getComputedStyle(field).borderTopWidth), '2px', 'its parts can be styled');
    await say(page, 'Where is my order?');
    await answered(page, 'Your order is on its way');
    // The event follows when the reply is stored, shortly after its last word is shown.
    await page.locator('#log li', { hasText: 'answered' }).waitFor();
    assert.deepEqual(await page.locator('#log li').allTextContents(), ['asked: Where is my order?', 'answered (complete): Your order is on its way']);
    assert.equal(new URL(page.url()).hash, '', 'the address of the page is its own');
    await page.reload();
    await ready(page);
    await answered(page, 'Your order is on its way');
    assert.deepEqual(await messages(page), ['user: Where is my order?', 'assistant: Your order is on its way']);
    // The manager writes into the same conversations.
    await page.locator('#remember').click();
    await page.locator('#log li', { hasText: 'remembered' }).waitFor();
    await say(page, 'Who am I?');
    await answered(page, 'Ada');
    // A request for a title may follow it.
    assert.match(JSON.stringify(endpoint.chats.find(({ json }) => json.messages.at(-1).content.endsWith('Who am I?')).body), /The user's name is Ada/);
  });
});

test('the chat shows what its manager changes, and the manager reports what the chat changes', async () => {
  const endpoint = endpointOf(behaviours.reply('Heard'));
  await shown('memory.html', async page => {
    await ready(page);
    const refused = () => page.locator('ricordo-chat').evaluate(chat => chat.manager.then(() => null, error => error.code));
    assert.equal(await refused(), 'bad-argument', 'a chat in memory has no manager');
    await set(page, { name: 'managed', endpoint: endpoint.baseUrl, model: 'test-model' });
    await ready(page);
    await page.locator('ricordo-chat .engine', { hasText: 'test-model' }).waitFor();
    await page.locator('ricordo-chat').evaluate(async chat => {
      const manager = await chat.manager;
      manager.on('change', change => ((globalThis.changes ??= []).push(change.what)));
      await manager.append('user', 'Said by the page');
      await manager.append('assistant', 'Answered by the page');
    });
    await answered(page, 'Answered by the page');
    await say(page, 'Said by the user');
    await answered(page, 'Heard');
    // A reply is stored shortly after its last word is shown.
    const history = () => page.locator('ricordo-chat').evaluate(async chat => (await (await chat.manager).history()).map(({ text }) => text));
    await until('the reply is stored', async () => (await history()).at(-1) === 'Heard');
    assert.deepEqual(await history(), ['Said by the page', 'Answered by the page', 'Said by the user', 'Heard']);
    await until('the manager hears of it', () => page.evaluate(() => globalThis.changes.length > 0));
    // Setting a manager that the page already has shows its conversations.
    const other = await page.locator('ricordo-chat').evaluate(async chat => {
      const own = await ContextManager.open('of-the-page');
      await own.append('user', 'Elsewhere');
      chat.manager = own;
      const inMemory = await ContextManager.open();
      try { chat.manager = inMemory; return null; } catch (error) { return error.code; }
    });
    assert.equal(other, 'bad-argument');
    await ready(page);
    await until('its conversation is shown', async () => (await messages(page))[0] === 'user: Elsewhere');
  });
});

test('styles neither enter nor leave the element', async () => {
  const styles = (page, selector) =>
    page.locator(`ricordo-chat ${selector}`).first().evaluate(element => {
      const { color, fontSize, fontFamily, letterSpacing, textTransform, display, backgroundColor, boxSizing, direction, margin, padding, height } = getComputedStyle(element);
      return { color, fontSize, fontFamily, letterSpacing, textTransform, display, backgroundColor, boxSizing, direction, margin, padding, height };
    });
  const parts = ['.mount', '.bar', '.welcome h2', '.welcome .lead', '.composer', '.composer textarea', '.sidebar', '.send', '.connect-option'];
  const seen = {};
  for (const address of ['memory.html', 'hostile.html']) {
    await shown(address, async page => {
      await ready(page);
      await page.locator('ricordo-chat').evaluate(chat => {
        chat.style.width = '960px';
        chat.style.height = '700px';
      });
      await until('it has its new size, and nothing moves any more', () => page.locator('ricordo-chat').evaluate(async chat => {
        await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const { width, height } = chat.shadowRoot.querySelector('.mount').getBoundingClientRect();
        return width === chat.clientWidth && height === chat.clientHeight && chat.shadowRoot.getAnimations().length === 0;
      }));
      seen[address] = await Promise.all(parts.map(async part => [part, await styles(page, part)]));
      if (address === 'hostile.html') {
        const own = await page.locator('#plain > *').evaluateAll(all => all.map(element => getComputedStyle(element).color));
        assert.deepEqual(own, ['rgb(255, 0, 0)', 'rgb(255, 0, 0)']);
        assert.equal(await page.evaluate(() => [...document.styleSheets].length + document.adoptedStyleSheets.length), 1, 'the page has its own sheet alone');
      }
    });
  }
  assert.deepEqual(seen['hostile.html'], seen['memory.html']);
});

test('two elements on one page share nothing: conversations, language, theme, focus, shortcuts', async () => {
  const [one, two] = [endpointOf(behaviours.reply('One')), endpointOf(behaviours.reply('Two'))];
  await shown('two.html', async page => {
    await ready(page, '#one');
    await ready(page, '#two');
    await set(page, { endpoint: one.baseUrl, model: 'model-one' }, '#one');
    await set(page, { endpoint: two.baseUrl, model: 'model-two' }, '#two');
    await page.locator('#one .engine', { hasText: 'model-one' }).waitFor();
    await page.locator('#two .engine', { hasText: 'model-two' }).waitFor();
    assert.deepEqual(await page.locator('.mount').evaluateAll(all => all.map(one => one.lang)), ['en', 'uk']);
    await say(page, 'To one', '#one');
    await say(page, 'Другому', '#two');
    await answered(page, 'One', '#one');
    await answered(page, 'Two', '#two');
    assert.deepEqual(await messages(page, '#one'), ['user: To one', 'assistant: One']);
    assert.deepEqual(await messages(page, '#two'), ['user: Другому', 'assistant: Two']);
    const dark = await page.locator('.mount').evaluateAll(all => all.map(one => getComputedStyle(one).backgroundColor));
    assert.notEqual(dark[0], dark[1]);
    // A shortcut opens the search of the focused element.
    await page.locator('#two #composer').focus();
    await page.keyboard.press('Control+k');
    await page.locator('#two [data-testid="search-dialog"][open]').waitFor();
    assert.equal(await page.locator('#one [data-testid="search-dialog"][open]').count(), 0);
    await page.keyboard.press('Escape');
    await page.locator('#two [data-testid="search-dialog"][open]').waitFor({ state: 'hidden' });
    // Outside of both it belongs to the page.
    await page.evaluate(() => {
      document.activeElement.blur();
      // Registered last: an element that handles the key has done so before.
      addEventListener('keydown', event => {
        if (event.key === 'k') globalThis.isTaken = event.defaultPrevented;
      });
    });
    await page.keyboard.press('Control+k');
    await until('the key has been through', () => page.evaluate(() => globalThis.isTaken !== undefined));
    assert.equal(await page.evaluate(() => globalThis.isTaken), false);
    assert.equal(await page.locator('[data-testid="search-dialog"][open]').count(), 0);
  });
});

test('a narrow element in a wide window uses the phone layout, and a theme change does not restart it', async () => {
  await shown('two.html', async page => {
    await ready(page, '#one');
    await ready(page, '#two');
    await page.locator('#one').evaluate(chat => (chat.style.width = '380px'));
    const menu = page.locator('#one #menu');
    await menu.waitFor();
    await menu.click();
    await until('the list lies over the chat', () => page.locator('#one .sidebar').evaluate(list => {
      const [box, host] = [list.getBoundingClientRect(), list.getRootNode().host.getBoundingClientRect()];
      return box.left >= host.left - 1 && box.right <= host.right + 1 && box.top >= host.top - 1 && box.bottom <= host.bottom + 1;
    }));
    assert.equal(await page.locator('#two #menu').isVisible(), false, 'the wide one keeps its columns');
    await page.locator('#one #composer').evaluate(field => (field.dataset.same = 'yes'));
    const before = await page.locator('#one .mount').evaluate(mount => getComputedStyle(mount).backgroundColor);
    await set(page, { theme: 'dark' }, '#one');
    const after = await page.locator('#one .mount').evaluate(mount => getComputedStyle(mount).backgroundColor);
    assert.notEqual(before, after);
    assert.equal(await page.locator('#one #composer').getAttribute('data-same'), 'yes');
  });
});

test('without a name the chat is in memory only, and says so', async () => {
  await shown('memory.html', async page => {
    await ready(page);
    await page.locator('ricordo-chat [data-testid="storage-banner"]').waitFor();
    assert.match(await page.locator('ricordo-chat [data-testid="storage-banner"]').textContent(), /memory only/);
    assert.deepEqual(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), []);
  });
});

/** What the tab and the browser store besides databases, after the page was hidden with a half-typed text. */
async function storedBesideDatabases(page, text) {
  await page.locator('ricordo-chat #composer').fill(text);
  return page.evaluate(() => {
    // As when the tab is closed: at once, before anything could be stored in the database.
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    return JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
  });
}

test('text typed into an element without a name is stored nowhere; with a name the tab keeps it', async () => {
  const endpoint = endpointOf(behaviours.reply('Noted'));
  await shown('memory.html', async page => {
    await ready(page);
    await set(page, { endpoint: endpoint.baseUrl, model: 'test-model' });
    await page.locator('ricordo-chat .engine', { hasText: 'test-model' }).waitFor();
    await say(page, 'Said in memory');
    await answered(page, 'Noted');
    assert.equal(await storedBesideDatabases(page, 'Half a secret'), '[{},{}]');
    await set(page, { name: 'kept', endpoint: endpoint.baseUrl });
    await ready(page);
    await page.locator('ricordo-chat .engine', { hasText: 'test-model' }).waitFor();
    assert.match(await storedBesideDatabases(page, 'Half a thought'), /Half a thought/);
  });
});

test('in a frame without storage the chat is in memory only, and says why', async () => {
  const open = await serve(site.app, { headers: { 'access-control-allow-origin': '*' } });
  try {
    await shown(`${open.url}/sandboxed.html`, async page => {
      const frame = page.frameLocator('iframe').locator('#one');
      await frame.locator('.mount[data-ready="true"]').waitFor({ state: 'attached', timeout: 60_000 });
      assert.match(await frame.locator('[data-testid="storage-banner"]').textContent(), /export it|memory/i);
    });
  } finally {
    await open.close();
  }
});

test('an invalid endpoint or an unreachable server gets an error message', async () => {
  for (const [endpoint, sentence] of [['ftp://example.org', /http/], ['http://127.0.0.1:9/v1', /127\.0\.0\.1:9|server/i]]) {
    await shown('memory.html', async page => {
      await ready(page);
      await page.evaluate(() => document.addEventListener('ricordo-trouble', ({ detail }) => (globalThis.sentence = detail.sentence)));
      await set(page, { endpoint });
      await ready(page);
      await until('the page gets the event', () => page.evaluate(() => globalThis.sentence));
      assert.match(await page.evaluate(() => globalThis.sentence), sentence);
    }, { expected: /ERR_CONNECTION_REFUSED|ERR_UNSAFE_PORT|Content Security Policy|securitypolicyviolation|Failed to load/ });
  }
});

test('a server that the page names again after another one answers again', async () => {
  const [first, second] = [endpointOf(behaviours.reply('First')), endpointOf(behaviours.reply('Second'))];
  await shown('empty.html', async page => {
    await page.evaluate(() => (document.querySelector('main').innerHTML = '<ricordo-chat name="named-again"></ricordo-chat>'));
    for (const [{ baseUrl }, model] of [[first, 'model-one'], [second, 'model-two'], [first, 'model-one']]) {
      await set(page, { endpoint: baseUrl, model });
      await page.locator('ricordo-chat .engine', { hasText: model }).waitFor();
    }
    await say(page, 'Who answers?');
    await answered(page, 'First');
    assert.equal(second.chats.length, 0);
  });
});

test('Vite builds a page with the element', async () => {
  const app = await site.workspace.app('bundled');
  await writeFile(path.join(app, 'index.html'), '<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,"><ricordo-chat></ricordo-chat><script type="module" src="./main.js"></script>');
  await writeFile(path.join(app, 'main.js'), 'import "ricordo/chat";');
  await viteBuild(app);
  const built = await serve(path.join(app, 'dist'));
  const endpoint = endpointOf(behaviours.reply('Bundled'));
  try {
    await shown(`${built.url}/`, async page => {
      await ready(page);
      await set(page, { endpoint: endpoint.baseUrl, model: 'test-model' });
      await page.locator('ricordo-chat .engine', { hasText: 'test-model' }).waitFor();
      await say(page, 'Hello');
      await answered(page, 'Bundled');
    });
  } finally {
    await built.close();
  }
});

test('axe-core finds no violation in the element, empty and with a reply; takes pictures', async () => {
  const endpoint = endpointOf(behaviours.reply('Your order **42** is on its way:\n\n1. packed on Monday\n2. handed over on *Tuesday*\n\n```js\nconst order = await find(42);\n```'));
  await shown(`?endpoint=${encodeURIComponent(endpoint.baseUrl)}&model=test-model`, async page => {
    await ready(page);
    await shootAll(page, 'element-empty');
    await say(page, 'Where is my order?');
    await until('the reply', async () => /find\(42\)/.test((await messages(page)).at(-1)) && !(await streams(page)), 60_000);
    await shootAll(page, 'element');
    await page.evaluate(axeSource());
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const against = await page.evaluate(async () => {
        const { violations } = await window.axe.run('ricordo-chat', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] });
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
      });
      assert.deepEqual(against, [], colorScheme);
    }
  });
});
