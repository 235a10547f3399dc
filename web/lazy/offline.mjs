// Registers the service worker, and tells when a newer build waits. Loaded when the page is at rest, in published builds.

/** How long after it was looked at last the server is asked again for a newer build, when the page comes into view. */
const LOOK_AFTER = 60 * 60 * 1_000;
/** A worker that has not taken over by then will not: the page is loaded again all the same. */
const PATIENCE = 5_000;

/** @param {() => void} onNewer called when a newer build is here, more than once perhaps */
export async function watch(onNewer) {
  const workers = navigator.serviceWorker;
  const { content: build } = document.querySelector('meta[name=ricordo-build]');
  let wasControlled = Boolean(workers.controller);
  // Another tab has loaded the newer build; or, on the first visit, the first worker begins to serve. Where a newer build
  // was published between the page and the worker, it does not have what this page is going to need.
  workers.addEventListener('controllerchange', async () => {
    if (wasControlled || !(await caches.has(`ricordo-build-${build}`))) onNewer();
    wasControlled = true;
  });
  const registration = await workers.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
  if (!registration) return;
  const tell = () => registration.waiting && wasControlled && onNewer();
  // One that is being installed already, when this begins to look, is told of as well.
  const follow = () => registration.installing?.addEventListener('statechange', tell);
  tell();
  follow();
  registration.addEventListener('updatefound', follow);
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() < looked + LOOK_AFTER) return;
    looked = Date.now();
    registration.update().catch(() => {});
  });
}

/** Loads the page again, as the newer build. */
export async function takeNewer() {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting) {
    const taken = new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    registration.waiting.postMessage('take over');
    await Promise.race([taken, new Promise(resolve => setTimeout(resolve, PATIENCE))]);
  }
  location.reload();
}
