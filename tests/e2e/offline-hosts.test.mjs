// The installed page and its host: below a path, with other headers than before, and with tabs that show older builds.

import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as behave from './support/behaviours.mjs';
import { buildOf, copyOfBuild, digest, rebuild } from './support/builds.mjs';
import { distFolder } from './support/environment.mjs';
import { askForNewer, atHome, begin, cached, installed, isWatching, marked } from './support/installed.mjs';
import { openWith } from './support/open-with.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite({ serviceWorkers: 'allow' });
const DEVELOPMENT_WORKER = fileURLToPath(new URL('../../web/offline/development/sw.js', import.meta.url));

const builds = async chat => Object.keys(await cached(chat)).filter(name => name.startsWith('ricordo-build-')).sort();

/** Publishes a newer build, and updates this tab to it. */
async function update({ chat, pages, folder }, mark) {
  await isWatching(chat);
  await rebuild(folder, mark);
  await askForNewer(chat, pages);
  await Promise.all([chat.page.waitForEvent('load'), chat.get('newer-reload').click()]);
  await chat.ready();
  assert.equal(await marked(chat), mark);
}

scenario('below a path of a host it starts, keeps a conversation, and opens without a network', async ({ t, context, server }) => {
  const { pages, chat } = await atHome(t, context, distFolder(), { base: '/ricordo' });
  const missing = [];
  chat.page.on('response', response => response.status() === 404 && missing.push(response.url()));
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('A lighthouse.')));
  await chat.turn('What stands on the cliff?');
  await installed(chat);
  assert.deepEqual(await builds(chat), [`ricordo-build-/ricordo/${(await buildOf(distFolder())).id}`]);
  await pages.close();
  await chat.reload();
  assert.match((await chat.conversation()).at(-1), /A lighthouse/);
  await chat.send('/settings');
  await chat.get('settings-dialog').locator('.content').waitFor();
  assert.deepEqual(missing, []);
  assert.deepEqual(chat.problems.filter(problem => !problem.includes('Failed to fetch')), []);
});

scenario('pages below different paths of one host leave each other\'s builds alone', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  const { pages, chat } = await atHome(t, context, folder, { base: '/ricordo' });
  await begin(chat);
  await installed(chat);
  const others = ['ricordo-build-/other/first', 'ricordo-build-/ricordo/inside/first', 'ricordo-build-first'];
  await chat.page.evaluate(names => Promise.all(names.map(name => caches.open(name))), others);
  for (const mark of ['second', 'third']) await update({ chat, pages, folder }, mark);
  const left = [...others, 'ricordo-build-/ricordo/second', 'ricordo-build-/ricordo/third'].sort().join();
  await until('only its own are deleted', async () => (await builds(chat)).join() === left);
});

scenario('the files of a build that a tab shows are kept, however many newer ones there are', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  const { pages, chat, newChat } = await atHome(t, context, folder);
  await begin(chat);
  await installed(chat);
  const first = `ricordo-build-${(await buildOf(folder)).id}`;
  const old = await newChat();
  await old.open();
  await until('it says which build it shows', () => old.page.evaluate(async name => {
    const { held } = await navigator.locks.query();
    return held.filter(lock => lock.name === name).length === 2;
  }, first), 60_000);
  for (const mark of ['second', 'third']) await update({ chat, pages, folder }, mark);
  const withFirst = [first, 'ricordo-build-second', 'ricordo-build-third'].sort().join();
  await until('it is kept', async () => (await builds(chat)).join() === withFirst);
  await old.page.close();
  await update({ chat, pages, folder }, 'fourth');
  await until('it is deleted', async () => (await builds(chat)).join() === 'ricordo-build-fourth,ricordo-build-third');
});

scenario('a host that isolates the page later does so for the workers of an installed one, too', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  let isIsolated = false;
  const isolation = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  const { pages, chat } = await atHome(t, context, folder, { headers: () => (isIsolated ? isolation : {}) });
  await begin(chat);
  await installed(chat);
  const embedder = () => chat.page.evaluate(async () => (await fetch('vendor/exchange/worker.js')).headers.get('cross-origin-embedder-policy'));
  assert.equal(await embedder(), null);
  isIsolated = true;
  await update({ chat, pages, folder }, 'second');
  assert.equal(await chat.page.evaluate(() => crossOriginIsolated), true);
  await pages.close();
  assert.equal(await embedder(), 'require-corp');
});

scenario('an update that fails does not delete the build that it has the name of', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  const { pages, chat } = await atHome(t, context, folder);
  await begin(chat);
  await installed(chat);
  const { id } = await buildOf(folder);
  await rebuild(folder, id, build => {
    build.ahead[Object.keys(build.ahead).find(file => /lazy-.*\.wasm/.test(file))] = digest('what is to come');
  });
  await askForNewer(chat, pages);
  await until('it was tried and given up', () => chat.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return !registration.installing && !registration.waiting;
  }), 60_000);
  assert.deepEqual(await builds(chat), [`ricordo-build-${id}`]);
  await pages.close();
  await chat.reload();
});

scenario('a newer build is not taken while another tab receives a reply, and the page says so', async ({ t, context, server }) => {
  const folder = await copyOfBuild(t);
  const { pages, chat, newChat } = await atHome(t, context, folder);
  let release;
  const released = new Promise(resolve => { release = resolve; });
  await openWith(chat, server.endpoint(behave.reply('Noted.'), behave.held('Slowly, ', 'it arrives.', released)));
  await chat.turn('One');
  await installed(chat);
  const other = await newChat();
  await other.open();
  await other.startConversation();
  await other.send('Two');
  await other.streaming('Slowly');
  await isWatching(chat);
  await rebuild(folder, 'second');
  await askForNewer(chat, pages);
  await chat.get('newer-reload').click();
  await until('it says why', async () => /Another tab of Ricordo is receiving a reply/.test(await chat.textNow('notice')));
  assert.equal(await marked(chat), null);
  release();
  await other.settled('the reply');
  await Promise.all([chat.page.waitForEvent('load'), chat.get('newer-reload').click()]);
  await chat.ready();
  assert.equal(await marked(chat), 'second');
});

scenario('a development server at the address of an installed page replaces it', async ({ t, context }) => {
  const folder = await copyOfBuild(t);
  const { chat } = await atHome(t, context, folder);
  await begin(chat);
  await installed(chat);
  const index = path.join(folder, 'index.html');
  const page = (await readFile(index, 'utf8')).replace(/<meta name="ricordo-build"[^>]*>/, '').replace(/<body[^>]*>/, '<body data-build="development">');
  await writeFile(index, page);
  await copyFile(DEVELOPMENT_WORKER, path.join(folder, 'sw.js'));
  await chat.page.evaluate(() => navigator.serviceWorker.getRegistration().then(registration => registration.update())).catch(() => {});
  await until('it is shown', async () => (await marked(chat).catch(() => null)) === 'development', 60_000);
  await chat.ready();
  assert.deepEqual(await builds(chat), []);
  assert.equal(await chat.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
});
