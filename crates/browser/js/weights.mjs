// The weights of the in-page model: downloaded once, checked, kept in the browser's cache. Knows nothing of the engine.
//
// Every error is an `Error` with a `kind`: "cancelled", "missing", "not_gguf" or "incomplete".

const CACHE = "ricordo-weights";
/** The header that a cached copy carries, so that a copy of other weights is never taken for the ones wanted. */
const CHECKSUM = "x-ricordo-sha256";

/**
 * The weights at an address: from the cache, or downloaded, checked and put there.
 *
 * Only a whole and checked file gets into the cache. No cache (private mode, plain http, no room): the file is used and
 * downloaded again the next time.
 *
 * @param {string} url absolute
 * @param {number} bytes the exact length; 0: unknown
 * @param {string} sha256 in lower-case hex; "": unknown
 * @param {(loaded: number, total: number) => void} onProgress in bytes; a total of 0 is unknown
 * @param {AbortSignal} signal gives the download up
 * @returns {Promise<Blob>}
 */
export async function fetchWeights(url, bytes, sha256, onProgress, signal) {
  const cached = await fromCache(url, bytes, sha256);
  if (cached) return cached;
  const blob = await download(url, bytes, onProgress, signal);
  await checkGguf(blob);
  if (sha256 && globalThis.crypto?.subtle && (await digest(blob)) !== sha256) {
    throw failure("incomplete", `The downloaded file is damaged: its checksum is not the expected one.`);
  }
  throwIfAborted(signal);
  await intoCache(url, blob, sha256);
  return blob;
}

/** Whether whole weights of that address are in the cache. */
export async function isCached(url, bytes, sha256) {
  return (await fromCache(url, bytes, sha256)) !== null;
}

/** Throws unless the file begins as every GGUF file does. */
export async function checkGguf(blob) {
  const magic = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  if (String.fromCharCode(...magic) === "GGUF") return;
  const name = blob.name ? `“${blob.name}”` : "What was downloaded";
  throw failure("not_gguf", `${name} is not a GGUF file.`);
}

async function download(url, bytes, onProgress, signal) {
  let response;
  try {
    response = await fetch(url, { signal });
  } catch (error) {
    throwIfAborted(signal);
    throw failure("missing", `The weights could not be downloaded from ${url}: ${error.message}.`);
  }
  // A development server answers an unknown path with the page itself, and with 200.
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  if (!response.ok || isPage || !response.body) {
    await response.body?.cancel();
    throw failure("missing", `There are no weights at ${url}.`);
  }
  const isEncoded = response.headers.has("content-encoding");
  const announced = isEncoded ? 0 : Number(response.headers.get("content-length") ?? 0);
  const total = announced || bytes;
  const parts = [];
  let loaded = 0;
  onProgress(0, total);
  try {
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      loaded += value.length;
      onProgress(loaded, total);
    }
  } catch (error) {
    throwIfAborted(signal);
    throw failure("incomplete", `The download broke off after ${loaded} of ${total} bytes: ${error.message}.`);
  }
  if ((announced && loaded !== announced) || (bytes && loaded !== bytes)) {
    throw failure("incomplete", `The download is not whole: ${loaded} bytes instead of ${bytes || announced}.`);
  }
  return new Blob(parts);
}

async function digest(blob) {
  const hash = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function fromCache(url, bytes, sha256) {
  try {
    const cache = await caches.open(CACHE);
    const response = await cache.match(url);
    if (!response) return null;
    const blob = await response.blob();
    const isWhole = blob.size > 0 && (!bytes || blob.size === bytes);
    if (isWhole && response.headers.get(CHECKSUM) === sha256) return blob;
    await cache.delete(url);
  } catch {
    // No cache here. What cannot be read from it is downloaded.
  }
  return null;
}

async function intoCache(url, blob, sha256) {
  try {
    const headers = { [CHECKSUM]: sha256, "content-length": String(blob.size) };
    await (await caches.open(CACHE)).put(url, new Response(blob, { headers }));
  } catch {
    // No room or no cache: the weights are in memory and serve this visit.
  }
}

function throwIfAborted(signal) {
  if (signal.aborted) throw failure("cancelled", "The download was given up.");
}

function failure(kind, message) {
  return Object.assign(new Error(message), { kind });
}
