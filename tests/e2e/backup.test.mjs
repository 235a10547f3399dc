// Automatic backups: every day with changes into a folder, the last ones kept, sealed if wished, and restored into an empty
// browser. The folder is one of the browser's private file system: only its choice is replaced, everything after that is real.

import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { shootAll } from './support/screenshots.mjs';
import { closeDatabase, damageMessage, holdStore } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();
const KEY = 'sk-e2e-YSBjYW5hcnkgaW4gYSBmaWxl';
const PASSPHRASE = 'lighthouse over the Adriatic';
const OTHER_FILES = ['taxes.json', 'ricordo-backup-2020-01-01-0900.json.gz'];

/** Runs in a page first: the user chooses a folder of the private file system. `localStorage.prompts` is what the user has not allowed. */
function withFolder() {
  const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('Backups', { create: true });
  window.showDirectoryPicker = folder;
  const state = () => (localStorage.prompts ? 'prompt' : 'granted');
  FileSystemHandle.prototype.queryPermission = async () => state();
  FileSystemHandle.prototype.requestPermission = async () => {
    localStorage.removeItem('prompts');
    return 'granted';
  };
  // A page that never finishes what it writes.
  const pipeTo = ReadableStream.prototype.pipeTo;
  ReadableStream.prototype.pipeTo = function (to, options) {
    if (!(to instanceof FileSystemWritableFileStream) || !localStorage.hangs) return pipeTo.call(this, to, options);
    document.body.dataset.hangs = 'true';
    return to.write('only the beginning').then(() => new Promise(() => {}));
  };
}

/** The files of the folder: name and bytes in Latin-1. One that the page deletes before it is read is not in the folder any more. */
const files = chat =>
  chat.page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Backups', { create: true });
    const found = [];
    for await (const entry of folder.values()) {
      const content = await entry.getFile().then(file => file.arrayBuffer()).catch(error => {
        if (error.name !== 'NotFoundError') throw error;
      });
      if (!content) continue;
      const bytes = new Uint8Array(content);
      found.push({ name: entry.name, bytes: Array.from(bytes, byte => String.fromCharCode(byte)).join('') });
    }
    return found.sort((one, other) => (one.name < other.name ? -1 : 1));
  });

const put = (chat, name, text) =>
  chat.page.evaluate(async ([name, text]) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Backups', { create: true });
    const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await stream.write(Uint8Array.from(text, letter => letter.charCodeAt(0)));
    await stream.close();
  }, [name, text]);

const unpacked = async (chat, name) => gunzipSync(bytesOf((await files(chat)).find(one => one.name === name).bytes)).toString();
const bytesOf = text => Buffer.from(text, 'latin1');
const names = async chat => (await files(chat)).map(({ name }) => name);
const own = async chat => (await names(chat)).filter(name => !OTHER_FILES.includes(name));

/** Opens a sealed file as docs/export-format.md describes it, with the crypto of another program. */
async function unsealed(text, passphrase) {
  const bytes = bytesOf(text);
  const end = bytes.indexOf('\n') + 1;
  const head = JSON.parse(bytes.subarray(0, end));
  const { subtle } = webcrypto;
  const typed = await subtle.importKey('raw', Buffer.from(passphrase), 'PBKDF2', false, ['deriveBits']);
  const bits = await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: Buffer.from(head.salt, 'base64'), iterations: head.rounds }, typed, 256);
  const base = await subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey']);
  const info = Buffer.from('ricordo backup');
  const key = await subtle.deriveKey({ name: 'HKDF', hash: 'SHA-256', salt: Buffer.from(head.file, 'base64'), info }, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
  const parts = [];
  for (let at = end, number = 0; at < bytes.length; at += head.piece + 16, number += 1) {
    const iv = Buffer.alloc(12);
    iv[0] = at + head.piece + 16 >= bytes.length ? 1 : 0;
    iv.writeUInt32BE(number, 8);
    parts.push(Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytes.subarray(0, end) }, key, bytes.subarray(at, at + head.piece + 16))));
  }
  const plain = Buffer.concat(parts);
  const line = plain.indexOf('\n');
  return { keys: JSON.parse(plain.subarray(0, line)).keys, text: gunzipSync(plain.subarray(line + 1)).toString() };
}

async function openStorage(chat) {
  await chat.send('/import');
  await chat.get('backups').waitFor();
}

async function closed(chat) {
  await chat.page.keyboard.press('Escape');
  await until('the dialogs are closed', async () => (await chat.page.locator('dialog[open]').count()) === 0);
}

