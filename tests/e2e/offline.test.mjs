// The installed page: it opens, reads and searches without a network, and updates to a newer build when the user chooses to.

import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import * as behave from './support/behaviours.mjs';
import { buildOf, copyOfBuild, digest, rebuild } from './support/builds.mjs';
import { conversation, conversations } from './support/chatgpt-export.mjs';
import { distFolder } from './support/environment.mjs';
import { askForNewer, atHome, begin, cached, holdRest, installed, isWatching, marked } from './support/installed.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite({ serviceWorkers: 'allow' });

scenario('without a network it opens, reads, searches, and keeps typed text', async ({ t, context, server }) => {
  const { pages, chat } = await atHome(t, context, distFolder());
  await chat.open();
  // A page of a reply tries to leave for this host.
  let connections = 0;
  const other = net.createServer(socket => {
    connections += 1;
    socket.destroy();
  });
  await new Promise(resolve => other.listen(0, '127.0.0.1', resolve));
  t.after(() => other.close());
  const leaves = `<script>location = 'http://127.0.0.1:${other.address().port}/'</script>`;
  await chat.useEndpoint(server.endpoint(behave.reply('The **lighthouse** stands on a rock.\n\n```rust\nfn light() {}\n```\n\n$$x^2$$\n\n```html\n<p>A lamp</p>\n```\n\n```html\n' + leaves + '\n```')));
  const answers = [];
  chat.page.on('response', response => answers.push(response));
  await chat.turn('Tell me of the sea');
  await installed(chat);
  await pages.close();

  await chat.reload();
  assert.deepEqual((await chat.conversation()).map(line => line.split('\n')[0]), ['user: Tell me of the sea', 'assistant: The lighthouse stands on a rock.']);
  assert.equal(await chat.page.evaluate(() => crossOriginIsolated), true, 'the headers of isolation are kept');
  await chat.page.locator('.hl-keyword').first().waitFor();
  await chat.page.locator('.math math').first().waitFor();
  const show = at => chat.page.locator('[data-press="show"]').nth(at).press('Enter');
  await show(0);
  await chat.page.frameLocator('.shown iframe').frameLocator('iframe').getByText('A lamp').waitFor();
  const allowed = await chat.page.evaluate(async () => (await fetch('lazy/frame.html')).headers.get('connection-allowlist'));
  assert.equal(allowed, '()', 'the frame may connect to nothing');
  await show(0);
  await show(1);
  await until('it is kept from leaving', () => chat.problems.some(problem => problem.startsWith('securitypolicyviolation: frame-src ')));
  chat.problems.length = 0;
  net.connect(other.address().port, '127.0.0.1');
  await until('the host counts', () => connections > 0);
  assert.equal(connections, 1, 'not even a connection was opened by the attempt');
  await show(1);
  await chat.send('/search lighthouse');
  await chat.get('search-hit').first().waitFor();
  await chat.page.keyboard.press('Escape');
  for (const page of ['settings', 'memories', 'stats', 'help']) {
    await chat.send(`/${page}`);
    await chat.page.locator('dialog[open] .content').waitFor();
    await chat.page.keyboard.press('Escape');
    await until('it is closed', async () => (await chat.page.locator('dialog[open]').count()) === 0);
  }
  // Requests to a model on this computer bypass the service worker.
  assert.ok(answers.some(response => response.url().startsWith(server.origin) && !response.fromServiceWorker()));
  assert.ok(!answers.some(response => response.url().startsWith(server.origin) && response.fromServiceWorker()));
  await chat.get('composer').fill('Half a sentence');
  await chat.page.goto('about:blank');
  await chat.open();
  assert.equal(await chat.composer(), 'Half a sentence');
  assert.deepEqual(chat.problems.filter(problem => !problem.includes('Failed to fetch')), []);
});

