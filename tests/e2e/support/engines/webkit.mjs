// WebKitGTK on a virtual screen, driven by its WebDriver over HTTP: https://www.w3.org/TR/webdriver2/.

import { rmSync } from 'node:fs';
import { freshProfile, removeProfile } from '../browser.mjs';
import { webkitDriverPath, xvfbPath } from '../environment.mjs';
import { freePort } from '../free-port.mjs';
import { startProgram, waitForOutput } from '../program.mjs';
import { until } from '../until.mjs';
import { watch } from './problems.mjs';

const KEYS = { Enter: '\uE007', Escape: '\uE00C' };
/** The driver gives up on a page after a minute and on a script after 30 seconds, so it responds within this time. */
const ANSWER_MS = 120_000;

/**
 * Starts WebKitGTK with a new home folder.
 *
 * Returns `version`; `downloads`, the folder in which files are saved; `newWindow()` and `close()`. A window has
 * `goto(url)`; `reload()`; `run(work, ...values)`, which calls a function in the page with JSON values and returns its
 * result; `type(text)` and `press(key)`, which go to the focused element; `screenshot()`, as PNG; and `close()`. `watch`
 * has run in every document that a window opens.
 */
export async function launchWebkit() {
  const home = await freshProfile();
  const removeFolder = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  // The server chooses a free display and writes its number to the file descriptor 3.
  const screen = ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'];
  const display = startProgram(xvfbPath(), screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }, removeFolder);
  const number = await waitForOutput(display.child, display.child.stdio[3], /^(\d+)\n/);
  const port = await freePort();
  // Files are saved in the browser's working folder, because this home has no folder for downloads.
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: undefined, DISPLAY: `:${number}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
  const driver = startProgram(webkitDriverPath(), [`--port=${port}`], { cwd: home, env, stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  await until('the driver of WebKit takes sessions', async () => (await fetch(`${origin}/status`).catch(() => null))?.ok, 60_000);
  // A command that opens a document returns when the document is parsed.
  const capabilities = { alwaysMatch: { pageLoadStrategy: 'eager', timeouts: { pageLoad: 60_000 } } };
  const session = new Session(origin, await ask(origin, 'POST', '/session', { capabilities }));
  return {
    version: `WebKitGTK ${session.version}`,
    downloads: home,
    newWindow: () => session.newWindow(),
    async close() {
      for (const { kill, ended } of [driver, display]) {
        kill();
        await ended();
      }
      await removeProfile(home);
    },
  };
}

async function ask(origin, method, path, body) {
  const command = `${method} ${path.replace(/[\w-]{30,}/, '…')}`;
  const request = { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(ANSWER_MS) };
  const response = await fetch(`${origin}${path}`, request).catch(error => {
    throw new Error(`${command}: the driver of WebKit did not answer`, { cause: error });
  });
  const { value } = await response.json();
  if (response.ok) return value;
  throw new Error(`${command}: ${value.error}: ${value.message}`);
}

class Session {
  #current = null;
  #first = null;

  constructor(origin, { sessionId, capabilities }) {
    this.origin = origin;
    this.path = `/session/${sessionId}`;
    this.version = capabilities.browserVersion;
  }

  ask(method, path, body) {
    return ask(this.origin, method, this.path + path, body);
  }

  /** Sends a command for one window: the protocol has a current window. */
  async askWindow(handle, method, path, body) {
    if (this.#current !== handle) await this.ask('POST', '/window', { handle });
    this.#current = handle;
    return this.ask(method, path, body);
  }

  /** The driver opens windows from an existing one: from the first, which stays open. */
  async newWindow() {
    this.#first ??= await this.ask('GET', '/window');
    const { handle } = await this.askWindow(this.#first, 'POST', '/window/new', { type: 'window' });
    return new Window(this, handle);
  }
}

class Window {
  constructor(session, handle) {
    this.session = session;
    this.handle = handle;
  }

  ask(method, path, body) {
    return this.session.askWindow(this.handle, method, path, body);
  }

  async goto(url) {
    await this.ask('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 800 });
    await this.#leave('/url', { url });
  }

  reload() {
    return this.#leave('/refresh', {});
  }

  /**
   * Watches the next document once it is parsed, usually before the app in it starts; this protocol offers nothing earlier. The
   * driver responds at that moment. No script may run before: one that is interrupted by a new document is sometimes never
   * answered.
   */
  async #leave(path, body) {
    await this.run(watch);
    await this.ask('POST', path, body);
    if (!(await this.run(watch))) throw new Error(`POST ${path}: the old document is still there.`);
  }

  async run(work, ...values) {
    const script = `
      const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${work})(...${JSON.stringify(values)})).then(value => done({ value }), error => done({ error: String(error) }));`;
    const { value, error } = await this.ask('POST', '/execute/async', { script, args: [] });
    if (error !== undefined) throw new Error(`In the page: ${error}`);
    return value;
  }

  async type(text) {
    const [element] = Object.values(await this.ask('GET', '/element/active'));
    await this.ask('POST', `/element/${element}/value`, { text });
  }

  press(key) {
    return this.type(KEYS[key]);
  }

  async screenshot() {
    return Buffer.from(await this.ask('GET', '/screenshot'), 'base64');
  }

  async close() {
    await this.ask('DELETE', '/window');
  }
}