const lastBackup = chat => until('a backup was made', async () => /\d/.test(await chat.textNow('backup-last')));

scenario('a backup is written every day with changes, the last ones are kept, and no other file is touched', async ({ chat, newChat, context, server }) => {
  await context.addInitScript(withFolder);
  const endpoint = server.endpoint(...Array.from({ length: 6 }, (_, n) => behave.reply(`Answer ${n + 1}.`)));
  await chat.open();
  for (const name of OTHER_FILES) await put(chat, name, 'not ours');
  await chat.useEndpoint({ ...endpoint, key: KEY });
  // A title that a model makes after the first backup would be a change.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('The first day');

  await openStorage(chat);
  await chat.get('backups').scrollIntoViewIfNeeded();
  await shootAll(chat.page, 'backup-off');
  await chat.get('backup-keep').fill('0');
  await chat.get('backup-submit').click();
  await chat.get('backups').getByTestId('field-error').waitFor();
  await chat.get('backup-keep').fill('2');
  await chat.get('backup-submit').click();
  await chat.get('backup-folder').waitFor();
  await lastBackup(chat);
  assert.equal(await chat.words('backup-folder'), 'Backups');
  await chat.get('backups').scrollIntoViewIfNeeded();
  await shootAll(chat.page, 'backup-on');
  const [first] = await own(chat);
  assert.match(first, /^ricordo-backup-\d{4}-\d\d-\d\d-\d{4}\.json\.gz$/);
  const text = await unpacked(chat, first);
  assert.match(text, /The first day/);
  assert.equal(text.includes(KEY), false, 'an unsealed backup has no key');
  // The same folder is chosen again: its files still count among those that are kept.
  await chat.get('backup-elsewhere').click();
  await until('another backup was made there', async () => (await files(chat)).filter(({ name, bytes }) => !OTHER_FILES.includes(name) && bytes.length > 0).length === 2);
  await until('it is done', async () => (await chat.get('backup-elsewhere').getAttribute('aria-disabled')) === 'false');
  const again = (await own(chat)).find(name => name !== first);
  await closed(chat);

  // The next day there is no backup until something changes. The page looks when it is opened.
  const day = 24 * 60 * 60 * 1_000;
  const start = Date.now();
  await chat.page.clock.setFixedTime(start + day);
  await chat.reload();
  await chat.turn('The second day');
  await chat.reload();
  await until('the backup of the second day in place of the first one', async () => {
    const found = await own(chat);
    return found.length === 2 && !found.includes(first);
  }, 60_000);
  assert.match(await unpacked(chat, (await own(chat)).find(name => name !== again)), /The second day/);

  // Killed in the middle of the third: what was there before is whole.
  await chat.page.evaluate(() => localStorage.setItem('hangs', '1'));
  await openStorage(chat);
  await chat.get('backup-now').click();
  await until('it is being written', () => chat.page.evaluate(() => document.body.dataset.hangs === 'true'));
  // The third day: the browser asks for the permission again. The next page makes no backup by itself before that is seen.
  await chat.page.evaluate(() => {
    localStorage.removeItem('hangs');
    localStorage.setItem('prompts', '1');
  });
  await chat.page.close();
  const next = await newChat();
  await next.page.clock.setFixedTime(start + 2 * day);
  await next.open();
  const sizes = (await files(next)).filter(({ name }) => !OTHER_FILES.includes(name)).map(({ name, bytes }) => [name, bytes.length]);
  assert.equal(sizes.filter(([, size]) => size > 0).length, 2, JSON.stringify(sizes));
  for (const { name, bytes } of await files(next)) if (bytes.length > 0 && !OTHER_FILES.includes(name)) gunzipSync(bytesOf(bytes));

  // The page says so.
  await next.get('backup-banner').waitFor({ timeout: 60_000 });
  assert.match(await next.words('backup-banner'), /permission[^]*Backups/);
  await shootAll(next.page, 'backup-permission');
  await next.get('backup-allow').click();
  await next.get('backup-banner').waitFor({ state: 'detached' });
  await until('the oldest is gone, with what the killed page left', async () => {
    const found = (await files(next)).filter(({ name }) => !OTHER_FILES.includes(name));
    return found.length === 2 && found.every(({ bytes }) => bytes.length > 0) && found.every(({ name }) => name !== again);
  });
  assert.deepEqual((await names(next)).filter(name => OTHER_FILES.includes(name)).sort(), [...OTHER_FILES].sort());
  assert.ok((await files(next)).filter(({ name }) => OTHER_FILES.includes(name)).every(({ bytes }) => bytes === 'not ours'));
});

