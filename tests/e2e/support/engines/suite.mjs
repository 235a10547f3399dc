// Sets up scenarios in any browser: the page's server, the misbehaving server, the browser, and a new database for each test.
// `../suite.mjs` does the same for the browser that Playwright drives.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { distFolder } from '../environment.mjs';
import { startMisbehavingServer } from '../misbehaving-server.mjs';
import { keepFailure } from '../screenshots.mjs';
import { startStaticServer } from '../static-server.mjs';
import { EnginePage } from './page.mjs';

/**
 * Sets up a test file for the browser that `launch` starts. Returns a `scenario(name, run, options)` that registers a test; the
 * options are those of `node:test`.
 *
 * `run` gets `t`, the test; `page`, a window with an empty database, not opened yet; `newPage()` for a second window of that database;
 * `server`, the misbehaving one; `host`, which serves the page; and `downloads`, the folder in which the browser saves files.
 */
export function engineSuite(launch) {
  const shared = {};
  let scenarios = 0;

  before(async () => {
    shared.pages = await startStaticServer(distFolder());
    shared.server = await startMisbehavingServer();
    shared.browser = await launch();
  });
  after(async () => {
    await shared.browser?.close();
    await shared.server?.close();
    await shared.pages?.close();
  });

  return (name, run, options = {}) =>
    test(name, options, async t => {
      t.diagnostic(shared.browser.version);
      const database = `engine-${(scenarios += 1)}`;
      const pages = [];
      const newPage = async () => {
        pages.push(new EnginePage(await shared.browser.newWindow(), shared.pages.url, database));
        return pages.at(-1);
      };
      const page = await newPage();
      try {
        await run({ t, page, newPage, server: shared.server, host: shared.pages, downloads: shared.browser.downloads });
        assert.deepEqual(await problemsOf(pages), [], 'no error escapes to the browser');
      } catch (error) {
        const shoot = async file => writeFile(file, await page.window.screenshot());
        t.diagnostic(`screenshot: ${await keepFailure(`${shared.browser.version} ${name}`, shoot)}`);
        for (const line of await problemsOf(pages).catch(() => [])) t.diagnostic(line);
        throw error;
      } finally {
        for (const { window } of pages) await window.close();
      }
    });
}

async function problemsOf(pages) {
  const problems = [];
  for (const page of pages) problems.push(...(await page.problems()));
  return problems;
}
