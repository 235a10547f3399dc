// Backups on the browser's side: the folder that the user chose, the files in it, and their sealing. Decides nothing. The page
// imports it on first use, as vendor/backups/backups.js. docs/export-format.md describes a sealed file.
//
// What belongs to the backups of this browser is in a small database of its own, beside the data: the plan as text, the folder, and
// the key made from the passphrase. None of it is exported.

/** How often the passphrase is hashed, and what a file may ask for at most. */
const ROUNDS = 600_000;
const MOST_ROUNDS = 10_000_000;
/** Bytes that are sealed at once, and what a file may ask for at most. */
const PIECE = 1 << 20;
const LARGEST_PIECE = 1 << 24;
/** Bytes that authenticate a piece. */
const TAG = 16;
/** The most bytes that the first line of a sealed file may have. */
const LONGEST_LINE = 1_000;

/** Whether the browser lets the user choose a folder. */
export const canChoose = () => typeof showDirectoryPicker === 'function';

/** Lets the user choose a folder; nothing if they leave the choice. */
export async function choose(writes) {
  try {
    return await showDirectoryPicker({ id: 'ricordo-backups', mode: writes ? 'readwrite' : 'read' });
  } catch (error) {
    if (error.name === 'AbortError') return undefined;
    throw error;
  }
}

/** What the database has under a name: `plan`, `folder` or `seal`. */
export const load = (db, name) => inStore(db, 'readonly', store => store.get(name));
/** Stores a value under a name, or removes it. */
export const keep = (db, name, value) => inStore(db, 'readwrite', store => (value === undefined ? store.delete(name) : store.put(value, name)));

/** Whether the page may write into the folder: `granted`, `prompt` or `denied`. Asks the user if `asks`. */
export async function permission(folder, asks) {
  const mode = { mode: 'readwrite' };
  const now = (await folder.queryPermission?.(mode)) ?? 'granted';
  return now === 'prompt' && asks ? folder.requestPermission(mode) : now;
}

/** Whether two handles are of one folder. The browser makes a new handle each time a folder is chosen. */
export const isSame = (folder, other) => folder.isSameEntry(other);

/** The files of a folder. */
export async function files(folder) {
  const found = [];
  for await (const entry of folder.values()) {
    // A file that is deleted meanwhile is not listed.
    if (entry.kind === 'file') found.push(await entry.getFile().catch(() => undefined));
  }
  return found.filter(Boolean);
}

/**
 * Writes a new file, and reads its size back. The browser writes beside the file and replaces it at the end, so a page that is
 * closed meanwhile leaves an empty file at most.
 */
export async function write(folder, name, blob) {
  const handle = await folder.getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  await blob.stream().pipeTo(stream);
  const { size } = await handle.getFile();
  if (size !== blob.size) throw new Error(`${size} of ${blob.size} bytes were written`);
}

export const remove = (folder, name) => folder.removeEntry(name);

/** What seals files with a passphrase from now on. The passphrase cannot be read from it. */
export async function sealOf(passphrase) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { salt, rounds: ROUNDS, key: await keyOf(passphrase, salt, ROUNDS) };
}

/** The blob sealed, with a line of text in front that is sealed with it. */
export async function seal({ salt, rounds, key }, line, blob) {
  const own = crypto.getRandomValues(new Uint8Array(16));
  const fileKey = await keyOfFile(key, own);
  const head = { ricordo_sealed: 1, kdf: 'PBKDF2-SHA-256', rounds, salt: toText(salt), file: toText(own), piece: PIECE, check: await checkOf(fileKey) };
  const header = bytesOf(`${JSON.stringify(head)}\n`);
  const plain = new Blob([line, '\n', blob]);
  const parts = [header];
  for (let at = 0, number = 0; at < plain.size; at += PIECE, number += 1) {
    const piece = await plain.slice(at, at + PIECE).arrayBuffer();
    // A blob each, which the browser may move to disk.
    parts.push(new Blob([await crypto.subtle.encrypt(parameters(number, at + PIECE >= plain.size, header), fileKey, piece)]));
  }
  return new Blob(parts, { type: 'application/octet-stream' });
}

/**
 * What was sealed: its line and the file after it. Fails with the name `NoPassphrase` if the passphrase is not the one of the file,
 * and with `Damaged` if the file was changed or ends too early.
 */
