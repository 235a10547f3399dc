// The service worker of the development server, in the place of that of a published build (`web/offline/sw.js`). A browser to
// which such a build was once served at this address would show that build for ever: this worker deletes it, and ends.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(leave()));

async function leave() {
  const names = await caches.keys();
  await Promise.all(names.filter(name => name.startsWith('ricordo-build-')).map(name => caches.delete(name)));
  await self.registration.unregister();
  // A page of the development server registers no worker, so this happens once.
  for (const client of await self.clients.matchAll({ type: 'window' })) client.navigate(client.url).catch(() => {});
}
