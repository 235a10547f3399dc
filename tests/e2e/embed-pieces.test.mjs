// What the package loads when: the module at once, its parts with the first call that needs them. And what happens if a
// part cannot be loaded.

import assert from 'node:assert/strict';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launchBrowser } from './support/browser.mjs';
import { serve, viteServe, newWorkspace } from './support/package-apps.mjs';

const harness = folder => `
import { init, ContextManager, isRicordoError } from '${folder}/index.js';
globalThis.begin = async (name, source) => {
  await init(source);
  globalThis.chat = await ContextManager.open(name, { model: async function* () { yield 'Heard.'; } });
};
globalThis.refusal = call => call().then(() => null, error => ({
  known: isRicordoError(error), code: error.code, message: error.message, cause: String(error.cause),
}));
globalThis.records = async () => JSON.stringify(JSON.parse(await chat.exportAll()).records);
globalThis.loaded = true;
`;

let workspace;
let browser;
let site;
let app;

before(async () => {
  workspace = await newWorkspace();
  app = await workspace.app('pieces');
  const show = async (name, folder) => {
    await writeFile(path.join(app, `${name}.js`), harness(folder));
    await writeFile(path.join(app, `${name}.html`), `<!doctype html><title>t</title><link rel="icon" href="data:,"><script type="module" src="${name}.js"></script>`);
  };
  await show('index', './node_modules/ricordo/dist');
  // Like a development server that serves the scripts elsewhere and leaves all other files in place.
  await cp(path.join(app, 'node_modules/ricordo/dist'), path.join(app, 'elsewhere'), { recursive: true, filter: name => !name.endsWith('.wasm') });
  await show('moved', './elsewhere');
  site = await serve(app);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await site?.close();
  await workspace?.remove();
});

/** A tab, and the names of the .wasm files that it requested. */
async function tab(use, page = 'index') {
  const context = await browser.browser.newContext();
  try {
    const tab = await context.newPage();
    const asked = [];
    tab.on('request', request => request.url().endsWith('.wasm') && asked.push(request.url().split('/').pop()));
    await tab.goto(`${site.url}/${page}.html`);
    await tab.waitForFunction(() => globalThis.loaded);
    await use(tab, asked);
  } finally {
    await context.close();
  }
}

test('opening, reading and closing load only the module; compiling and appending load their parts, sending its own, each once', () =>
  tab(async (page, asked) => {
    await page.evaluate(async () => {
      await begin('first');
      await chat.history();
      for await (const _ of chat.messages());
    });
    assert.deepEqual(asked, ['ricordo_bg.wasm']);
    await page.evaluate(async () => {
      await chat.compile('Hello');
      await chat.commitTurn({ message: 'Hello', reply: 'Hello.' });
      await chat.append('system', 'Be kind.');
    });
    const compile = asked.slice(1);
    assert.ok(compile.includes('compile.wasm') && compile.every(name => name.includes('compile')), compile.join());
    await page.evaluate(() => Promise.all([chat.send('One'), chat.send('Two')]));
    const turn = asked.slice(1 + compile.length);
    assert.ok(turn.includes('turn.wasm') && turn.every(name => name.includes('turn')), turn.join());
    assert.equal(new Set(asked).size, asked.length, asked.join());
    await page.evaluate(() => chat.close());
    assert.equal(asked.length, 1 + compile.length + turn.length);
  }));

test('each part is loaded from beside the module, and the tested calls cover all parts', () =>
  tab(async (page, asked) => {
    await page.evaluate(async () => {
      await begin('all');
      await chat.compile('One');
      await chat.send('One');
      await chat.settings();
      await chat.exportAll();
      await chat.documents.add({ name: 'a.txt', content: 'One.' });
    });
    const there = (await readdir(path.join(app, 'node_modules/ricordo/dist/wasm'))).filter(name => name.endsWith('.wasm'));
    assert.deepEqual([...asked].sort(), there.sort());
  }));

test('a call whose part cannot be loaded is rejected, changes nothing, and succeeds when it is called again', () =>
  tab(async (page, asked) => {
    await page.evaluate(() => begin('repeated'));
    const calls = {
      compile: 'chat.compile("Hello")',
      turn: 'chat.send("Hello")',
      commands: 'chat.settings({ contextMaxTokens: 4000 })',
      maintenance: 'chat.compress({ model: false }).catch(error => { if (error.code !== "nothing-to-compress") throw error; })',
      documents: 'chat.documents.add({ name: "a.txt", content: "One." })',
    };
    for (const [piece, call] of Object.entries(calls)) {
      await page.route(`**/${piece}.wasm`, route => route.abort());
      const refused = await page.evaluate(call => refusal(() => eval(call)), call);
      assert.deepEqual([refused.known, refused.code], [true, 'not-loaded'], piece);
      assert.match(refused.message, /call again/);
      assert.match(refused.cause, /TypeError/);
      await page.unroute(`**/${piece}.wasm`);
      await page.route(`**/${piece}.wasm`, route => route.fulfill({ status: 503, body: 'later' }));
      assert.match((await page.evaluate(call => refusal(() => eval(call)), call)).cause, /503/);
      await page.unroute(`**/${piece}.wasm`);
      assert.equal((await page.evaluate(() => chat.history())).length, ['compile', 'turn'].includes(piece) ? 0 : 2);
      assert.equal(await page.evaluate(call => refusal(() => eval(call)), call), null, piece);
    }
    assert.ok(asked.filter(name => name === 'turn.wasm').length === 3, asked.join());
    assert.equal(await page.evaluate(async () => (await chat.settings()).contextMaxTokens), 4000);
  }));

