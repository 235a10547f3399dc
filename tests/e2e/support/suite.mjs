// What every test file needs: the page's server, the misbehaving server, a browser, and a fresh tab for each test.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchBrowser } from './browser.mjs';
import { ChatPage, tellViolations } from './chat-page.mjs';
import { distFolder } from './environment.mjs';
import { startMisbehavingServer } from './misbehaving-server.mjs';
import { shootFailure } from './screenshots.mjs';
import { startStaticServer } from './static-server.mjs';

const WIDE = { width: 1280, height: 800 };

/**
 * Sets a test file up. Gives a `scenario(name, run)` that registers a test.
 *
 * `run` gets `chat`, a tab with an empty database, not opened yet; `context`, in which it lives; `server`, the
 * misbehaving one; `served`, what the page's server handed out; `newChat(database)` for a second tab in the same
 * context. `options` go to the page's server, and `flags` and `env` to the browser. `serviceWorkers`: 'allow' lets the page install
 * itself; elsewhere every request shall reach the server.
 */
export function suite({ flags = [], env = {}, serviceWorkers = 'block', ...options } = {}) {
  const house = {};
  let scenarios = 0;

  before(async () => {
    house.pages = await startStaticServer(distFolder(), options);
    house.server = await startMisbehavingServer();
    house.browser = await launchBrowser({ flags: typeof flags === 'function' ? flags(house.pages) : flags, env });
  });
  after(async () => {
    await house.browser?.close();
    await house.server?.close();
    await house.pages?.close();
  });

  return (name, run, { contextOptions = {} } = {}) =>
    test(name, async t => {
      scenarios += 1;
      const database = `e2e-${scenarios}`;
      const context = await house.browser.browser.newContext({ viewport: WIDE, serviceWorkers, ...contextOptions });
      await context.addInitScript(tellViolations);
      const tabs = [];
      const newChat = async (named = database) => {
        const chat = new ChatPage(await context.newPage(), house.pages.url, named);
        tabs.push(chat);
        return chat;
      };
      const chat = await newChat();
      try {
        await run({ t, chat, newChat, context, server: house.server, served: house.pages.served, origin: house.pages.url, browser: house.browser.browser });
        assert.deepEqual(tabs.flatMap(tab => tab.problems), [], 'no error escapes to the browser');
      } catch (error) {
        const file = await shootFailure(chat.page, name);
        t.diagnostic(`screenshot: ${file}`);
        for (const line of tabs.flatMap(tab => [...tab.problems, ...tab.console]).slice(-20)) t.diagnostic(line);
        throw error;
      } finally {
        await context.close();
      }
    });
}
