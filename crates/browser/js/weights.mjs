// The weights of the in-page model: downloaded once in parts, verified, and kept in the browser's cache. An interrupted
// download resumes. Does not know the engine. The page imports it on first use, as vendor/in-page/weights.js.
//
// Every error is an `Error` with a `kind`: "cancelled", "missing", "not_gguf", "incomplete" or "no_room".

const CACHE = "ricordo-weights";
/** Header of a copy that was stored before weights were stored in parts. */
const CHECKSUM = "x-ricordo-sha256";
/** Size of a part in bytes: at most this much is lost when the page is closed. */
const PART = 8 * 1024 * 1024;
/** Number of attempts in a row to resume a download without receiving a byte. */
const TRIES = 4;
/** Ends the message of a download that did not reach its end. */
const RESUMES = "What was downloaded is kept, and the next attempt continues from there.";

/**
 * The weights at an address: from the cache, or downloaded and verified. Received data is kept, whatever happens.
 *
 * Without a cache (private mode, plain http, no space) the file is used and downloaded again the next time.
 *
 * @param {string} url absolute
 * @param {number} bytes the exact length; 0: unknown
 * @param {string} sha256 in lower-case hex; "": unknown, the one of the download is recorded
 * @param {(loaded: number, total: number) => void} onProgress in bytes; a total of 0 is unknown
 * @param {AbortSignal} signal stops the download; received data is kept
 * @returns {Promise<Blob>}
 */
export async function fetchWeights(url, bytes, sha256, onProgress, signal) {
  const work = async () => {
    const cached = (await fromCache(url, bytes, sha256)) ?? (await fromParts(url, bytes, sha256));
    if (cached) return cached;
    const kept = await download(url, bytes, onProgress, signal);
    const blob = new Blob(kept.parts);
    try {
      await checkGguf(blob);
      const found = sha256 || kept.state.bytes > 0 ? await digest(blob, signal) : "";
      if (sha256 && found !== sha256) {
        throw failure("incomplete", "The downloaded file is damaged: its checksum is not the expected one. It was deleted.");
      }
      await keepState(url, { ...kept.state, sha256: found, isWhole: true });
    } catch (error) {
      if (error.kind !== "cancelled") await removeWeights(url);
      throw error;
    }
    return blob;
  };
  // Otherwise two tabs that download the same file would mix their parts.
  if (!navigator.locks) return work();
  return navigator.locks.request(`ricordo-weights ${url}`, { signal }, work).catch((error) => {
    throwIfAborted(signal);
    throw error;
  });
}

/**
 * The stored weights of an address.
 *
 * @returns {Promise<string | undefined>} JSON: { loaded, total, whole, sha256 }; undefined if there are none
 */
export async function heldWeights(url) {
  const { lengths, bytes, isWhole, sha256 } = (await readState(url)) ?? {};
  if (!lengths?.length) return undefined;
  return JSON.stringify({ loaded: sum(lengths), total: bytes, whole: Boolean(isWhole), sha256: sha256 ?? "" });
}

/** Deletes the stored weights of an address. */
export async function removeWeights(url) {
  try {
    const cache = await caches.open(CACHE);
    const state = await readState(url);
    await cache.delete(partUrl(url, "state"));
    await cache.delete(url);
    for (const index of (state?.lengths ?? []).keys()) await cache.delete(partUrl(url, index));
  } catch {
    // No cache, so nothing is stored.
  }
}

/** Throws unless the file begins like a GGUF file. */
export async function checkGguf(blob) {
  const magic = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  if (String.fromCharCode(...magic) === "GGUF") return;
  const name = blob.name ? `“${blob.name}”` : "What was downloaded";
  throw failure("not_gguf", `${name} is not a GGUF file.`);
}

/** Downloads to the end, resuming where it was interrupted. Returns `{ parts, state }`. */
async function download(url, bytes, onProgress, signal) {
  const kept = (await keptParts(url)) ?? { parts: [], state: { lengths: [], bytes } };
  for (let tries = 0; ; ) {
    const before = sum(kept.state.lengths);
    try {
      await goOn(url, bytes, kept, onProgress, signal);
      return kept;
    } catch (error) {
      throwIfAborted(signal);
      if (error.kind) throw error;
      const loaded = sum(kept.state.lengths);
      tries = loaded > before ? 0 : tries + 1;
      if (tries >= TRIES) {
        const words = `The download stopped after ${loaded} of ${kept.state.bytes || "unknown"} bytes: ${error.message}.`;
        throw failure("incomplete", `${words} ${RESUMES}`);
      }
      await sleep(300 * 2 ** tries);
    }
  }
}

