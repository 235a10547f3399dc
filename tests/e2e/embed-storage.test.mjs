// The package when the browser fails: its storage, or its permission to read a server. Each fault has its code, and stored
// data stays unchanged.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { withoutCors } from './support/behaviours.mjs';
import { launchBrowser } from './support/browser.mjs';
import { startMisbehavingServer } from './support/misbehaving-server.mjs';
import { serve, newWorkspace } from './support/package-apps.mjs';

const HARNESS = `
import { init, ContextManager, isRicordoError } from './node_modules/ricordo/dist/index.js';
await init();
async function* model() { yield 'Heard you.'; }
globalThis.begin = async name => { globalThis.chat = await ContextManager.open(name, { model }); };
globalThis.texts = async () => (await chat.history()).map(({ role, text }) => role + ': ' + text);
/** The code of a rejected call, provided that it has a message. */
globalThis.code = async call => {
  try { await call(); return 'not refused'; } catch (error) {
    return isRicordoError(error) && /^[A-Z].*[.)]$/s.test(error.message) ? error.code : String(error);
  }
};
/** A raw request to the database, in a transaction of its own. */
globalThis.raw = (name, store, ask) => new Promise((resolve, reject) => {
  const opened = indexedDB.open(name);
  opened.onerror = () => reject(opened.error);
  opened.onsuccess = () => {
    const transaction = opened.result.transaction(store, 'readwrite');
    const request = ask(transaction.objectStore(store));
    transaction.oncomplete = () => { opened.result.close(); resolve(request.result); };
    transaction.onabort = () => reject(transaction.error);
  };
});
globalThis.loaded = true;
`;

let workspace;
let browser;
let site;
let server;

before(async () => {
  workspace = await newWorkspace();
  const app = await workspace.app('storage');
  await writeFile(path.join(app, 'harness.js'), HARNESS);
  await writeFile(path.join(app, 'index.html'), '<!doctype html><title>t</title><link rel="icon" href="data:,"><script type="module" src="harness.js"></script>');
  site = await serve(app);
  server = await startMisbehavingServer();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
  await workspace?.remove();
});

/** A tab with one turn in the database `talk`. */
async function tab(run) {
  const context = await browser.browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${site.url}/`);
    await page.waitForFunction(() => globalThis.loaded);
    await page.evaluate(async () => {
      await begin('talk');
      await chat.send('Stay');
    });
    await run(page);
  } finally {
    await context.close();
  }
}

const STORED = ['user: Stay', 'assistant: Heard you.'];
const stored = page => page.evaluate(() => texts());

test('a sequence number that another tab took in the same moment is a conflict, and nothing is stored', () =>
  tab(async page => {
    const refused = await page.evaluate(async () => {
      const { add } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.add = function (row, key) {
        if (this.name === 'messages') add.call(this, { ...row, id: crypto.randomUUID() }, key);
        return add.call(this, row, key);
      };
      const refused = await code(() => chat.append('user', 'At the same place'));
      IDBObjectStore.prototype.add = add;
      return refused;
    });
    assert.equal(refused, 'conflict');
    assert.deepEqual(await stored(page), STORED);
  }));

const FAULTS = {
  'storage-full': ['QuotaExceededError', 'The quota has been exceeded.'],
  'storage-failed': ['UnknownError', 'Internal error.'],
};
for (const [expected, [name, message]] of Object.entries(FAULTS)) {
  test(`a disk that fails with ${name} rejects the message with ${expected}, and accepts the next one`, () =>
    tab(async page => {
      const refused = await page.evaluate(async ([name, message]) => {
        const { add } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.add = () => {
          throw new DOMException(message, name);
        };
        const refused = await code(() => chat.append('user', 'Lost'));
        IDBObjectStore.prototype.add = add;
        return refused;
      }, [name, message]);
      assert.equal(refused, expected);
      await page.evaluate(() => chat.append('user', 'Kept'));
      assert.deepEqual(await stored(page), [...STORED, 'user: Kept']);
    }));
}

test('a reply that cannot be stored is in the promise, and the last event says that it is not stored', () =>
  tab(async page => {
    const [reply, last, streamed] = await page.evaluate(async () => {
      const { add } = IDBObjectStore.prototype;
      const remove = chat.on('turn', ({ type }) => {
        if (type !== 'sent') return;
        IDBObjectStore.prototype.add = () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        };
      });
      const [events, streamed] = [[], []];
      const reply = await chat.send('Again', { onEvent: event => events.push(event) });
      IDBObjectStore.prototype.add = add;
      for await (const event of chat.stream('And again')) streamed.push(event);
      IDBObjectStore.prototype.add = add;
      remove();
      return [reply, events.at(-1), streamed.at(-1)];
    });
    assert.deepEqual([reply.finish, reply.text], ['complete', 'Heard you.']);
    for (const event of [last, streamed]) {
      assert.deepEqual([event.type, event.final], ['notSaved', true]);
      assert.match(event.message, /^[A-Z].*[.)]$/s);
    }
    assert.deepEqual(await stored(page), [...STORED, 'user: Again', 'user: And again']);
  }));

test('an unreadable message is reported as damaged, and everything is back once it is repaired', () =>
  tab(async page => {
    const refused = await page.evaluate(async () => {
      await chat.close();
      const key = (await raw('talk', 'messages', store => store.getAllKeys())).at(-1);
      const row = await raw('talk', 'messages', store => store.get(key));
      await raw('talk', 'messages', store => store.put({ schema: row.schema, role: 'assistant' }, key));
      const refused = await code(() => begin('talk'));
      await raw('talk', 'messages', store => store.put(row, key));
      await begin('talk');
      return refused;
    });
    assert.equal(refused, 'damaged');
    assert.deepEqual(await stored(page), STORED);
  }));

test('an older version that another tab holds open blocks the upgrade until that tab closes it', () =>
  tab(async page => {
    const codes = await page.evaluate(async () => {
      const older = await new Promise(resolve => {
        const request = indexedDB.open('older', 2);
        request.onupgradeneeded = () => {
          const stores = ['conversations', 'branches', 'messages', 'forgets', 'undo', 'settings', 'providers', 'reply_drafts', 'composer_drafts', 'blobs'];
          for (const store of stores) request.result.createObjectStore(store);
          const messages = request.transaction.objectStore('messages');
          messages.createIndex('by_conversation', 'conversation');
          messages.createIndex('by_id', 'id', { unique: true });
        };
        request.onsuccess = () => resolve(request.result);
      });
      const refused = await code(() => begin('older'));
      older.close();
      return [refused, await code(() => begin('older'))];
    });
    assert.deepEqual(codes, ['upgrade-blocked', 'not refused']);
    await page.evaluate(() => chat.send('After the upgrade'));
    assert.deepEqual(await stored(page), ['user: After the upgrade', 'assistant: Heard you.']);
  }));

test('a server that does not allow the page and one that is down have different codes', () =>
  tab(async page => {
    const { baseUrl } = server.endpoint(withoutCors);
    const { finish, error } = await page.evaluate(async address => {
      chat.useModel({ baseUrl: address, model: 'x' });
      return chat.send('Hi');
    }, baseUrl);
    assert.deepEqual([finish, error?.code], ['failed', 'origin-refused'], JSON.stringify(error));
  }));
