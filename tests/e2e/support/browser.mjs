// Starts and ends the browser. One process per test file, with a new profile in the system's temporary folder.
//
// This process starts the browser, not the driver, so that a test can kill it in the middle of a reply and reopen its profile.

import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PIPES, pipeTransport } from './cdp-pipe.mjs';
import { chromiumPath, playwright } from './environment.mjs';
import { failedToStay, startProgram } from './program.mjs';

// No sandbox: as root in a container, Chromium does not start with one. It only opens our own pages.
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--hide-crash-restore-bubble',
  '--remote-debugging-pipe',
  // A test's page ends before optimised WebAssembly pays for itself: without it, files take a sixth less of the processor.
  '--js-flags=--liftoff-only',
];

/** Flags for a file in which a model computes in the page. Of two flags with one name the last counts. */
export const COMPUTES = ['--js-flags='];

/** A new, empty profile. */
export const freshProfile = () => mkdtemp(path.join(tmpdir(), 'ricordo-profile-'));

/** Removes a profile. */
export const removeProfile = profile => rm(profile, { recursive: true, force: true, maxRetries: 5 });

/**
 * Starts the browser: Chromium, or another `program` of its kind.
 *
 * Without `profile` it gets a new one that `close` removes. `flags` are added to the usual ones, and `env` to the
 * environment of this process. `persistent` is the context of the profile; `browser.newContext()` creates contexts that
 * share nothing with it.
 */
export async function launchBrowser({ program = chromiumPath(), profile, flags = [], env = {} } = {}) {
  const folder = profile ?? (await freshProfile());
  const removeFolder = () => profile || rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const args = [...FLAGS, ...flags, `--user-data-dir=${folder}`, 'about:blank'];
  const options = { stdio: ['ignore', 'ignore', 'pipe', ...PIPES], env: { ...process.env, ...env } };
  const { child, kill, ended } = startProgram(program, args, options, removeFolder);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    output = (output + text).slice(-2_000);
  });
  const connected = playwright().chromium.connectOverCDP(pipeTransport(child));
  const browser = await Promise.race([connected, failedToStay(child)]).catch(error => {
    throw new Error(`${program} did not start: ${error.message}\n${output}`);
  });

  return {
    browser,
    persistent: browser.contexts()[0],
    /** Ends every process of the browser at once, like a crash or a power cut. */
    async kill() {
      kill();
      await ended();
      await browser.close().catch(() => {});
    },
    async close() {
      const session = await browser.newBrowserCDPSession();
      session.send('Browser.close').catch(() => {});
      const impatience = setTimeout(kill, 5_000);
      await ended();
      clearTimeout(impatience);
      kill();
      await browser.close().catch(() => {});
      if (!profile) await removeProfile(folder);
    },
  };
}
