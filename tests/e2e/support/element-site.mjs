// A site whose pages hold `<ricordo-chat>`, installed from the packed package, and a model server for it.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from './browser.mjs';
import { reportViolations } from './chat-page.mjs';
import { HOSTILE } from './hostile-style.mjs';
import { startMisbehavingServer } from './misbehaving-server.mjs';
import { problemsOf, serve, newWorkspace } from './package-apps.mjs';

// The Content-Security-Policy that a page needs for the element, as the package's README describes it.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; worker-src 'self' blob:; font-src 'self'; connect-src 'self' http://127.0.0.1:*";
const DEFINE =
  'import "./node_modules/ricordo/dist/chat.js"; import { ContextManager, init } from "./node_modules/ricordo/dist/index.js"; Object.assign(globalThis, { ContextManager, init });';

/** The example at the root, and `memory.html`, `two.html`, `hostile.html`, `empty.html` and `sandboxed.html`. */
export async function startElementSite() {
  const workspace = await newWorkspace();
  const app = await workspace.app('element', 'element');
  const page = async (name, body, style = '') => {
    await writeFile(path.join(app, `${name}.html`), `<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${name}.css">${body}<script type="module" src="define.js"></script>`);
    await writeFile(path.join(app, `${name}.css`), style);
  };
  await writeFile(path.join(app, 'define.js'), DEFINE);
  await page('hostile', '<section id="plain"><p class="message">Mine</p><p class="text">Mine, too</p></section><ricordo-chat name="hostile"></ricordo-chat>', HOSTILE);
  await page('two', '<ricordo-chat id="one" name="first" language="en"></ricordo-chat><ricordo-chat id="two" name="second" language="uk" theme="dark"></ricordo-chat>', 'ricordo-chat { height: 500px }');
  await page('memory', '<ricordo-chat></ricordo-chat>');
  await page('empty', '<main></main>');
  await page('sandboxed', '<iframe sandbox="allow-scripts" src="two.html" width="900" height="700"></iframe>');
  const browser = await launchBrowser();
  const site = await serve(app, { headers: { 'content-security-policy': POLICY } });
  const server = await startMisbehavingServer();
  return {
    workspace,
    /** The folder of the pages. */
    app,
    /** A model server that gives these replies. */
    endpointOf: (...replies) => server.endpoint(...replies),
    /** A tab at a page of the site. Any error in it, and any violation of the policy, fails the test. */
    async shown(address, use, { width = 1280, height = 800, expected = /^$/, ...options } = {}) {
      const context = await browser.browser.newContext({ viewport: { width, height }, ...options });
      await context.addInitScript(reportViolations);
      try {
        const page = await context.newPage();
        const problems = problemsOf(page);
        await page.goto(new URL(address, `${site.url}/`).href);
        await use(page);
        assert.deepEqual(problems.filter(problem => !expected.test(problem)), []);
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      await server.close();
      await site.close();
      await workspace.remove();
    },
  };
}