scenario('everything is cached in advance except weights and rarely used files', async ({ chat }) => {
  await begin(chat);
  await installed(chat);
  const build = await buildOf(distFolder());
  const [[name, addresses], ...others] = Object.entries(await cached(chat)).filter(([name]) => name.startsWith('ricordo-build-'));
  assert.equal(others.length, 0);
  assert.equal(name, `ricordo-build-${build.id}`);
  for (const file of Object.keys(build.ahead)) assert.ok(addresses.includes(new URL(file, `${chat.origin}/`).href), file);
  assert.ok(Object.keys(build.ahead).some(file => /lazy-.*\.wasm/.test(file)), 'lazily loaded code is cached in advance');
  assert.ok(Object.keys(build.whenUsed).some(file => file.includes('tokenizer')));
  assert.ok(![...Object.keys(build.ahead), ...Object.keys(build.whenUsed)].some(file => file.includes('models/')));
  assert.ok(!addresses.some(address => /gguf|tokenizer|vendor\/(wllama|pdf|documents|mermaid|exchange\/exchange)|LICEN/.test(address)), addresses.join('\n'));
  // Cached after its first use.
  await chat.page.evaluate(() => fetch('/vendor/tokenizer/worker.js').then(response => response.text()));
  await until('it is kept', async () => (await cached(chat))[name].some(address => address.endsWith('tokenizer/worker.js')));
});

scenario('without a network the page has the language of the visit, also after a newer build', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  const { pages, chat } = await atHome(t, context, folder);
  await begin(chat);
  await installed(chat);
  const texts = async build => (await cached(chat))[`ricordo-build-${build}`]?.map(address => /texts_\w+/.exec(address)?.[0]).filter(name => name).sort();
  const inUse = ['texts_uk_first', 'texts_uk_later'];
  await until('its texts are cached', async () => (await texts((await buildOf(folder)).id))?.join() === inUse.join());
  // A newer build with other texts: a section that engines skip makes the difference.
  await rebuild(folder, 'second', async build => {
    for (const name of Object.keys(build.whenUsed).filter(name => name.startsWith('texts_'))) {
      const bytes = Buffer.concat([await readFile(path.join(folder, name)), Buffer.from([0, 2, 1, 120])]);
      await writeFile(path.join(folder, name), bytes);
      build.whenUsed[name] = digest(bytes);
    }
  });
  await askForNewer(chat, pages);
  await chat.get('newer-banner').waitFor();
  assert.deepEqual(await texts('second'), inUse);
  await pages.close();
  await Promise.all([chat.page.waitForEvent('load'), chat.get('newer-reload').click()]);
  await chat.ready();
  assert.equal(await marked(chat), 'second');
  await chat.get('settings-button').click();
  assert.equal(await chat.get('settings-save').innerText(), 'Зберегти');
}, { contextOptions: { locale: 'uk-UA' } });

/** Whatever the page needs from now on comes over the network, so that a test can refuse it. */
async function withoutWorker(chat) {
  // Otherwise it could be registered after this.
  await installed(chat);
  await chat.page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    await Promise.all(registrations.map(registration => registration.unregister()));
    for (const name of await caches.keys()) await caches.delete(name);
  });
}

/** Waits until what was sent is in the composer again. What the page loads when it is idle fails with the same sentence. */
const givenUp = chat => until('it was given up', async () => (await chat.get('send').getAttribute('aria-busy')) === 'false');

/** Imports a conversation, and returns what the page says about it. */
async function importOne(chat, title) {
  await chat.send('/import');
  await chat.get('import-file').waitFor({ state: 'attached' });
  await chat.get('import-file').setInputFiles(conversations(conversation(title, [`About ${title}`, 'Noted.'])));
  return chat.words('import-report');
}

scenario('without a network an import works if the importer was used before; otherwise the page says what to do', async ({ t, context }) => {
  const used = await atHome(t, context, distFolder());
  const unused = await atHome(t, context, distFolder());
  for (const { chat } of [used, unused]) {
    await begin(chat);
    await installed(chat);
  }
  assert.match(await importOne(used.chat, 'Rome'), /1 conversation/);
  for (const { pages } of [used, unused]) await pages.close();
  await used.chat.reload();
  assert.match(await importOne(used.chat, 'Oslo'), /1 conversation/);
  assert.match(await importOne(unused.chat, 'Oslo'), /could not be loaded.*Check your internet connection/s);
});

