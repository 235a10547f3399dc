// Sets up test files: the page's server, the misbehaving server, a browser, and a new tab for each test.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launchBrowser } from './browser.mjs';
import { ChatPage, reportViolations } from './chat-page.mjs';
import { chromiumPath, distFolder, shellPath } from './environment.mjs';
import { startMisbehavingServer } from './misbehaving-server.mjs';
import { shootFailure } from './screenshots.mjs';
import { startStaticServer } from './static-server.mjs';

const WIDE = { width: 1280, height: 800 };

/**
 * Sets up a test file. Returns a `scenario(name, run)` that registers a test.
 *
 * `run` gets `chat`, a tab with an empty database, not opened yet; `context`, the tab's browser context; `server`, the
 * misbehaving one; `served`, the responses of the page's server; `newChat(database)` for a second tab in the same
 * context. `options` go to the page's server, and `flags` and `env` to the browser. With `serviceWorkers: 'allow'` the page may
 * install itself; by default every request reaches the server. A file about something that chromium-headless-shell lacks (a
 * microphone, processes of their own for frames) asks for the `whole` Chromium. What moves is style alone, and drawing it frame by frame takes a fifth
 * of a file's processor time: without `contextOptions` the pages are asked for less motion.
 */
export function suite({ flags = [], env = {}, whole = false, serviceWorkers = 'block', ...options } = {}) {
  const environment = {};
  let scenarios = 0;

  before(async () => {
    environment.pages = await startStaticServer(distFolder(), options);
    environment.server = await startMisbehavingServer();
    environment.browser = await launchBrowser({
      program: whole ? chromiumPath() : shellPath(),
      flags: typeof flags === 'function' ? flags(environment.pages) : flags,
      env,
    });
  });
  after(async () => {
    await environment.browser?.close();
    await environment.server?.close();
    await environment.pages?.close();
  });

  return (name, run, { contextOptions = {}, skip = false } = {}) =>
    test(name, { skip }, async t => {
      scenarios += 1;
      const database = `e2e-${scenarios}`;
      const context = await environment.browser.browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', serviceWorkers, ...contextOptions });
      await context.addInitScript(reportViolations);
      const tabs = [];
      const newChat = async (named = database) => {
        const chat = new ChatPage(await context.newPage(), environment.pages.url, named);
        tabs.push(chat);
        return chat;
      };
      const chat = await newChat();
      try {
        await run({ t, chat, newChat, context, server: environment.server, served: environment.pages.served, origin: environment.pages.url, browser: environment.browser.browser });
        // What the pages have said by now has arrived once they answer.
        for (const { page } of tabs) await page.evaluate(() => null).catch(() => {});
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
