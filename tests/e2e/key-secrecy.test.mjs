// An API key is sent to its server and found nowhere else.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as behave from './support/behaviours.mjs';
import { openWith } from './support/open-with.mjs';
import { closeDatabase, storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const KEY = 'sk-e2e-Zm9yIHlvdXIgZXllcyBvbmx5';
const scenario = suite();

scenario('a key reaches the server and nothing else: no screen, no storage, no console, no export, no error', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.reply('Noted.'), behave.unauthorized);
  await chat.open();
  await chat.useEndpoint({ ...endpoint, key: KEY });
  await chat.turn('My cat is called Mia.');
  assert.equal(endpoint.chats[0].headers.authorization, `Bearer ${KEY}`);

  const failed = await chat.turn('This one is refused, and the server repeats the key.');
  assert.equal(failed.finish, 'failed');
  await assertNowhere(chat, 'after an error');

  await chat.get('inspector-toggle').click();
  await chat.get('inspector-request').waitFor();
  await assertNowhere(chat, 'with the inspector open');

  await chat.reload();
  await chat.get('provider-button').click();
  await chat.get('provider-saved').click();
  await chat.get('endpoint-key').waitFor();
  await assertNowhere(chat, 'with the endpoint dialog open after a reload');
  await chat.page.keyboard.press('Escape');
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });

  assert.doesNotMatch(await exported(chat), new RegExp(KEY));
  await chat.turn('The key still works after a reload.');
  assert.equal(endpoint.chats.at(-1).headers.authorization, `Bearer ${KEY}`);
});

scenario('a key is not sent after the address changes to another server', async ({ chat, server }) => {
  const mine = server.endpoint(behave.reply('Noted.'));
  const theirs = server.endpoint(behave.reply('Noted.'));
  await chat.open();
  await chat.useEndpoint({ ...mine, key: KEY });
  await chat.turn('Hello');
  const elsewhere = theirs.baseUrl.replace('127.0.0.1', 'localhost');
  await chat.get('provider-button').click();
  await chat.get('provider-saved').click();
  await chat.get('endpoint-url').fill(elsewhere);
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  await chat.turn('Hello again');
  assert.equal(theirs.chats[0].headers.authorization, undefined);
});

scenario('a page that goes on in memory stores no key: the stored server keeps its own', async ({ chat, server }) => {
  const mine = server.endpoint(behave.reply('Noted.'));
  const theirs = server.endpoint(behave.reply('Noted.'));
  await openWith(chat, { ...mine, key: KEY });
  await chat.turn('Hello');
  await closeDatabase(chat);
  await chat.get('storage-banner').waitFor();
  await chat.turn('The stored key still works');
  assert.equal(mine.chats.at(-1).headers.authorization, `Bearer ${KEY}`);
  await chat.get('provider-button').click();
  await chat.get('provider-saved').click();
  await chat.get('endpoint-url').fill(theirs.baseUrl.replace('127.0.0.1', 'localhost'));
  await chat.get('endpoint-key').fill('sk-another');
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  await chat.turn('Hello there');
  assert.equal(theirs.chats.at(-1).headers.authorization, 'Bearer sk-another');
  await chat.reload();
  await chat.turn('Hello again');
  assert.equal(mine.chats.at(-1).headers.authorization, `Bearer ${KEY}`);
  assert.equal(theirs.chats.length, 1);
});

scenario('a file that brings back a deleted connection with another address does not get its key', async ({ chat, server }) => {
  const [mine, theirs] = [server.endpoint(behave.reply('Noted.')), server.endpoint(behave.reply('Noted.'))];
  await openWith(chat, { ...mine, key: KEY });
  await chat.turn('Hello');
  const file = (await exported(chat)).replaceAll(mine.baseUrl, theirs.baseUrl);
  assert.ok(file.includes(theirs.baseUrl));
  await chat.get('provider-button').click();
  await chat.get('provider-delete').click();
  await until('it is deleted', async () => (await storedRows(chat, 'providers')).length === 0);
  await chat.page.keyboard.press('Escape');
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  await openStorage(chat);
  await chat.get('import-file').setInputFiles({ name: 'export.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(file) });
  await chat.get('import-report').waitFor();
  await until('it is back', async () => (await storedRows(chat, 'providers')).length === 1);
  await closeStorage(chat);
  await chat.get('provider-button').click();
  await chat.get('provider-saved').click();
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  await chat.turn('Hello again');
  assert.equal(theirs.chats.at(-1).headers.authorization, undefined);
});

async function openStorage(chat) {
  await chat.get('settings-button').click();
  await chat.get('storage-button').click();
}

async function closeStorage(chat) {
  await chat.page.keyboard.press('Escape');
  await chat.get('storage-dialog').waitFor({ state: 'hidden' });
}

async function exported(chat) {
  await openStorage(chat);
  const [download] = await Promise.all([chat.page.waitForEvent('download'), chat.get('storage-export').click()]);
  await closeStorage(chat);
  return readFile(await download.path(), 'utf8');
}

async function assertNowhere(chat, when) {
  const sources = await chat.page.evaluate(everythingKept);
  sources.console = chat.console.join('\n');
  sources.cookies = JSON.stringify(await chat.page.context().cookies());
  for (const [source, words] of Object.entries(sources)) assert.equal(words.includes(KEY), false, `the key is in ${source} ${when}`);
}

/** Runs in the page: the texts of everything that is shown or stored, by source. Bytes are read as Latin-1. */
async function everythingKept() {
  const promise = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const words = async value => {
    if (value instanceof Blob) return words(await value.arrayBuffer());
    if (value instanceof ArrayBuffer) return words(new Uint8Array(value));
    if (ArrayBuffer.isView(value)) return Array.from(new Uint8Array(value.buffer), byte => String.fromCharCode(byte)).join('');
    if (value instanceof Map) return words([...value]);
    if (value && typeof value === 'object') return (await Promise.all(Object.entries(value).map(async ([name, inner]) => `${name} ${await words(inner)}`))).join(' ');
    return String(value);
  };
  const rows = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await promise(indexedDB.open(name));
    for (const store of database.objectStoreNames) rows.push(...(await promise(database.transaction(store).objectStore(store).getAll())));
    database.close();
  }
  const fields = [...document.querySelectorAll('input, textarea')].map(field => field.value);
  return {
    'the page': document.documentElement.outerHTML,
    'a field': fields.join('\n'),
    'the address': location.href,
    localStorage: await words({ ...localStorage }),
    sessionStorage: await words({ ...sessionStorage }),
    IndexedDB: await words(rows),
  };
}