scenario('a newer build waits for the reply, the edit, and the button', async ({ t, context, server }) => {
  const folder = await copyOfBuild(t);
  const { pages, chat, newChat } = await atHome(t, context, folder);
  await chat.open();
  let release;
  const released = new Promise(resolve => { release = resolve; });
  await chat.useEndpoint(server.endpoint(behave.held('Slowly, word after word, ', 'the reply arrives.', released)));
  await installed(chat);
  const other = await newChat();
  await other.open();
  await isWatching(other);
  // One that is not at rest before the newer build has taken over.
  const late = await newChat();
  await late.page.addInitScript(holdRest);
  await late.open();
  await rebuild(folder, 'second');
  await chat.send('Tell me slowly');
  await chat.streaming('Slowly');
  await askForNewer(chat, pages);
  await chat.get('newer-banner').waitFor();
  assert.match(await chat.words('newer-banner'), /when the reply is finished/);
  assert.equal(await chat.get('newer-reload').isDisabled(), true);
  release();
  await chat.settled('the reply');
  await until('it may be pressed', () => chat.get('newer-reload').isEnabled());
  await chat.act(0, 'menu-edit');
  assert.equal(await chat.get('newer-reload').isDisabled(), true, 'an edit is not cut short');
  await chat.get('edit-cancel').click();
  await chat.get('composer').fill('Not sent yet');
  assert.equal(await marked(chat), null, 'nothing happens by itself');
  await Promise.all([chat.page.waitForEvent('load'), chat.get('newer-reload').click()]);
  await chat.ready();
  assert.equal(await marked(chat), 'second');
  assert.equal(await chat.composer(), 'Not sent yet');
  assert.match((await chat.messages()).at(-1).text, /the reply arrives\.$/);
  // The other tabs are notified, continue with their own build, and may update later.
  assert.equal(await marked(late), null);
  await late.page.evaluate(() => window.rest());
  await late.get('newer-banner').waitFor();
  await other.get('newer-banner').waitFor();
  assert.equal(await marked(other), null);
  await Promise.all([other.page.waitForEvent('load'), other.get('newer-reload').click()]);
  await other.ready();
  assert.equal(await marked(other), 'second');
  assert.deepEqual([chat, other, late].flatMap(tab => tab.problems), []);
});

scenario('a newer build says that it erases a temporary chat, and keeps what was typed in dialogs', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  const { pages, chat } = await atHome(t, context, folder);
  await begin(chat);
  await installed(chat);
  await rebuild(folder, 'second');
  await askForNewer(chat, pages);
  await until('the draft stays', async () => /your draft is kept/.test(await chat.textNow('newer-banner')));
  await chat.get('new-temporary').click();
  await until('it says what it erases', async () => /erases this temporary chat/.test(await chat.textNow('newer-banner')));
  await chat.send('/persona');
  await chat.get('template-new').click();
  await chat.get('template-name').fill('Cook');
  await chat.page.keyboard.press('Escape');
  await chat.get('templates-dialog').waitFor({ state: 'hidden' });
  await chat.send('/settings');
  await (await chat.setting('bot_name')).fill('Ada');
  await chat.page.keyboard.press('Escape');
  await chat.get('settings-dialog').waitFor({ state: 'hidden' });
  await Promise.all([chat.page.waitForEvent('load'), chat.get('newer-reload').click()]);
  await chat.ready();
  assert.equal(await marked(chat), 'second');
  await chat.get('settings-unsaved').filter({ hasText: '1' }).waitFor();
  assert.equal(await (await chat.setting('bot_name')).inputValue(), 'Ada');
  await chat.get('settings-cancel').click();
  await chat.send('/persona');
  await until('the persona is still being written', async () => (await chat.get('template-name').inputValue()) === 'Cook');
});

scenario('an incomplete build on the server is not used', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  const { chat, pages } = await atHome(t, context, folder);
  await begin(chat);
  await installed(chat);
  // The page and the service worker are new; one file that both need is still the old one.
  await rebuild(folder, 'half', build => {
    const lazyFile = Object.keys(build.ahead).find(file => /lazy-.*\.wasm/.test(file));
    build.ahead[lazyFile] = digest('what is to come');
  });
  await askForNewer(chat, pages);
  await until('it was tried and given up', () => chat.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return !registration.installing && !registration.waiting;
  }), 60_000);
  assert.equal(await chat.get('newer-banner').count(), 0);
  await chat.reload();
  assert.equal(await marked(chat), null, 'the page is the one that fits its files');
  await pages.close();
  await chat.reload();
  assert.equal(await marked(chat), null);
});

scenario('a build published between the page and its service worker is reported at once', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  const { chat } = await atHome(t, context, folder);
  let isChanged = false;
  await context.route('**/lazy/offline.mjs', async route => {
    if (!isChanged) await rebuild(folder, 'second');
    isChanged = true;
    await route.continue();
  });
  await begin(chat);
  await chat.get('newer-banner').waitFor({ timeout: 60_000 });
  assert.equal(await marked(chat), null);
  await Promise.all([chat.page.waitForEvent('load'), chat.get('newer-reload').click()]);
  await chat.ready();
  assert.equal(await marked(chat), 'second');
});

