// Several managers of one database, from the packed package in a browser: what waits for a lock, and what one tells the others.

import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from './support/browser.mjs';
import { problemsOf, serve, newWorkspace } from './support/package-apps.mjs';

const HARNESS = `
import { init, ContextManager } from './node_modules/ricordo/dist/index.js';
import { toyVector } from './toy-vectors.mjs';
const model = async function* (request) {
  yield String(request.messages.at(-1).content).length > 400 ? 'They spoke about trains.' : 'A long answer about trains to Rome. '.repeat(12);
};
globalThis.toy = more => ({ id: 'toy', onThisComputer: true, embed: async texts => texts.map(text => toyVector(text)), ...more });
globalThis.open = options => ContextManager.open('shared', { model, ...options });
globalThis.codeOf = promise => promise.then(() => 'resolved', error => error.code);
/** Holds the lock of background work, as another tab would; returns the function that releases it. */
globalThis.hold = () => new Promise(held => {
  void navigator.locks.request('ricordo:shared:maintain', () => new Promise(release => held(release)));
});
await init();
globalThis.loaded = true;
`;

let workspace;
let browser;
let site;

before(async () => {
  workspace = await newWorkspace();
  const app = await workspace.app('tabs');
  await cp(fileURLToPath(new URL('./support/toy-vectors.mjs', import.meta.url)), path.join(app, 'toy-vectors.mjs'));
  await writeFile(path.join(app, 'harness.js'), HARNESS);
  await writeFile(path.join(app, 'index.html'), '<!doctype html><title>t</title><link rel="icon" href="data:,"><script type="module" src="harness.js"></script>');
  site = await serve(app);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await site?.close();
  await workspace?.remove();
});

/** Runs the function in a page with an empty database; returns what it returns. */
async function inPage(run) {
  const context = await browser.browser.newContext();
  try {
    const page = await context.newPage();
    const problems = problemsOf(page);
    await page.goto(`${site.url}/`);
    await page.waitForFunction(() => globalThis.loaded);
    const result = await page.evaluate(run);
    assert.deepEqual(problems, []);
    return result;
  } finally {
    await context.close();
  }
}

test('a summary that waits for another tab ends with its signal and with the manager', async () => {
  const codes = await inPage(async () => {
    const release = await hold();
    const chat = await open();
    const abort = new AbortController();
    const aborted = [codeOf(chat.compress({ model: false, signal: abort.signal })), codeOf(chat.summaries.make({ signal: abort.signal }))];
    // The code of these calls is loaded, and the lock requested.
    while ((await navigator.locks.query()).pending.length < 2) await new Promise(resolve => setTimeout(resolve, 10));
    abort.abort();
    const codes = await Promise.all(aborted);
    const closed = [codeOf(chat.compress()), codeOf(chat.summaries.make())];
    await chat.close();
    codes.push(...(await Promise.all(closed)));
    const pending = (await navigator.locks.query()).pending.length;
    release();
    return [...codes, pending];
  });
  assert.deepEqual(codes, ['stopped', 'stopped', 'stopped', 'stopped', 0]);
});

test('a summary is made at once although the manager does background work', async () => {
  const ends = await inPage(async () => {
    let begun;
    const began = new Promise(resolve => (begun = resolve));
    // The background model answers nothing until it is stopped.
    const endless = async function* (_, signal) {
      begun();
      await new Promise(resolve => signal.addEventListener('abort', resolve));
    };
    const settings = { compression: { minMessages: 4 }, shortTermWindow: 2 };
    const chat = await open({ settings, background: { model: endless } });
    for (const text of ['1', '2', '3', '4', '5', '6']) await chat.send(text);
    const maintaining = chat.maintain();
    await began;
    const summary = await chat.compress({ model: false });
    return [await maintaining, summary.sources.length >= 4];
  });
  assert.deepEqual(ends, [false, true]);
});

