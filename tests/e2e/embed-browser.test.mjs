// The package in a browser: storage, two tabs, and the effects of a frame, a policy or a newer version of the database.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launchBrowser } from './support/browser.mjs';
import { problemsOf, serve, newWorkspace } from './support/package-apps.mjs';
import { until } from './support/until.mjs';

// The minimal Content-Security-Policy of a page with the package, as its README describes it.
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const HARNESS = `
import { init, ContextManager, isRicordoError } from './node_modules/ricordo/dist/index.js';
async function* echo(request) { yield 'Heard: '; yield request.messages.at(-1).content.replace(/^\\[[^\\]]*\\] /, ''); }
globalThis.begin = async (name, options = {}) => {
  await init();
  globalThis.chat = await ContextManager.open(name, { model: echo, ...options });
  return { storage: chat.storage, conversation: chat.conversationId };
};
/** The error code of a rejected call. */
globalThis.refusal = async call => {
  try { await call(); return null; } catch (error) { return { real: error instanceof Error, known: isRicordoError(error), name: error.name, code: error.code, message: error.message }; }
};
globalThis.early = () => ContextManager.open();
globalThis.texts = async () => (await chat.history()).map(({ role, text }) => role + ': ' + text);
globalThis.loaded = true;
`;

let workspace;
let browser;
let site;
let framed;

before(async () => {
  workspace = await newWorkspace();
  const app = await workspace.app('browser');
  await writeFile(path.join(app, 'harness.js'), HARNESS);
  await writeFile(path.join(app, 'index.html'), '<!doctype html><title>t</title><script type="module" src="harness.js"></script>');
  const frame = (name, attributes) => writeFile(path.join(app, name), `<!doctype html><title>t</title><link rel="icon" href="data:,"><iframe ${attributes}></iframe>`);
  site = await serve(app, { headers: { 'content-security-policy': POLICY, 'access-control-allow-origin': '*' } });
  framed = await serve(app);
  await frame('other-site.html', `src="${site.other}/"`);
  await frame('sandboxed.html', `sandbox="allow-scripts" src="${site.url}/"`);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await site?.close();
  await framed?.close();
  await workspace?.remove();
});

/** A tab with the harness; `fresh` opens further tabs with the same storage. */
async function tab(run) {
  const context = await browser.browser.newContext();
  const problems = [];
  const fresh = async (address = `${site.url}/`) => {
    const page = await context.newPage();
    page.harness = problemsOf(page);
    problems.push(page.harness);
    await page.goto(address);
    return page;
  };
  const ready = async frame => {
    await frame.waitForFunction(() => globalThis.loaded);
    return frame;
  };
  try {
    await run({ fresh, ready, context });
    assert.deepEqual(problems.flat(), [], 'no error escapes to the browser');
  } finally {
    await context.close();
  }
}

test('under a strict policy a chat is stored in IndexedDB and survives a reload', () =>
  tab(async ({ fresh, ready }) => {
    const page = await ready(await fresh());
    const { storage, conversation } = await page.evaluate(() => begin('kept'));
    assert.deepEqual(storage, { kind: 'indexeddb', persistent: true, partitioned: false });
    await page.evaluate(() => chat.send('Hello'));
    await page.evaluate(() => chat.memories.add('User lives in Kyiv'));
    await page.reload();
    await ready(page);
    assert.equal((await page.evaluate(() => begin('kept'))).conversation, conversation);
    assert.deepEqual(await page.evaluate(() => texts()), ['user: Hello', 'assistant: Heard: Hello']);
    assert.equal(await page.evaluate(async () => (await chat.memories.list()).total), 1);
    assert.deepEqual(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), ['kept']);
  }));

test('an image is stored as a blob and sent with its bytes', () =>
  tab(async ({ fresh, ready }) => {
    const page = await ready(await fresh());
    const [sent, parts] = await page.evaluate(async () => {
      let seen;
      await begin('images', {
        model: {
          sees: true,
          async *generate(request) {
            seen = request.messages.at(-1).content;
            yield 'Nice.';
          },
        },
      });
      const data = new Blob([new Uint8Array([137, 80, 78, 71])], { type: 'image/png' });
      await chat.send([{ type: 'text', text: 'Look' }, { type: 'image', data, alt: 'a dot' }]);
      const [message] = await chat.history();
      return [seen, message.parts];
    });
    assert.deepEqual(sent.at(-1), { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } });
    assert.deepEqual(parts[1], { type: 'image', mediaType: 'image/png', alt: 'a dot', width: null, height: null });
  }));