/** One request for the missing bytes; throws an error without a `kind` if it was interrupted. */
async function goOn(url, bytes, kept, onProgress, signal) {
  const from = sum(kept.state.lengths);
  if (from > 0 && from === kept.state.bytes) return;
  const response = await request(url, from, kept, signal);
  const isEncoded = response.headers.has("content-encoding");
  const announced = isEncoded ? 0 : Number(response.headers.get("content-length") ?? 0);
  const isRest = response.status === 206;
  if (!isRest) await startAnew(url, kept);
  const start = isRest ? from : 0;
  const total = announced ? start + announced : bytes || kept.state.bytes;
  if (isRest && kept.state.bytes && total !== kept.state.bytes) {
    // The file at this address has changed.
    await response.body.cancel();
    await startAnew(url, kept);
    throw new Error("the file has changed");
  }
  kept.state.bytes = total;
  await requireRoom(total - start).catch(async (error) => {
    await response.body.cancel();
    throw error;
  });
  await take(response.body.getReader(), url, kept, onProgress, signal);
  const loaded = sum(kept.state.lengths);
  if (announced && loaded < total) throw new Error("the connection was cut");
  if ((announced && loaded !== total) || (bytes && loaded !== bytes)) {
    await startAnew(url, kept);
    throw failure("incomplete", `The download is incomplete: ${loaded} bytes instead of ${bytes || total}.`);
  }
  kept.state.bytes = loaded;
}

async function request(url, from, kept, signal) {
  let response;
  try {
    response = await fetch(url, { signal, headers: from > 0 ? { range: `bytes=${from}-` } : {} });
  } catch (error) {
    throwIfAborted(signal);
    if (from > 0) throw error;
    throw failure("missing", `The weights could not be downloaded from ${url}: ${error.message}.`);
  }
  // A development server answers an unknown path with the page itself, and with status 200.
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  if (response.ok && !isPage && response.body) return response;
  await response.body?.cancel();
  if (response.status === 416) {
    await startAnew(url, kept);
    throw new Error("the file has changed");
  }
  if (response.status >= 500 && from > 0) throw new Error(`the server says ${response.status}`);
  throw failure("missing", `There are no weights at ${url}.`);
}

/** Reads to the end and stores each full part, and the last one if the connection is lost. */
async function take(reader, url, kept, onProgress, signal) {
  const before = sum(kept.state.lengths);
  let [pieces, size] = [[], 0];
  const keep = async () => {
    if (size === 0) return;
    const part = new Blob(pieces);
    kept.parts.push(part);
    kept.state.lengths.push(size);
    [pieces, size] = [[], 0];
    await keepPart(url, kept.parts.length - 1, part);
    await keepState(url, kept.state);
  };
  let loaded = before;
  onProgress(loaded, kept.state.bytes);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      size += value.length;
      loaded += value.length;
      onProgress(loaded, kept.state.bytes);
      if (size >= PART) await keep();
    }
  } finally {
    await keep();
    if (signal.aborted) await reader.cancel().catch(() => {});
  }
}

async function requireRoom(bytes) {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  if (!quota || quota - usage > bytes) return;
  const megabytes = (count) => Math.max(0, Math.round(count / 1_048_576));
  const words = `It needs ${megabytes(bytes)} MB, and the browser has room for ${megabytes(quota - usage)} MB`;
  throw failure("no_room", `There is not enough room for this model. ${words}: free some, or choose a smaller one.`);
}

// Parts are stored under addresses of this page that nothing else uses.
const partUrl = (url, name) => new URL(`/.ricordo-weights/${encodeURIComponent(url)}/${name}`, location.origin).href;

async function readState(url) {
  try {
    const response = await (await caches.open(CACHE)).match(partUrl(url, "state"));
    return response ? await response.json() : null;
  } catch {
    return null;
  }
}