scenario('a build published right after the first visit is reported, however slow the caches answer', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  const { pages, chat } = await atHome(t, context, folder);
  await context.addInitScript(() => {
    const has = caches.has.bind(caches);
    caches.has = async name => {
      await new Promise(resolve => setTimeout(resolve, 4_000));
      return has(name);
    };
  });
  await begin(chat);
  await installed(chat);
  await rebuild(folder, 'second');
  await askForNewer(chat, pages);
  await chat.get('newer-banner').waitFor();
});

scenario('builds before the previous one are deleted', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  const { pages, chat } = await atHome(t, context, folder);
  await begin(chat);
  await installed(chat);
  for (const mark of ['second', 'third']) {
    await isWatching(chat);
    await rebuild(folder, mark);
    await askForNewer(chat, pages);
    await Promise.all([chat.page.waitForEvent('load'), chat.get('newer-reload').click()]);
    await chat.ready();
    assert.equal(await marked(chat), mark);
  }
  await until('two are left', async () => {
    const names = Object.keys(await cached(chat)).filter(name => name.startsWith('ricordo-build-'));
    return names.sort().join() === 'ricordo-build-second,ricordo-build-third';
  });
});

scenario('a page that was not published installs nothing', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  const index = path.join(folder, 'index.html');
  await writeFile(index, (await readFile(index, 'utf8')).replace(/<meta name="ricordo-build"[^>]*>/, ''));
  await rm(path.join(folder, 'sw.js'));
  const { chat, pages } = await atHome(t, context, folder);
  await begin(chat);
  // The menus of the list are there when the page is idle, in the step that would install the service worker.
  await chat.get('conversation-menu').waitFor({ state: 'attached' });
  await chat.page.evaluate(() => fetch('manifest.webmanifest'));
  assert.ok(!pages.served.some(({ path }) => /\/sw\.js$|\/lazy\/offline\.mjs$/.test(path)));
  assert.equal(await chat.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
});

scenario('it can be installed', async ({ chat, context }) => {
  await chat.open();
  const session = await context.newCDPSession(chat.page);
  const { errors, data, url } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
  const manifest = JSON.parse(data);
  assert.deepEqual([manifest.start_url, manifest.scope, manifest.display], ['./', './', 'standalone']);
  for (const { src, sizes } of manifest.icons) {
    const side = await chat.page.evaluate(async src => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return image.naturalWidth;
    }, new URL(src, url).href);
    if (sizes !== 'any') assert.equal(`${side}x${side}`, sizes, src);
    assert.ok(side > 0, src);
  }
  assert.ok(manifest.icons.some(({ purpose }) => purpose === 'maskable'));
});

scenario('when code for a turn cannot be fetched, the page says so, keeps the text, and sends it once it can', async ({ t, context, server }) => {
  const { chat } = await atHome(t, context, distFolder());
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await withoutWorker(chat);
  const pieces = '**/lazy*.wasm';
  await context.route(pieces, route => route.abort('internetdisconnected'));
  await chat.page.reload();
  await chat.ready();
  await chat.get('composer').fill('My cat is called Mia.');
  await chat.page.keyboard.press('Enter');
  await chat.page.getByText('could not be loaded').waitFor();
  await givenUp(chat);
  assert.equal(await chat.composer(), 'My cat is called Mia.');
  await context.unroute(pieces);
  await chat.page.keyboard.press('Enter');
  await until('it is answered', async () => (await chat.messages()).at(-1)?.text === 'Noted.');
});

scenario('when code for a command cannot be fetched, the page says so, keeps the text, and runs it once it can', async ({ t, context, server }) => {
  const { chat } = await atHome(t, context, distFolder());
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  await withoutWorker(chat);
  const pieces = '**/lazy*.wasm';
  await context.route(pieces, route => route.abort('internetdisconnected'));
  await chat.page.reload();
  await chat.ready();
  await chat.send('/clear');
  await chat.page.getByText('could not be loaded').waitFor();
  await givenUp(chat);
  assert.equal(await chat.composer(), '/clear');
  await context.unroute(pieces);
  await chat.get('composer').press('Enter');
  await until('it is cleared', async () => (await chat.messages()).length === 0);
  assert.equal(await chat.composer(), '');
});
