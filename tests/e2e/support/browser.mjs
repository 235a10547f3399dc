// Starts and ends the browser. One process per test file, a fresh profile under the system's temporary folder.
//
// The process is ours and not the driver's, so that a test can kill it in mid-sentence and open its profile again.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromiumPath, playwright } from './environment.mjs';

// No sandbox: as root, in a container, Chromium does not start with one. It sees nothing but our own pages here.
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
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
  '--remote-debugging-port=0',
];

// A signal alone would end us without the farewell to the browser.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** A new, empty profile. */
export const freshProfile = () => mkdtemp(path.join(tmpdir(), 'ricordo-profile-'));

/** Removes a profile. */
export const removeProfile = profile => rm(profile, { recursive: true, force: true, maxRetries: 5 });

/**
 * Starts the browser.
 *
 * Without `profile` it gets a fresh one that `close` removes. `flags` are added to the usual ones, and `env` to what this
 * process has. `persistent` is the
 * context that lives in the profile; `browser.newContext()` gives ones that share nothing with it.
 */
export async function launchBrowser({ profile, flags = [], env = {} } = {}) {
  const folder = profile ?? (await freshProfile());
  const child = spawn(chromiumPath(), [...FLAGS, ...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const killGroup = () => killProcessGroup(child);
  const leaveNothing = () => {
    killGroup();
    if (!profile) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', leaveNothing);
  const address = await debuggingAddress(child);
  const browser = await playwright().chromium.connectOverCDP(address);

  const ended = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    process.off('exit', leaveNothing);
  };
  return {
    browser,
    persistent: browser.contexts()[0],
    /** Ends every process of the browser at once, as a crash or a power cut would. */
    async kill() {
      killGroup();
      await ended();
      await browser.close().catch(() => {});
    },
    async close() {
      const session = await browser.newBrowserCDPSession();
      session.send('Browser.close').catch(() => {});
      const impatience = setTimeout(killGroup, 5_000);
      await ended();
      clearTimeout(impatience);
      killGroup();
      await browser.close().catch(() => {});
      if (!profile) await removeProfile(folder);
    },
  };
}

function killProcessGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

function debuggingAddress(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = why => reject(new Error(`The browser did not start: ${why}\n${said.slice(-2_000)}`));
    const impatience = setTimeout(() => fail('nothing heard for 60 s'), 60_000);
    child.once('exit', code => fail(`it ended with ${code}`));
    child.once('error', error => fail(error.message));
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', text => {
      said = (said + text).slice(-20_000);
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(impatience);
      resolve(address);
    });
  });
}