test('two tabs of one database notify each other, and their sends run one after the other', () =>
  tab(async ({ fresh, ready }) => {
    const one = await ready(await fresh());
    const two = await ready(await fresh());
    for (const page of [one, two]) {
      await page.evaluate(async () => {
        await begin('shared');
        globalThis.changes = [];
        chat.on('change', ({ what, from }) => changes.push(`${what} ${from}`));
      });
    }
    await Promise.all([one.evaluate(() => chat.send('One')), two.evaluate(() => chat.send('Two'))]);
    const conversation = await one.evaluate(() => texts());
    assert.deepEqual(await two.evaluate(() => texts()), conversation);
    assert.deepEqual(conversation.map(text => text.split(':')[0]), ['user', 'assistant', 'user', 'assistant']);
    await one.waitForFunction(() => changes.includes('everything elsewhere'));
  }));

test('what one tab stores or imports is recalled in another one that recalled before', () =>
  tab(async ({ fresh, ready }) => {
    const one = await ready(await fresh());
    const two = await ready(await fresh());
    for (const page of [one, two]) await page.evaluate(() => begin('recalled'));
    const recall = query => one.evaluate(async query => (await chat.recall(query, { includeHeld: true })).flatMap(piece => piece.texts.map(({ text }) => text)), query);
    await one.evaluate(async () => {
      globalThis.changed = [];
      chat.on('change', ({ from, conversationId }) => from === 'elsewhere' && changed.push(conversationId));
      await chat.append('user', 'Good morning.');
    });
    assert.deepEqual(await recall('harbour'), []);
    await two.evaluate(() => chat.append('user', 'My dentist is by the harbour.'));
    await one.waitForFunction(() => changed.length === 1);
    assert.ok((await recall('harbour')).includes('My dentist is by the harbour.'));

    await two.evaluate(async () => {
      const shared = chat;
      await begin('another');
      await chat.append('user', 'The lighthouse burns at night.');
      await shared.importAll(await chat.exportAll());
    });
    await one.waitForFunction(() => changed.length === 2);
    assert.deepEqual(await recall('lighthouse'), ['The lighthouse burns at night.']);
    assert.deepEqual(await one.evaluate(() => changed.map(id => id === chat.conversationId)), [true, true], 'ids of conversations alone');
  }));

test('what several calls change in memories and tasks at the same time is all kept, also in two tabs and while the manager is closed', () =>
  tab(async ({ fresh, ready }) => {
    const one = await ready(await fresh());
    const two = await ready(await fresh());
    for (const page of [one, two]) await page.evaluate(() => begin('parallel'));
    const [fact, task] = await one.evaluate(async () => [(await chat.memories.add('User likes tea')).id, (await chat.tasks.add('Buy milk')).id]);
    await Promise.all([
      one.evaluate(([fact, task]) => Promise.all([
        chat.memories.pin(fact),
        chat.memories.update(fact, 'User likes coffee'),
        chat.memories.add('User lives in Kyiv'),
        chat.memories.add('User lives in Kyiv'),
        chat.tasks.complete(task),
        chat.tasks.update(task, 'Buy bread'),
        chat.close(),
      ]), [fact, task]),
      two.evaluate(() => chat.memories.add('User lives in Kyiv')),
    ]);
    const left = await two.evaluate(async () => [await chat.memories.list(), await chat.tasks.list()]);
    assert.deepEqual(left[0].entries.map(({ text, pinned }) => [text, pinned]), [['User likes coffee', true], ['User lives in Kyiv', false]]);
    assert.deepEqual(left[1].map(({ title, state }) => [title, state]), [['Buy bread', 'done']]);
  }));

test('a tab that closes during a reply keeps what had arrived', () =>
  tab(async ({ fresh, ready }) => {
    const page = await ready(await fresh());
    await page.evaluate(async () => {
      await begin('cut', {
        async *model() {
          yield 'Half of it';
          await new Promise(() => {});
        },
      });
      void chat.send('Go');
    });
    // What has arrived is stored every second.
    const drafts = () => page.evaluate(async () => {
      const result = request => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const database = await result(indexedDB.open('cut'));
      const rows = await result(database.transaction('reply_drafts').objectStore('reply_drafts').getAll());
      database.close();
      return JSON.stringify(rows.map(({ parts }) => parts));
    });
    await until('what has arrived is stored', async () => (await drafts()).includes('Half of it'));
    await page.close();
    const again = await ready(await fresh());
    // The browser releases the locks of a closed tab after a moment.
    await until('no lock is held', () => again.evaluate(async () => (await navigator.locks.query()).held.length === 0));
    await again.evaluate(() => begin('cut'));
    assert.deepEqual(await again.evaluate(() => texts()), ['user: Go', 'assistant: Half of it']);
    assert.equal(await again.evaluate(async () => (await chat.history()).at(-1).finish), 'interrupted');
  }));