test('a part that a call needs for stored settings is reported in the same way if it cannot be loaded', () =>
  tab(async page => {
    await page.evaluate(async () => {
      await begin('spoken');
      await chat.settings({ language: 'uk' });
      await chat.close();
    });
    await page.reload();
    await page.waitForFunction(() => globalThis.loaded);
    await page.evaluate(() => begin('spoken'));
    await page.route('**/commands.wasm', route => route.abort());
    const compile = () => page.evaluate(() => refusal(() => chat.compile('Hello')));
    const refused = await compile();
    assert.deepEqual([refused.known, refused.code], [true, 'not-loaded'], refused.message);
    assert.match(refused.message, /^A part of ricordo .* call again/);
    assert.match(refused.cause, /TypeError/);
    await page.unroute('**/commands.wasm');
    assert.equal(await compile(), null);
  }));

test('a message is compiled for the conversation that was open at the call, however long the code takes to load', () =>
  tab(async page => {
    await page.evaluate(() => begin('moved-on'));
    await page.evaluate(() => chat.send('My name is Ada.'));
    let arrive;
    const arrived = new Promise(resolve => (arrive = resolve));
    await page.route('**/compile.wasm', route => arrived.then(() => route.continue()));
    await page.evaluate(() => void (globalThis.compiled = chat.compile('What is my name?')));
    await page.evaluate(() => chat.conversations.create());
    arrive();
    assert.match(await page.evaluate(async () => JSON.stringify((await compiled).request)), /My name is Ada\./);
    assert.doesNotMatch(await page.evaluate(async () => JSON.stringify((await chat.compile('And now?')).request)), /My name is Ada\./);
  }));

test('scripts at another address find the parts beside the module given to init', () =>
  tab(async (page, asked) => {
    await page.evaluate(async () => {
      await begin('moved', '/node_modules/ricordo/dist/wasm/ricordo_bg.wasm');
      await chat.send('Hello');
    });
    assert.equal((await page.evaluate(() => chat.history())).length, 2);
    assert.ok(asked.includes('turn.wasm'));
  }, 'moved'));

test('bundlers emit each part as a file of its own', async () => {
  const wasm = path.join(app, 'node_modules/ricordo/dist/wasm');
  const script = await readFile(path.join(wasm, 'pieces.js'), 'utf8');
  for (const name of (await readdir(wasm)).filter(name => name.endsWith('.wasm') && name !== 'ricordo_bg.wasm')) {
    assert.match(script, new RegExp(`new URL\\([\`"']\\./${name}[\`"'], ?import\\.meta\\.url\\)`), name);
    assert.ok((await readFile(path.join(wasm, name))).length > 4_096, `${name} would be written into the script`);
  }
});

const INITS = {
  'with the address that Vite gives': ["import wasm from 'ricordo/ricordo.wasm?url';\nconst source = wasm;", '{}'],
  'with the package left alone': ['const source = undefined;', "{ optimizeDeps: { exclude: ['ricordo'] } }"],
};
for (const [how, [source, config]] of Object.entries(INITS)) {
  test(`in the development server of Vite the module and its parts are found, ${how}`, async () => {
    const app = await workspace.app(`vite-${Object.keys(INITS).indexOf(how)}`);
    await writeFile(path.join(app, 'vite.config.js'), `export default ${config};\n`);
    await writeFile(path.join(app, 'index.html'), '<!doctype html><title>t</title><script type="module" src="/main.js"></script>');
    await writeFile(
      path.join(app, 'main.js'),
      `import { init, ContextManager } from 'ricordo';\n${source}\nawait init(source);
const chat = await ContextManager.open({ model: async function* () { yield 'Heard.'; } });
const { text } = await chat.send('Hello');
document.title = text + (await chat.settings()).contextMaxTokens;\n`,
    );
    const served = await viteServe(app);
    const context = await browser.browser.newContext();
    try {
      const page = await context.newPage();
      // The server prepares the package on the first request, and may reload the page once.
      await page.goto(served.url, { waitUntil: 'commit' });
      await page.waitForFunction(() => document.title === 'Heard.8000', undefined, { timeout: 60_000 });
    } finally {
      await context.close();
      await served.close();
    }
  });
}
