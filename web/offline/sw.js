// The service worker: the app opens, reads and searches without a network.
//
// One build is one cache. It is filled whole, each file checked against its digest, before this worker may take over; and
// the page itself comes out of the same cache. So a page never meets the files of another build, whatever lies on the
// server at that moment. It answers for files of this build alone: what goes to other addresses (models, servers), and the
// weights of models, it does not touch.
//
// `cargo xtask dist` writes the build in here, in place of the next line.
const BUILD = { id: '', ahead: {}, whenUsed: {} };

const PREFIX = 'ricordo-build-';
const NAME = PREFIX + BUILD.id;
const HERE = new URL('./', self.location);
/** When the build of a cache took over. */
const SINCE = new URL('since', HERE).href;
/** What is in the cache of a build: pairs of address and digest. */
const DIGESTS = new URL('digests', HERE).href;

const byAddress = files => new Map(Object.entries(files).map(([path, digest]) => [new URL(path, HERE).href, digest]));
/** Fetched before this worker takes over: digests by address. */
const ahead = byAddress(BUILD.ahead);
/** Big, and not needed by everybody: kept when it is used. */
const whenUsed = byAddress(BUILD.whenUsed);
/** Files whose names change with what is in them: of no two builds the same name means two things. */
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
  if (ahead.has(url.href) || whenUsed.has(url.href)) event.respondWith(ofThisBuild(url.href, request));
  else if (NAMED_BY_DIGEST.test(url.pathname)) event.respondWith(ofAnEarlierBuild(url.href, request));
});
// The page asks, when its user has pressed the button.
self.addEventListener('message', event => {
  if (event.data === 'take over') self.skipWaiting();
});

/** Fetches the build. What an earlier build has of it, byte for byte, is not fetched again. */
async function fill() {
  const cache = await caches.open(NAME);
  const earlier = await earlierFiles();
  try {
    await Promise.all([...ahead].map(async ([address, digest]) => cache.put(address, earlier(digest) ?? (await fetched(address, digest)))));
    for (const [address, digest] of whenUsed) if (earlier(digest)) await cache.put(address, earlier(digest));
    await cache.put(DIGESTS, new Response(JSON.stringify([...ahead, ...whenUsed])));
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
}

/** A file as the build has it; any other is an error, and the worker that serves now goes on. */
async function fetched(address, digest) {
  const response = await fetch(address, { integrity: digest, cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  if (!response.redirected) return response;
  // An answer that was led elsewhere may not be given to a navigation.
  return new Response(await response.blob(), { headers: response.headers });
}

/** The files of the builds that are here, by digest. The page itself is always fetched: with it come the server's headers. */
async function earlierFiles() {
  const found = new Map();
  for (const cache of await builds()) {
    const digests = await cache.match(DIGESTS);
    for (const [address, digest] of digests ? await digests.json() : []) {
      const response = address === HERE.href ? undefined : await cache.match(address);
      if (response) found.set(digest, response);
    }
  }
  return digest => found.get(digest)?.clone();
}

/** The build before this one is kept, because other tabs may still show it; those before go. */
async function takeOver() {
  await (await caches.open(NAME)).put(SINCE, new Response(String(Date.now())));
  const since = new Map();
  for (const name of await namesOfBuilds()) {
    const written = await (await caches.open(name)).match(SINCE);
    since.set(name, written ? Number(await written.text()) : 0);
  }
  const old = [...since.keys()].filter(name => name !== NAME).sort((a, b) => since.get(b) - since.get(a));
  await Promise.all(old.slice(1).map(name => caches.delete(name)));
  await self.clients.claim();
}

/** From the cache. What is not in it is fetched, as the build has it, and kept. */
async function ofThisBuild(address, request) {
  const cache = await caches.open(NAME);
  const found = await cache.match(address);
  if (found) return found;
  const response = await fetched(address, ahead.get(address) ?? whenUsed.get(address)).catch(() => undefined);
  if (!response) return fetch(request);
  await cache.put(address, response.clone()).catch(() => {});
  return response;
}

/** A tab that was opened before the update asks for what its own build has. */
async function ofAnEarlierBuild(address, request) {
  for (const cache of await builds()) {
    const found = await cache.match(address);
    if (found) return found;
  }
  return fetch(request);
}

const namesOfBuilds = async () => (await caches.keys()).filter(name => name.startsWith(PREFIX));
const builds = async () => Promise.all((await namesOfBuilds()).map(name => caches.open(name)));
