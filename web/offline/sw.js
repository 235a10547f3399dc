// The service worker: the app opens, reads and searches without a network.
//
// Each build has one cache. It is filled completely, and each file is checked against its digest, before this worker may take
// over; the page itself comes from the same cache. So a page never gets files of another build, whatever is on the server at
// that moment. The worker only answers for files of this build. It does not touch requests to other addresses (models, servers)
// or for weights.
//
// `cargo xtask dist` replaces the next line by the build.
const BUILD = { id: '', ahead: {}, whenUsed: {} };

const HERE = new URL('./', self.location);
// Pages below different paths of one host share its caches: each has names of its own. `lazy/offline.mjs` makes the same name.
const PREFIX = `ricordo-build-${HERE.pathname === '/' ? '' : HERE.pathname}`;
const NAME = PREFIX + BUILD.id;
/** When the build of a cache took over. */
const SINCE = new URL('since', HERE).href;
/** Contents of a build's cache: pairs of address and digest. */
const DIGESTS = new URL('digests', HERE).href;

const byAddress = files => new Map(Object.entries(files).map(([path, digest]) => [new URL(path, HERE).href, digest]));
/** Files that are fetched before this worker takes over: digests by address. */
const ahead = byAddress(BUILD.ahead);
/** Files that not everybody needs: cached on first use. */
const whenUsed = byAddress(BUILD.whenUsed);
/** The language of a file with texts. */
const languageOf = address => /\/texts_([a-z]+)_/.exec(address)?.[1];
/** The frame in which pages of replies run. */
const FRAME = new URL('lazy/frame.html', HERE).href;
/** Files whose names change with their content: the same name means the same content in all builds. */
const NAMED_BY_DIGEST = /-[0-9a-f]{16}(_bg)?\.(js|wasm)$/;

self.addEventListener('install', event => event.waitUntil(fill()));
self.addEventListener('activate', event => event.waitUntil(takeOver()));
self.addEventListener('fetch', event => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== HERE.origin || request.method !== 'GET' || request.headers.has('range')) return;
  url.hash = '';
  url.search = '';
  if (url.href === `${HERE}index.html`) url.href = HERE.href;
  if (url.href === FRAME) event.respondWith(ofThisBuild(url.href, request).then(withoutNetwork));
  else if (ahead.has(url.href) || whenUsed.has(url.href)) event.respondWith(ofThisBuild(url.href, request));
  else if (NAMED_BY_DIGEST.test(url.pathname)) event.respondWith(ofAnEarlierBuild(url.href, request));
});
// The page sends the first when the user has pressed the button, the second when it begins to listen.
self.addEventListener('message', event => {
  if (event.data === 'take over') self.skipWaiting();
  if (event.data === 'which build') event.ports[0].postMessage(BUILD.id);
});

// Where a page may not show notifications itself, this worker shows them.
self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(bringToFront());
});