test('a database of a newer version is rejected and stays unchanged', () =>
  tab(async ({ fresh, ready }) => {
    const page = await ready(await fresh());
    const version = () => page.evaluate(async () => (await indexedDB.databases()).find(({ name }) => name === 'newer').version);
    await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const request = indexedDB.open('newer', 9_999);
          request.onupgradeneeded = () => request.result.createObjectStore('future').add('thing', 1);
          request.onsuccess = () => resolve(request.result.close());
          request.onerror = () => reject(request.error);
        }),
    );
    const refused = await page.evaluate(() => refusal(() => begin('newer')));
    assert.deepEqual([refused.real, refused.known, refused.name, refused.code], [true, true, 'RicordoError', 'newer-version']);
    assert.match(refused.message, /9999/);
    assert.equal(await version(), 9_999);
  }));

test('bad input is rejected with a code, and IndexedDB stays unchanged', () =>
  tab(async ({ fresh, ready }) => {
    const page = await ready(await fresh());
    assert.equal((await page.evaluate(() => refusal(early))).code, 'not-initialized');
    const results = await page.evaluate(async () => {
      const records = async () => JSON.stringify(JSON.parse(await chat.exportAll()).records);
      await begin('refusals');
      await chat.send('Stay');
      const codes = {};
      for (const [name, call] of Object.entries({
        'unknown setting': () => chat.settings({ colour: 1 }),
        'number out of range': () => chat.settings({ contextMaxTokens: 1 }),
        'aborted before it is sent': () => chat.send('x', { signal: AbortSignal.abort() }),
        'empty message': () => chat.send(' '),
        'no export': () => chat.importAll('{}'),
        'no such message': () => chat.pin(chat.conversationId),
      })) {
        const before = await records();
        const { real, known, code } = await refusal(call);
        codes[name] = [real && known && before === (await records()), code];
      }
      return codes;
    });
    assert.deepEqual(results, {
      'unknown setting': [true, 'unknown-setting'],
      'number out of range': [true, 'out-of-range'],
      'aborted before it is sent': [true, 'aborted'],
      'empty message': [true, 'empty-message'],
      'no export': [true, 'not-an-export'],
      'no such message': [true, 'no-message'],
    });
  }));

test('a model function or tool that fails, hangs or is stopped ends the turn, which is stored with its reason', () =>
  tab(async ({ fresh, ready }) => {
    const page = await ready(await fresh());
    const results = await page.evaluate(async () => {
      await begin('failures', { settings: { responseTimeoutSeconds: 5 } });
      const models = {
        garbage: async function* () { yield { neither: 'text nor event' }; },
        throws: async function* () { throw new Error('broken'); },
        silent: () => new Promise(() => {}),
        tool: async function* (request) {
          if (request.messages.at(-1).role === 'tool') yield 'Then without.';
          else yield { type: 'toolCall', id: '1', name: 'broken', arguments: '{}' };
        },
      };
      const errors = [];
      chat.on('error', ({ code }) => errors.push(code));
      chat.registerTool({ name: 'broken', description: 'Throws.' }, () => { throw new Error('out of order'); });
      const ends = {};
      for (const [name, model] of Object.entries(models)) {
        chat.useModel(model);
        const { finish, error, text } = await chat.send(name);
        ends[name] = [finish, error?.code ?? text];
      }
      chat.useModel(models.silent);
      const abort = new AbortController();
      const stopped = await chat.send('stop', { signal: abort.signal, onEvent: ({ type }) => type === 'sent' && abort.abort() });
      ends.stopped = [stopped.finish, stopped.text];
      return { ends, errors };
    });
    assert.deepEqual(results, {
      ends: {
        garbage: ['failed', 'model-garbage'],
        throws: ['failed', 'model-threw'],
        silent: ['failed', 'timed-out'],
        tool: ['complete', 'Then without.'],
        stopped: ['stopped', ''],
      },
      errors: ['tool-failed'],
    });
    await page.reload();
    await ready(page);
    await page.evaluate(() => begin('failures'));
    const kept = await page.evaluate(async () => (await chat.history()).filter(({ role, finish }) => role === 'assistant' && finish !== 'toolCalls').map(({ finish, error }) => error?.code ?? finish));
    assert.deepEqual(kept, ['model-garbage', 'model-threw', 'timed-out', 'complete', 'stopped']);
  }));

