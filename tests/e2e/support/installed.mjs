// The page as it is installed: its server, its service worker, and what that has cached.

import { ChatPage } from './chat-page.mjs';
import { startStaticServer } from './static-server.mjs';
import { until } from './until.mjs';

/** A server for one build, which can be stopped. `options` go to it. */
export async function atHome(t, context, folder, options = {}) {
  const pages = await startStaticServer(folder, options);
  t.after(() => pages.close());
  const newChat = async () => new ChatPage(await context.newPage(), pages.url, 'offline');
  return { pages, newChat, chat: await newChat() };
}

/** Opens the page and something in it. Who only looks gets nothing that works without a network. */
export async function begin(chat) {
  await chat.open();
  await chat.get('provider-button').click();
  // Shown with the rest of the page.
  await chat.get('voice').waitFor({ state: 'attached' });
  await chat.page.keyboard.press('Escape');
}

/** Waits until the service worker controls this tab and has cached the build. */
export const installed = chat =>
  until('the page is installed', () => chat.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return Boolean(navigator.serviceWorker.controller && registration?.active?.state === 'activated' && !registration.installing);
  }), 60_000);

export const cached = chat =>
  chat.page.evaluate(async () => {
    const found = {};
    for (const name of await caches.keys()) found[name] = (await (await caches.open(name)).keys()).map(request => request.url);
    return found;
  });

/** Waits until this tab looks for newer builds: it does at rest. */
export const isWatching = chat =>
  until('it looks for newer builds', () => chat.page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/lazy/offline.mjs'))), 60_000);

/** Runs in a page first: it comes to rest only when `rest` is called. */
export function holdRest() {
  const wait = window.setTimeout;
  window.setTimeout = (call, time, ...rest) => (time === 1_500 ? ((window.rest = call), 0) : wait(call, time, ...rest));
}

export const marked = chat => chat.page.evaluate(() => document.body.dataset.build ?? null);
/**
 * Has the browser look for a newer build. After a page has been loaded it also does so on its own, and this joins a look that is
 * under way. One that began before the build was published finds nothing: it asks until the server has been asked since.
 */
export async function askForNewer(chat, pages) {
  const asked = () => pages.served.filter(({ path }) => path === '/sw.js').length;
  const before = asked();
  await until('the server is asked', async () => {
    await chat.page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update().then(() => null, String));
    return asked() > before;
  });
}