async function keepState(url, state) {
  try {
    await (await caches.open(CACHE)).put(partUrl(url, "state"), new Response(JSON.stringify(state)));
  } catch {
    // No cache: the parts are in memory and used for this visit.
  }
}

async function keepPart(url, index, part) {
  try {
    await (await caches.open(CACHE)).put(partUrl(url, index), new Response(part));
  } catch {
    // As above.
  }
}

/** The stored parts; null if there are none, or not all that there should be. */
async function keptParts(url) {
  const state = await readState(url);
  if (!state?.lengths?.length) return null;
  try {
    const cache = await caches.open(CACHE);
    const parts = [];
    for (const [index, length] of state.lengths.entries()) {
      const part = await (await cache.match(partUrl(url, index)))?.blob();
      if (part?.size !== length) break;
      parts.push(part);
    }
    return parts.length === 0 ? null : { parts, state: { ...state, lengths: state.lengths.slice(0, parts.length) } };
  } catch {
    return null;
  }
}

async function startAnew(url, kept) {
  if (kept.parts.length > 0) await removeWeights(url);
  kept.parts.length = 0;
  kept.state = { lengths: [], bytes: 0 };
}

function isWanted(state, bytes, sha256) {
  if (!state?.isWhole || (bytes && sum(state.lengths) !== bytes)) return false;
  return !sha256 || state.sha256 === sha256;
}

async function fromParts(url, bytes, sha256) {
  const kept = await keptParts(url);
  if (!kept || !isWanted(kept.state, bytes, sha256)) return null;
  return sum(kept.state.lengths) === kept.state.bytes ? new Blob(kept.parts) : null;
}

/** A complete copy that was stored before weights were stored in parts. */
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
    // No cache here, or it cannot be read: the file is downloaded.
  }
  return null;
}

/** Size in bytes from which on a file is hashed in pieces: the browser's own digest needs the whole file in memory. */
const LARGE = 512 * 1024 * 1024;
const CONSTANTS = Int32Array.from(primes(64).map((prime) => fraction(Math.cbrt(prime))));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** SHA-256. Pages without https do not have the browser's own. */
async function digest(blob, signal) {
  if (!globalThis.crypto?.subtle || blob.size > LARGE) return digestInPieces(blob, signal);
  const hash = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 in pieces (FIPS 180-4). */
export async function digestInPieces(blob, signal) {
  const hash = Int32Array.from(START);
  const words = new Int32Array(64);
  const STEP = 4 * 1024 * 1024;
  for (let at = 0; at + 64 <= blob.size || at === 0; at += STEP) {
    const bytes = new Uint8Array(await blob.slice(at, at + STEP).arrayBuffer());
    const whole = bytes.length - (bytes.length % 64);
    for (let block = 0; block < whole; block += 64) mix(hash, words, bytes, block);
    if (signal) throwIfAborted(signal);
    // Lets the page do other work between two steps.
    await sleep(0);
  }
  const rest = new Uint8Array(await blob.slice(blob.size - (blob.size % 64)).arrayBuffer());
  const last = new Uint8Array(rest.length + 9 > 64 ? 128 : 64);
  last.set(rest);
  last[rest.length] = 0x80;
  new DataView(last.buffer).setBigUint64(last.length - 8, BigInt(blob.size) * 8n);
  for (let block = 0; block < last.length; block += 64) mix(hash, words, last, block);
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function mix(hash, w, bytes, at) {
  for (let i = 0, k = at; i < 16; i += 1, k += 4) w[i] = (bytes[k] << 24) | (bytes[k + 1] << 16) | (bytes[k + 2] << 8) | bytes[k + 3];
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
  }
  let a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4], f = hash[5], g = hash[6], h = hash[7];
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
  }
  hash[0] += a; hash[1] += b; hash[2] += c; hash[3] += d; hash[4] += e; hash[5] += f; hash[6] += g; hash[7] += h;
}

function primes(count) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

/** The first 32 bits after the binary point. */
function fraction(number) {
  return Math.floor((number % 1) * 2 ** 32) | 0;
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function throwIfAborted(signal) {
  if (signal.aborted) throw failure("cancelled", `The download was cancelled. ${RESUMES}`);
}

function failure(kind, message) {
  return Object.assign(new Error(message), { kind });
}
