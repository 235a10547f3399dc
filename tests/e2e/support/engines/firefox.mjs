// Headless Firefox, driven by its own WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/.

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freshProfile, removeProfile } from '../browser.mjs';
import { firefoxPath, webSocket } from '../environment.mjs';
import { startProgram, waitForOutput } from '../program.mjs';
import { watch } from './problems.mjs';

const KEYS = { Enter: '\uE007', Escape: '\uE00C' };

/**
 * Starts Firefox with a new profile. Returns the same as `launchWebkit`; its windows also have `setFiles(id, ...paths)`, which picks
 * files of the disk for the field with this test id.
 */
export async function launchFirefox() {
  const profile = await freshProfile();
  const downloads = path.join(profile, 'downloads');
  await mkdir(downloads);
  await writeFile(path.join(profile, 'user.js'), preferences({ 'browser.download.folderList': 2, 'browser.download.dir': downloads }));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'];
  const removeFolder = () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  const { child, kill, ended } = startProgram(firefoxPath(), args, {}, removeFolder);
  const address = await waitForOutput(child, child.stderr, /WebDriver BiDi listening on (ws:\S+)/);
  const connection = await Connection.open(`${address}/session`);
  const { capabilities } = await connection.send('session.new', { capabilities: {} });
  await connection.send('script.addPreloadScript', { functionDeclaration: String(watch) });
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    downloads,
    async newWindow() {
      const { context } = await connection.send('browsingContext.create', { type: 'window' });
      return new Window(connection, context);
    },
    async close() {
      kill();
      await ended();
      await removeProfile(profile);
    },
  };
}

const preferences = values => Object.entries(values).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join('');

class Window {
  constructor(connection, context) {
    this.connection = connection;
    this.context = context;
  }

  send(method, parameters = {}) {
    return this.connection.send(method, { context: this.context, ...parameters });
  }

  async goto(url) {
    await this.send('browsingContext.setViewport', { viewport: { width: 1280, height: 800 } });
    await this.send('browsingContext.navigate', { url, wait: 'interactive' });
  }

  async reload() {
    await this.send('browsingContext.reload', { wait: 'interactive' });
  }

  async run(work, ...values) {
    const { result, exceptionDetails } = await this.connection.send('script.callFunction', {
      functionDeclaration: `async values => JSON.stringify(await (${work})(...JSON.parse(values)))`,
      arguments: [{ type: 'string', value: JSON.stringify(values) }],
      target: { context: this.context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(`In the page: ${exceptionDetails.text}`);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  }

  type(text) {
    const actions = [...text].flatMap(value => [{ type: 'keyDown', value }, { type: 'keyUp', value }]);
    return this.send('input.performActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  press(key) {
    return this.type(KEYS[key]);
  }

  async setFiles(id, ...files) {
    const locator = { type: 'css', value: `[data-testid="${id}"]` };
    const { nodes } = await this.send('browsingContext.locateNodes', { locator });
    await this.send('input.setFiles', { element: { sharedId: nodes.at(-1).sharedId }, files });
  }

  async screenshot() {
    const { data } = await this.send('browsingContext.captureScreenshot');
    return Buffer.from(data, 'base64');
  }

  async close() {
    await this.send('browsingContext.close');
  }
}

/** The connection of one session: matches each response to its command by number. Subscribes to no events. */
class Connection {
  #lastId = 0;
  #waiting = new Map();

  static async open(address) {
    const connection = new Connection();
    const Socket = webSocket();
    connection.socket = new Socket(address);
    connection.socket.on('message', text => connection.#receive(JSON.parse(text)));
    connection.socket.on('close', () => connection.#fail(new Error('Firefox has ended.')));
    await once(connection.socket, 'open');
    return connection;
  }

  send(method, params) {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject, method });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  #receive({ type, id, result, error, message }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!waiting) return;
    if (type === 'success') waiting.resolve(result);
    else waiting.reject(new Error(`${waiting.method}: ${error}: ${message}`));
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
  }
}