test('another manager of the database uses vectors as soon as they are made or deleted', async () => {
  const found = await inPage(async () => {
    const [mine, other] = [await open({ embedder: toy() }), await open({ embedder: toy() })];
    const news = [];
    new BroadcastChannel('ricordo:shared').onmessage = ({ data }) => data === 'vectors' && news.push(data);
    await mine.append('user', 'The old vehicle stands in the shed behind the mill.');
    const others = ['We had soup for dinner.', 'My puppy sleeps all day.', 'The dentist has time on Monday.', 'She plays the guitar.', 'The bank is closed.'];
    for (const text of others) await mine.append('user', text);
    await other.conversations.create();
    const recalled = async () => (await other.recall('Where did I leave my car?')).length;
    /** What the other finds once it was told of the change. */
    const after = async change => {
      const earlier = news.length;
      const end = await codeOf(change());
      for (let tries = 0; news.length === earlier && tries < 100; tries += 1) await new Promise(resolve => setTimeout(resolve, 20));
      return [end, news.length - earlier, await recalled()];
    };
    const before = await recalled();
    const ends = [await after(() => mine.vectors.make()), await after(() => mine.vectors.delete())];
    await mine.vectors.use(toy({ embed: () => Promise.reject(new Error('no')) }));
    ends.push(await after(() => mine.vectors.make()));
    await mine.close();
    await other.close();
    return [before, ...ends];
  });
  assert.deepEqual(found, [0, ['resolved', 1, 1], ['resolved', 1, 0], ['embedder-failed', 1, 0]]);
});

test('two managers that change one record at the same time keep both changes', async () => {
  const user = await inPage(async () => {
    const [one, two] = [await open(), await open()];
    await Promise.all([one.memories.user({ name: 'Ada' }), two.memories.user({ language: 'uk' })]);
    const { name, language } = await one.memories.user();
    await Promise.all([one.close(), two.close()]);
    return [name, language];
  });
  assert.deepEqual(user, ['Ada', 'uk']);
});

test('a temporary conversation is erased when its manager is closed or its tab is gone, and not while it is open', async () => {
  const counts = await inPage(async () => {
    const other = await open();
    const temporary = async () => (await other.conversations.list()).filter(one => one.temporary).length;
    const begin = async manager => {
      await manager.conversations.create({ temporary: true });
      await manager.send('Secret');
    };
    const chat = await open();
    await begin(chat);
    await other.maintain();
    const counts = [await temporary()];
    await chat.close();
    counts.push(await temporary());

    const frame = document.createElement('iframe');
    const shown = new Promise(resolve => frame.addEventListener('load', resolve));
    document.body.append(Object.assign(frame, { src: '/' }));
    await shown;
    while (!frame.contentWindow.loaded) await new Promise(resolve => setTimeout(resolve, 10));
    await begin(await frame.contentWindow.open());
    await other.maintain();
    counts.push(await temporary());
    frame.remove();
    const isHeld = async () => (await navigator.locks.query()).held.some(({ name }) => name.includes(':temporary:'));
    while (await isHeld()) await new Promise(resolve => setTimeout(resolve, 10));
    await other.maintain();
    counts.push(await temporary());
    await other.close();
    return counts;
  });
  assert.deepEqual(counts, [1, 0, 1, 0]);
});

test('managers in memory do not wait for the background work of each other', async () => {
  const ends = await inPage(async () => {
    const { ContextManager } = await import('/node_modules/ricordo/dist/index.js');
    let begun;
    const began = new Promise(resolve => (begun = resolve));
    const endless = async function* (_, signal) {
      begun();
      await new Promise(resolve => signal.addEventListener('abort', resolve));
    };
    const model = async function* () {
      yield 'A long answer about trains to Rome. '.repeat(12);
    };
    const options = { model, settings: { compression: { minMessages: 4 }, shortTermWindow: 2 } };
    const busy = await ContextManager.open({ ...options, background: { model: endless } });
    const free = await ContextManager.open(options);
    for (const chat of [busy, free]) for (const text of ['1', '2', '3', '4', '5', '6']) await chat.send(text);
    const abort = new AbortController();
    const working = busy.maintain({ signal: abort.signal });
    await began;
    const events = [];
    await free.maintain({ onEvent: ({ type }) => events.push(type) });
    abort.abort();
    await working;
    return [busy.storage.kind, free.storage.kind, events.includes('running')];
  });
  assert.deepEqual(ends, ['memory', 'memory', true]);
});