test('two sends at once in one tab run one after the other', () =>
  tab(async ({ fresh, ready }) => {
    const page = await ready(await fresh());
    const conversation = await page.evaluate(async () => {
      await begin('at-once');
      await Promise.all([chat.send('One'), chat.send('Two'), chat.send('Three')]);
      return texts();
    });
    assert.deepEqual(conversation, ['One', 'Two', 'Three'].flatMap(text => [`user: ${text}`, `assistant: Heard: ${text}`]));
  }));

test('values that cannot be cloned and calls on a closed manager are rejected', () =>
  tab(async ({ fresh, ready }) => {
    const page = await ready(await fresh());
    const codes = await page.evaluate(async () => {
      const records = async () => JSON.stringify(JSON.parse(await chat.exportAll()).records);
      await begin('clones');
      await chat.send('Stay');
      const loop = {};
      loop.loop = loop;
      const kept = await records();
      const first = await refusal(() => chat.settings(loop));
      const second = await refusal(() => chat.memories.list(loop));
      // Results of the package can be posted to a worker.
      structuredClone([await chat.history(), await chat.compile('x'), await chat.settings(), await chat.conversations.list()]);
      const same = kept === (await records());
      await chat.close();
      return [first.code, second.code, same, (await refusal(() => chat.send('x'))).code];
    });
    assert.deepEqual(codes, ['not-plain', 'not-plain', true, 'closed']);
  }));

test('if the policy forbids WebAssembly, init says what the policy needs', async () => {
  const strict = await serve(path.join(workspace.folder, 'browser'), { headers: { 'content-security-policy': "default-src 'self'" } });
  const context = await browser.browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${strict.url}/`);
    await page.waitForFunction(() => globalThis.loaded);
    const refused = await page.evaluate(() => refusal(() => begin('x')));
    assert.equal(refused.code, 'init-failed');
    assert.match(refused.message, /wasm-unsafe-eval/);
  } finally {
    await context.close();
    await strict.close();
  }
});

test('in a frame of another site the data is separate, and the manager says so', () =>
  tab(async ({ fresh, ready }) => {
    const alone = await ready(await fresh(`${site.other}/`));
    await alone.evaluate(async () => {
      await begin('framed');
      await chat.send('Said at home');
    });
    const page = await fresh(`${framed.url}/other-site.html`);
    const frame = await ready(page.frames()[1]);
    const { storage } = await frame.evaluate(() => begin('framed'));
    assert.deepEqual([storage.kind, storage.persistent, storage.partitioned], ['indexeddb', true, true]);
    assert.match(storage.note, /framed by another page.*export them/);
    assert.deepEqual(await frame.evaluate(() => texts()), [], 'the messages of the other site are not visible here');
    await frame.evaluate(() => chat.send('Said in the frame'));
    assert.ok((await frame.evaluate(() => chat.exportAll())).includes('Said in the frame'));
    assert.deepEqual(await alone.evaluate(() => texts()), ['user: Said at home', 'assistant: Heard: Said at home']);
  }));

test('in a sandboxed frame without storage the manager works in memory, says so, and can be exported', () =>
  tab(async ({ fresh, ready }) => {
    const page = await fresh(`${framed.url}/sandboxed.html`);
    const frame = await ready(page.frames()[1]);
    const { storage } = await frame.evaluate(() => begin('boxed'));
    assert.deepEqual([storage.kind, storage.persistent], ['memory', false]);
    assert.match(storage.note, /in memory only: export them/);
    assert.equal((await frame.evaluate(() => chat.send('Hello'))).text, 'Heard: Hello');
    assert.ok((await frame.evaluate(() => chat.exportAll())).includes('Hello'));
    const refused = await frame.evaluate(() => refusal(() => begin('boxed', { withoutStorage: 'error' })));
    assert.equal(refused.code, 'storage-unavailable');
  }));