scenario('a row that cannot be read keeps nothing else out of a backup, which says so and replaces none', async ({ chat, context, server }) => {
  await context.addInitScript(withFolder);
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.'), behave.reply('A lighthouse.')));
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('This row will be damaged');
  await openStorage(chat);
  await chat.get('backup-keep').fill('1');
  await chat.get('backup-submit').click();
  await lastBackup(chat);
  const [whole] = await own(chat);
  await closed(chat);
  await chat.startConversation();
  await chat.turn('What stands on the cliff?');
  await damageMessage(chat, 'next');
  await openStorage(chat);
  await chat.get('backup-now').click();
  await until('it says what is missing', async () => /not complete: 1 stored record could not be read/.test(await chat.textNow('notice')));
  const found = await own(chat);
  assert.ok(found.length === 2 && found.includes(whole), found.join());
  const text = await unpacked(chat, found.find(name => name !== whole));
  assert.match(text, /What stands on the cliff\?/);
  assert.match(text, /A lighthouse\./);
  assert.equal((text.match(/^\{"message":/gm) ?? []).length, 3);
});

scenario('a page that goes on in memory makes no backup: it would count as all there is, and replace the others', async ({ chat, context, server }) => {
  await context.addInitScript(withFolder);
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('What must not be lost');
  await openStorage(chat);
  await chat.get('backup-keep').fill('1');
  await chat.get('backup-submit').click();
  await lastBackup(chat);
  const [whole] = await own(chat);
  await chat.get('backup-now').waitFor();
  await closeDatabase(chat);
  await chat.get('storage-banner').waitFor({ state: 'attached' });
  await chat.get('backups').waitFor({ state: 'detached' });
  await closed(chat);
  await chat.startConversation();
  await chat.turn('Only in memory');
  assert.deepEqual(await own(chat), [whole]);
  assert.match(await unpacked(chat, whole), /What must not be lost/);
  assert.equal(await chat.get('backup-banner').count(), 0);
});

scenario('a sealed backup with keys is restored into an empty browser; a damaged one is named and the next one offered', async ({ chat, newChat, context, server }) => {
  await context.addInitScript(withFolder);
  const endpoint = server.endpoint(behave.reply('A lighthouse.'), behave.reply('Welcome back.'));
  await chat.open();
  await chat.useEndpoint({ ...endpoint, key: KEY });
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('What stands on the cliff?');
  await openStorage(chat);
  await chat.get('backup-sealed').check();
  await chat.get('backup-passphrase').fill(PASSPHRASE);
  await chat.get('backup-passphrase-again').fill(`${PASSPHRASE}!`);
  await chat.get('backup-submit').click();
  await chat.get('backups').getByTestId('field-error').waitFor();
  await chat.get('backup-passphrase-again').fill(PASSPHRASE);
  await chat.get('backups').scrollIntoViewIfNeeded();
  await shootAll(chat.page, 'backup-passphrase');
  await chat.get('backup-submit').click();
  await lastBackup(chat);
  const [{ name: first, bytes: without }] = await files(chat);
  assert.equal(without.includes('cliff'), false);
  const opened = await unsealed(without, PASSPHRASE);
  assert.match(opened.text, /What stands on the cliff/);
  assert.deepEqual(opened.keys, [], 'keys are only in it if the user asks for it');
  assert.equal(opened.text.includes(KEY), false);
  await assert.rejects(unsealed(without, 'another passphrase'));

  await chat.get('backup-options').click();
  await chat.get('backup-with-secrets').check();
  await chat.get('backup-submit').click();
  await until('it is saved', async () => /with API keys/.test(await chat.textNow('backup-is-sealed')));
  await chat.get('backup-now').click();
  const whole = async () => (await files(chat)).filter(({ bytes }) => bytes.length > 0);
  await until('there are two', async () => (await whole()).length === 2);
  const newest = (await whole()).find(({ name }) => name !== first);
  assert.equal(newest.bytes.includes(KEY), false);
  assert.deepEqual((await unsealed(newest.bytes, PASSPHRASE)).keys.map(({ key, address }) => [key, address]), [[KEY, endpoint.baseUrl]]);
  // A newer one that was cut off.
  await put(chat, 'ricordo-backup-2999-01-01-0000.json.gz', '\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03cut');
  await closed(chat);

  const empty = await newChat('e2e-restored');
  await empty.open();
  await shootAll(empty.page, 'backup-welcome');
  await empty.get('restore-open').click();
  await empty.get('restore-folder').click();
  await until('three are listed', async () => (await empty.get('restore-item').count()) === 3);
  await shootAll(empty.page, 'backup-restore');
  await empty.get('restore').first().click();
  await empty.get('restore-error').waitFor();
  assert.match(await empty.words('restore-error'), /2999.*damaged/);
  assert.match(await empty.get('restore-item').first().innerText(), /damaged/);
  assert.ok(await empty.get('restore').nth(1).evaluate(button => button.classList.contains('primary')), 'the next one is offered');
  await empty.get('restore').nth(1).click();
  await empty.get('restore-passphrase').fill('not this one');
  await empty.get('restore-unseal').click();
  await until('the passphrase is wrong', async () => /passphrase/.test(await empty.textNow('restore-error')), 60_000);
  await shootAll(empty.page, 'backup-restore-passphrase');
  await empty.get('restore-passphrase').fill(PASSPHRASE);
  await empty.get('restore-unseal').click();
  await empty.get('import-report').waitFor({ timeout: 60_000 });
  assert.match(await empty.words('import-report'), /Imported 1 conversation/);
  await shootAll(empty.page, 'backup-restored');
  await closed(empty);
  await empty.get('conversation-item').filter({ hasText: 'What stands on the cliff?' }).click();
  await until('the messages are there', async () => (await empty.messages()).length === 2);
  const before = endpoint.chats.length;
  await empty.turn('Do you still know me?');
  assert.equal(endpoint.chats[before].headers.authorization, `Bearer ${KEY}`, 'the key came with the backup');

  // The same file among those of an import.
  await openStorage(empty);
  await empty.get('import-file').setInputFiles([{ name: newest.name, mimeType: 'application/octet-stream', buffer: bytesOf(newest.bytes) }]);
  await empty.get('restore-dialog').waitFor();
  await until('it is listed', async () => (await empty.get('restore-item').count()) === 1);
  await empty.get('restore').click();
  await empty.get('restore-passphrase').fill(PASSPHRASE);
  await empty.get('restore-passphrase').press('Enter');
  await until('nothing is new', async () => /Nothing new/.test(await empty.get('restore-dialog').getByTestId('import-report').allInnerTexts().then(texts => texts.join())), 60_000);
});

scenario('where the page cannot write into a folder it reminds the user, once a day, until the user turns it off', async ({ chat, context, server }) => {
  await context.addInitScript(() => delete window.showDirectoryPicker);
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.'), behave.reply('Noted, too.')));
  await chat.turn('A note');
  await openStorage(chat);
  await chat.get('backup-submit').click();
  await chat.get('backup-off').waitFor();
  await closed(chat);
  await chat.reload();
  await chat.get('backup-banner').waitFor({ timeout: 60_000 });
  await shootAll(chat.page, 'backup-reminder');
  const [download] = await Promise.all([chat.page.waitForEvent('download'), chat.get('backup-save').click()]);
  assert.match(download.suggestedFilename(), /^ricordo-backup-.+\.json\.gz$/);
  assert.match(gunzipSync(await readFile(await download.path())).toString(), /A note/);
  await chat.get('backup-banner').waitFor({ state: 'detached' });

  await chat.turn('Another note');
  const day = 24 * 60 * 60 * 1_000;
  await chat.page.clock.setFixedTime(Date.now() + day);
  await chat.reload();
  await chat.get('backup-banner').waitFor({ timeout: 60_000 });
  await chat.get('backup-never').click();
  await chat.get('backup-banner').waitFor({ state: 'detached' });
  await openStorage(chat);
  assert.equal(await chat.get('backup-off').count(), 0, 'it is off');
});

scenario('a backup that the user stops says that no file was saved', async ({ chat, context, server }) => {
  await context.addInitScript(withFolder);
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('Good morning.');
  await openStorage(chat);
  await chat.get('backup-submit').click();
  await lastBackup(chat);
  const before = await own(chat);
  const letGo = await holdStore(chat, 'messages');
  await chat.get('backup-now').click();
  await chat.get('transfer-stop').first().click();
  await letGo();
  await until('it says so', async () => /Stopped\. No file was saved/.test(await chat.textNow('notice')));
  assert.deepEqual(await own(chat), before);
});
