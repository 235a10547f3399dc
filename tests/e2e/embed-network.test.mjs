// The package where the browser blocks requests to a server: the code names the rule, and the messages stay.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import * as behaviours from './support/behaviours.mjs';
import { launchBrowser } from './support/browser.mjs';
import { asPublicHost, denyLocalNetwork } from './support/local-network.mjs';
import { startMisbehavingServer } from './support/misbehaving-server.mjs';
import { serve, newWorkspace } from './support/package-apps.mjs';

const HARNESS = `
import { init, ContextManager } from './node_modules/ricordo/dist/index.js';
await init();
globalThis.ask = async baseUrl => {
  const chat = await ContextManager.open({ model: { baseUrl, model: 'test-model' } });
  const { finish, error } = await chat.send('Is anybody there?');
  const texts = (await chat.history()).map(({ text }) => text);
  await chat.close();
  return { finish, code: error?.code, message: error?.message, texts };
};
globalThis.loaded = true;
`;

const HTTPS = 'https://page.example';

let workspace;
let app;
let browser;
let site;
let server;

before(async () => {
  workspace = await newWorkspace();
  app = await workspace.app('network');
  await writeFile(path.join(app, 'harness.js'), HARNESS);
  await writeFile(path.join(app, 'index.html'), '<!doctype html><title>t</title><link rel="icon" href="data:,"><script type="module" src="harness.js"></script>');
  site = await serve(app);
  server = await startMisbehavingServer();
  browser = await launchBrowser({ flags: [asPublicHost(site.url)] });
});
after(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
  await workspace?.remove();
});

/** Serves the page over https. The server that it calls does not answer. */
async function serveOverHttps(context, baseUrl) {
  await context.route(`${HTTPS}/**`, async route => {
    const { pathname } = new URL(route.request().url());
    const contentType = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }[path.extname(pathname)];
    await route.fulfill({ contentType, body: await readFile(path.join(app, pathname)) });
  });
  await context.route(`${new URL(baseUrl).origin}/**`, route => route.abort());
}

/** Calls a server from a page at `url`; `prepare` sets up the page first. */
async function askedFrom(url, baseUrl, prepare) {
  const context = await browser.browser.newContext();
  try {
    const page = await context.newPage();
    await prepare(context, page);
    await page.goto(url);
    await page.waitForFunction(() => globalThis.loaded);
    return await page.evaluate(address => ask(address), baseUrl);
  } finally {
    await context.close();
  }
}

test('a public page without permission for the local network gets its code, and nothing reaches the server', async () => {
  const endpoint = server.endpoint(behaviours.reply('Never read'));
  const refused = await askedFrom(`${site.url}/`, endpoint.baseUrl, (context, page) =>
    denyLocalNetwork(browser.browser, context, page, new URL(site.url).origin),
  );
  assert.deepEqual([refused.finish, refused.code], ['failed', 'local-network-refused'], refused.message);
  assert.match(refused.message, /local network/i);
  assert.deepEqual(refused.texts, ['Is anybody there?', '']);
  assert.equal(endpoint.chats.length, 0);
});

test('a page served over https gets a code when it calls an http address on another computer', async () => {
  // Whether `models` is in the local network cannot be seen from its name.
  const baseUrl = 'http://models:8080/v1';
  const refused = await askedFrom(`${HTTPS}/index.html`, baseUrl, context => serveOverHttps(context, baseUrl));
  assert.deepEqual([refused.finish, refused.code], ['failed', 'mixed-content'], refused.message);
  assert.match(refused.message, /https/);
  assert.deepEqual(refused.texts, ['Is anybody there?', '']);
});

test('a page served over https gets the code of the permission when it calls a private http address without it', async () => {
  const baseUrl = 'http://10.255.255.1:8080/v1';
  const refused = await askedFrom(`${HTTPS}/index.html`, baseUrl, async (context, page) => {
    await serveOverHttps(context, baseUrl);
    await denyLocalNetwork(browser.browser, context, page, HTTPS);
  });
  assert.deepEqual([refused.finish, refused.code], ['failed', 'local-network-refused'], refused.message);
});