export async function open(file, passphrase) {
  const { head, salt, own, header, rest } = await headOf(file);
  const fileKey = await keyOfFile(await keyOf(passphrase, salt, head.rounds), own);
  if ((await checkOf(fileKey)) !== head.check) fail('NoPassphrase');
  const parts = [];
  const sealed = head.piece + TAG;
  for (let at = rest, number = 0; at < file.size || number === 0; at += sealed, number += 1) {
    const piece = await file.slice(at, at + sealed).arrayBuffer();
    const opened = crypto.subtle.decrypt(parameters(number, at + sealed >= file.size, header), fileKey, piece);
    parts.push(new Blob([await opened.catch(() => fail('Damaged'))]));
  }
  const plain = new Blob(parts);
  const start = await plain.slice(0, PIECE).text();
  const end = start.indexOf('\n');
  if (end < 0) fail('Damaged');
  const line = start.slice(0, end);
  return [line, new File([plain.slice(bytesOf(line).length + 1)], file.name)];
}

/**
 * Whether one of our files is there to its end, by its checksum where it is compressed, and by its last line. What unpacks to far more
 * than a backup is left to the import, which has limits.
 */
export async function isWhole(file) {
  const isPacked = new Uint8Array(await file.slice(0, 2).arrayBuffer()).join() === '31,139';
  let end = isPacked ? '' : await file.slice(-100).text();
  if (isPacked) {
    if (typeof DecompressionStream === 'undefined') return true;
    let room = Math.max(200 * file.size, 1 << 25);
    try {
      const decoder = new TextDecoder();
      for await (const bytes of chunks(file.stream().pipeThrough(new DecompressionStream('gzip')))) {
        end = (end + decoder.decode(bytes.subarray(-200))).slice(-200);
        room -= bytes.length;
        if (room < 0) return true;
      }
    } catch {
      return false;
    }
  }
  return /\],"count":\d+\}\s*$/.test(end);
}

/** The chunks of a stream. Safari cannot iterate over one. */
async function* chunks(stream) {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Parts of a sealed file before its pieces, with bounds on what it asks for. */
async function headOf(file) {
  const start = await file.slice(0, LONGEST_LINE).text();
  const line = start.slice(0, start.indexOf('\n') + 1);
  try {
    const head = JSON.parse(line);
    const within = (value, most) => Number.isInteger(value) && value > 0 && value <= most;
    if (head.ricordo_sealed !== 1 || head.kdf !== 'PBKDF2-SHA-256' || !within(head.rounds, MOST_ROUNDS) || !within(head.piece, LARGEST_PIECE)) fail('Damaged');
    return { head, salt: fromText(head.salt), own: fromText(head.file), header: bytesOf(line), rest: bytesOf(line).length };
  } catch {
    return fail('Damaged');
  }
}

/** The key of a passphrase: it makes the keys of files, and can neither be read nor encrypt anything itself. */
async function keyOf(passphrase, salt, iterations) {
  const typed = await crypto.subtle.importKey('raw', bytesOf(passphrase.normalize('NFC')), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, typed, 256);
  return crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey']);
}

/** Each file has a key of its own, so the numbers of its pieces can be the nonces. */
function keyOfFile(key, salt) {
  const info = bytesOf('ricordo backup');
  return crypto.subtle.deriveKey({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Tells another passphrase from a damaged file: the authentication of nothing, under a nonce that no piece has. */
async function checkOf(key) {
  const iv = new Uint8Array(12).fill(255);
  return toText(new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(0))));
}

/** The last piece is marked, so a file that ends too early is noticed. */
function parameters(number, isLast, additionalData) {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setUint32(8, number);
  iv[0] = isLast ? 1 : 0;
  return { name: 'AES-GCM', iv, additionalData };
}

function fail(name) {
  throw Object.assign(new Error(name), { name });
}

const bytesOf = text => new TextEncoder().encode(text);
const toText = bytes => btoa(String.fromCharCode(...bytes));
const fromText = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));

/** Runs one request on the database, which is open only for it: a lasting connection would block deleting everything. */
async function inStore(db, mode, request) {
  const settled = (of, on) => new Promise((resolve, reject) => {
    of[on] = () => resolve(of.result);
    of.onerror = of.onabort = () => reject(of.error);
  });
  const opening = indexedDB.open(`${db}-backups`, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
  const database = await settled(opening, 'onsuccess');
  try {
    const transaction = database.transaction('kept', mode);
    const asked = request(transaction.objectStore('kept'));
    await settled(transaction, 'oncomplete');
    return asked.result;
  } finally {
    database.close();
  }
}
