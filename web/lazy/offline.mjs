// Registers the service worker and reports when a newer build is waiting. Loaded when a published page is idle.

/** Time after the last check before the server is asked again for a newer build, when the page becomes visible. */
const LOOK_AFTER = 60 * 60 * 1_000;
/** If a worker has not taken over by then, it never will: the page is reloaded anyway. */
const PATIENCE = 5_000;

/** The worker caches the texts of a language when they are fetched through it. Those of a first visit were fetched before. */
function keepTexts() {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  for (const name of new Set(names.filter(name => /\/texts_\w+-\w+\.wasm$/.test(name)))) fetch(name).catch(() => {});
}

/** @param {() => void} onNewer called when a newer build is available, possibly more than once */
export async function watch(onNewer) {
  const workers = navigator.serviceWorker;
  const { content: build } = document.querySelector('meta[name=ricordo-build]');
  // As in the service worker.
  const { pathname } = new URL('./', document.baseURI);
  const cache = `ricordo-build-${pathname === '/' ? '' : pathname}${build}`;
  // Held as long as this tab is open, so that a newer worker keeps the files that this tab may still need.
  navigator.locks?.request(cache, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
  let wasControlled = Boolean(workers.controller);
  // Either another tab has loaded the newer build, or, on the first visit, the first worker takes over. If a newer build was
  // published between the page and the worker, the worker does not have the files that this page will need.
  workers.addEventListener('controllerchange', async () => {
    const isFirst = !wasControlled;
    // At once: a newer build may be waiting before the caches answer.
    wasControlled = true;
    if (isFirst) keepTexts();
    if (!isFirst || !(await caches.has(cache))) onNewer();
  });
  // Another tab may have loaded the newer build before this one listened.
  const { port1: here, port2: there } = new MessageChannel();
  here.onmessage = event => event.data !== build && onNewer();
  workers.controller?.postMessage('which build', [there]);
  const registration = await workers.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' });
  if (!registration) return;
  const notify = () => registration.waiting && wasControlled && onNewer();
  // Also reports a worker that is already being installed.
  const follow = () => registration.installing?.addEventListener('statechange', notify);
  notify();
  follow();
  registration.addEventListener('updatefound', follow);
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() < looked + LOOK_AFTER) return;
    looked = Date.now();
    registration.update().catch(() => {});
  });
}

/** Reloads the page as the newer build. */
export async function takeNewer() {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting) {
    const taken = new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    registration.waiting.postMessage('take over');
    await Promise.race([taken, new Promise(resolve => setTimeout(resolve, PATIENCE))]);
  }
  location.reload();
}