/** Focuses the tab of this page that was used last, or opens one. */
async function bringToFront() {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url.replace(/(index\.html)?([?#].*)?$/, '') === HERE.href);
  await (tab ? tab.focus() : self.clients.openWindow(HERE.href));
}

/** Fetches the build. Files that an earlier build has with the same bytes are not fetched again. */
async function fill() {
  // A cache of this name may be the one that serves the page.
  const isNew = !(await caches.has(NAME));
  const cache = await caches.open(NAME);
  try {
    const page = await fetched(HERE.href, ahead.get(HERE.href));
    const earlier = await earlierFiles(page);
    const languages = await languagesInUse();
    await cache.put(HERE.href, page);
    const others = [...ahead].filter(([address]) => address !== HERE.href);
    const file = async (address, digest) => earlier.file(digest) ?? fetched(address, digest, earlier.mode);
    await Promise.all(others.map(async ([address, digest]) => cache.put(address, await file(address, digest))));
    for (const [address, digest] of whenUsed) {
      if (earlier.had(digest) || languages.has(languageOf(address))) await cache.put(address, await file(address, digest));
    }
    await cache.put(DIGESTS, new Response(JSON.stringify([...ahead, ...whenUsed])));
  } catch (error) {
    if (isNew) await caches.delete(NAME);
    throw error;
  }
}

/** A file with the digest that the build requires. Any other is an error, and the current worker continues to serve. */
async function fetched(address, digest, mode = 'no-cache') {
  const response = await fetch(address, { integrity: digest, cache: mode });
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  if (!response.redirected) return response;
  // A redirected response must not answer a navigation.
  return new Response(await response.blob(), { headers: response.headers });
}

/** Headers of a host that must be the same for the page and its workers. */
const OF_THE_HOST = ['cross-origin-embedder-policy', 'cross-origin-resource-policy', 'content-security-policy'];

/**
 * The files of cached builds by digest. The page itself is always fetched, because of the host's headers. If those are others
 * than of a cached page, the files of that build are fetched again, too: with its headers their workers would not start.
 */
async function earlierFiles(page) {
  const found = new Map();
  const known = new Set();
  for (const cache of await builds()) {
    const cachedPage = await cache.match(HERE.href);
    const isSameHost = OF_THE_HOST.every(name => cachedPage?.headers.get(name) === page.headers.get(name));
    const digests = await cache.match(DIGESTS);
    for (const [address, digest] of digests ? await digests.json() : []) {
      const response = address === HERE.href ? undefined : await cache.match(address);
      if (response) known.add(digest);
      if (response && isSameHost) found.set(digest, response);
    }
  }
  // A host may not repeat its headers when it says that a file is unchanged.
  const mode = found.size < known.size ? 'reload' : 'no-cache';
  return { file: digest => found.get(digest)?.clone(), had: digest => known.has(digest), mode };
}

/** The languages whose texts are cached for an earlier build. */
async function languagesInUse() {
  const addresses = await Promise.all((await builds()).map(cache => cache.keys()));
  return new Set(addresses.flat().map(({ url }) => languageOf(url)).filter(language => language));
}

/** Keeps the previous build, because other tabs may still show it, and older ones that a tab shows; deletes the others. */
async function takeOver() {
  await (await caches.open(NAME)).put(SINCE, new Response(String(Date.now())));
  const since = new Map();
  for (const name of await namesOfBuilds()) {
    const written = await (await caches.open(name)).match(SINCE);
    since.set(name, written ? Number(await written.text()) : 0);
  }
  const old = [...since.keys()].filter(name => name !== NAME).sort((a, b) => since.get(b) - since.get(a));
  const shown = await shownBuilds();
  await Promise.all(old.slice(1).filter(name => !shown.has(name)).map(name => caches.delete(name)));
  await self.clients.claim();
}

/** The builds that open tabs show: each tab holds a lock of the name of its cache. */
async function shownBuilds() {
  const { held } = (await self.navigator.locks?.query()) ?? { held: [] };
  return new Set(held.map(({ name }) => name));
}

/** Answers from the cache. Other files of the build are fetched, checked and cached. */
async function ofThisBuild(address, request) {
  const cache = await caches.open(NAME);
  const found = await cache.match(address);
  if (found) return found;
  const response = await fetched(address, ahead.get(address) ?? whenUsed.get(address)).catch(() => undefined);
  if (!response) return fetch(request);
  await cache.put(address, response.clone()).catch(() => {});
  return response;
}

/** The response with a header that static hosts do not send: its frame may connect to nothing, and look up no name. */
function withoutNetwork(response) {
  const { body, status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers: [...headers, ['connection-allowlist', '()']] });
}

/** A tab that was opened before the update requests files of its own build. */
async function ofAnEarlierBuild(address, request) {
  for (const cache of await builds()) {
    const found = await cache.match(address);
    if (found) return found;
  }
  return fetch(request);
}

const isOfThisPage = name => name.startsWith(PREFIX) && !name.slice(PREFIX.length).includes('/');
const namesOfBuilds = async () => (await caches.keys()).filter(isOfThisPage);
const builds = async () => Promise.all((await namesOfBuilds()).map(name => caches.open(name)));
