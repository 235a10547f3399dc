// What is loaded of the package, and when: the module at once, its pieces with the first call of what is in them. And what
// becomes of a call whose piece cannot be had.

import assert from 'node:assert/strict';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launchBrowser } from './support/browser.mjs';
import { serve, viteServe, workshop } from './support/package-house.mjs';

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

let house;
let browser;
let site;
let app;

before(async () => {
  house = await workshop();
  app = await house.app('pieces');
  const show = async (name, folder) => {
    await writeFile(path.join(app, `${name}.js`), harness(folder));
    await writeFile(path.join(app, `${name}.html`), `<!doctype html><title>t</title><link rel="icon" href="data:,"><script type="module" src="${name}.js"></script>`);
  };
  await show('index', './node_modules/ricordo/dist');
  // As a development server does that takes the scripts elsewhere, and leaves the files that are no scripts where they are.
  await cp(path.join(app, 'node_modules/ricordo/dist'), path.join(app, 'elsewhere'), { recursive: true, filter: name => !name.endsWith('.wasm') });
  await show('moved', './elsewhere');
  site = await serve(app);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await site?.close();
  await house?.remove();
});

/** A tab, and the names of the .wasm files that it asked for. */
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

test('to open, compile, append, read and close loads the module alone; a first send loads its pieces, once', () =>
  tab(async (page, asked) => {
    await page.evaluate(async () => {
      await begin('first');
      await chat.compile('Hello');
      await chat.commitTurn({ message: 'Hello', reply: 'Hello.' });
      await chat.append('system', 'Be kind.');
      await chat.history();
      for await (const _ of chat.messages());
    });
    assert.deepEqual(asked, ['ricordo_bg.wasm']);
    await page.evaluate(() => Promise.all([chat.send('One'), chat.send('Two')]));
    const turn = asked.slice(1);
    assert.ok(turn.includes('turn.wasm') && turn.every(name => name.includes('turn')), turn.join());
    assert.equal(new Set(asked).size, asked.length, asked.join());
    await page.evaluate(() => chat.close());
    assert.equal(asked.length, turn.length + 1);
  }));

test('each piece is loaded from beside the module, and together they are all there are', () =>
  tab(async (page, asked) => {
    await page.evaluate(async () => {
      await begin('all');
      await chat.send('One');
      await chat.settings();
      await chat.exportAll();
    });
    const there = (await readdir(path.join(app, 'node_modules/ricordo/dist/wasm'))).filter(name => name.endsWith('.wasm'));
    assert.deepEqual([...asked].sort(), there.sort());
  }));

test('a call whose piece cannot be had is refused, changes nothing, and succeeds when it is called again', () =>
  tab(async (page, asked) => {
    await page.evaluate(() => begin('repeated'));
    const calls = {
      turn: 'chat.send("Hello")',
      commands: 'chat.settings({ contextMaxTokens: 4000 })',
      maintenance: 'chat.compress({ model: false }).catch(error => { if (error.code !== "nothing-to-compress") throw error; })',
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
      assert.equal((await page.evaluate(() => chat.history())).length, piece === 'turn' ? 0 : 2);
      assert.equal(await page.evaluate(call => refusal(() => eval(call)), call), null, piece);
    }
    assert.ok(asked.filter(name => name === 'turn.wasm').length === 3, asked.join());
    assert.equal(await page.evaluate(async () => (await chat.settings()).contextMaxTokens), 4000);
  }));

test('scripts that lie elsewhere find the pieces beside the module that init was given', () =>
  tab(async (page, asked) => {
    await page.evaluate(async () => {
      await begin('moved', '/node_modules/ricordo/dist/wasm/ricordo_bg.wasm');
      await chat.send('Hello');
    });
    assert.equal((await page.evaluate(() => chat.history())).length, 2);
    assert.ok(asked.includes('turn.wasm'));
  }, 'moved'));

test('bundlers see each piece as a file of its own', async () => {
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
for (const [way, [source, config]] of Object.entries(INITS)) {
  test(`in the development server of Vite the module and its pieces are found, ${way}`, async () => {
    const app = await house.app(`vite-${Object.keys(INITS).indexOf(way)}`);
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
      // The server prepares the package while it is asked for the first time, and may load the page once more.
      await page.goto(served.url, { waitUntil: 'commit' });
      await page.waitForFunction(() => document.title === 'Heard.8000', undefined, { timeout: 60_000 });
    } finally {
      await context.close();
      await served.close();
    }
  });
}
