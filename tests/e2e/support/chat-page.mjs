// The page as a user operates it: open, choose an endpoint, type, read. Finds elements by test id only.

import { until } from './until.mjs';

const SETTLE_MS = 90_000;

/** Log messages of browsers about violations of the page's Content-Security-Policy. */
const OF_THE_POLICY = /content.security.policy|securitypolicyviolation/i;

/** Runs in a page first: logs every violation of its policy to the console. */
export function reportViolations() {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) => {
    console.error(`securitypolicyviolation: ${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`);
  });
}

/** One tab with the app in it. */
export class ChatPage {
  /** `problems` collects uncaught errors and violations of the policy, `console` everything written to the console. */
  constructor(page, origin, database) {
    this.page = page;
    this.origin = origin;
    this.database = database;
    this.problems = [];
    this.console = [];
    page.on('pageerror', error => this.problems.push(String(error)));
    const onConsole = message => {
      this.console.push(message.text());
      if (OF_THE_POLICY.test(message.text())) this.problems.push(message.text());
    };
    page.on('console', onConsole);
    page.on('worker', worker => worker.on('console', onConsole));
  }

  /** The element with this test id. */
  get(id) {
    return this.page.getByTestId(id);
  }

  /** The text of the elements with this test id; '' without waiting if there is none. */
  async textNow(id) {
    return (await this.get(id).allInnerTexts()).join('\n');
  }

  /** Opens the app and waits until it accepts input. */
  async open(database = this.database) {
    this.database = database;
    await this.page.goto(`${this.origin}/?db=${encodeURIComponent(database)}`);
    await this.ready();
  }

  async reload() {
    await this.page.reload();
    await this.ready();
  }

  ready() {
    return this.page.waitForSelector('body[data-ready="true"]', { timeout: 60_000, state: 'attached' });
  }

  /** Sets the app's endpoint in the dialog: OpenAI-compatible unless `kind` says otherwise. */
  async useEndpoint(endpoint) {
    await this.fillEndpoint(endpoint);
    await this.get('endpoint-save').click();
    await this.get('provider-dialog').waitFor({ state: 'hidden' });
  }

  /** Adds another connection, which answers from now on where none is chosen. */
  async addEndpoint(endpoint) {
    await this.get('provider-button').click();
    await this.get('provider-add').click();
    await this.fillConnection(endpoint);
    await this.get('endpoint-save').click();
    await this.get('provider-dialog').waitFor({ state: 'hidden' });
  }

  /** Fills in the dialog and leaves it open. */
  async fillEndpoint(endpoint) {
    await this.get('provider-button').click();
    await this.fillConnection(endpoint);
  }

  /** Answers the first question of the open dialog: with `in-page`, `computer` or `key`, or with a protocol for an address. */
  async chooseKind(kind) {
    const isProtocol = ['openai', 'ollama', 'anthropic'].includes(kind);
    await this.get(`provider-kind-${isProtocol ? 'openai' : kind}`).click();
    if (isProtocol) await this.get(`provider-protocol-${kind}`).click();
  }

  /** Fills in the open dialog, whose first question is what to connect to. */
  async fillConnection({ kind = 'openai', baseUrl, model = 'test-model', key, timeoutSeconds, supportsImages }) {
    await this.chooseKind(kind);
    await this.get('endpoint-url').fill(baseUrl);
    await this.get('endpoint-model').fill(model);
    if (key !== undefined) await this.get('endpoint-key').fill(key);
    if (supportsImages || timeoutSeconds !== undefined) await this.get('endpoint-more').click();
    if (supportsImages) await this.get('endpoint-supports-images').check();
    if (timeoutSeconds !== undefined) await this.get('endpoint-timeout').fill(String(timeoutSeconds));
  }

  /** The field of a setting, in the open settings: a search for its path shows it. */
  async setting(path) {
    await this.get('settings-search').fill(path);
    return this.get(path);
  }

  /** Goes back to the first question of the connection dialog, and answers it with another kind. */
  async anotherKind(kind) {
    await this.get('provider-back').click();
    await this.chooseKind(kind);
  }

  /** Selects the in-page model. */
  async useInPageModel() {
    await this.get('provider-button').click();
    await this.get('provider-kind-in-page').click();
    await this.get('endpoint-save').click();
    await this.get('provider-dialog').waitFor({ state: 'hidden' });
  }

  /** Types and presses Enter; does not wait for a reply. */
  async send(text) {
    await this.get('composer').fill(text);
    await this.get('composer').press('Enter');
  }

  /** Starts another conversation, and waits until it is open: until then, the messages on screen are those of the last one. */
  async startConversation() {
    await this.send('/new');
    await until('an empty conversation', async () => (await this.messages()).length === 0);
  }

  /** One whole turn. Returns the reply, however it ended. */
  async turn(text, timeoutMs = SETTLE_MS) {
    const before = await this.lastSequence();
    await this.send(text);
    return this.settled(`a reply to "${text}"`, before + 1, timeoutMs);
  }

  /** Presses Retry and waits for a complete reply. */
  async retry(timeoutMs = SETTLE_MS) {
    await this.get('retry').last().click();
    return until('the reply after Retry is whole', async () => {
      const last = (await this.messages()).at(-1);
      return last?.finish === 'complete' && last;
    }, timeoutMs);
  }

  /** Waits until the last message is a finished reply with a sequence after `after`. */
  async settled(what, after = -1, timeoutMs = SETTLE_MS) {
    await until(what, async () => {
      const last = await this.last();
      return last?.role === 'assistant' && last.finish !== 'streaming' && last.sequence > after;
    }, timeoutMs);
    return (await this.messages()).at(-1);
  }

  /** Waits until a streaming reply shows this text. */
  streaming(words) {
    return until(`"${words}" is on screen while it streams`, async () => {
      const last = (await this.messages()).at(-1);
      return last?.finish === 'streaming' && last.text.includes(words);
    }, SETTLE_MS);
  }

  async lastSequence() {
    return (await this.last())?.sequence ?? -1;
  }

  /** The last message on screen without its text, which costs a layout: role, finish and sequence. */
  last() {
    return this.page.evaluate(() => {
      const message = [...document.querySelectorAll('[data-testid="message"]')].at(-1);
      return message && { role: message.dataset.role, finish: message.dataset.finish ?? null, sequence: Number(message.dataset.sequence ?? -1) };
    });
  }

  /** The messages on screen, in order: role, finish, sequence, text, and the error message if there is one. */
  messages() {
    return this.page.evaluate(() => {
      const words = (message, id) => message.querySelector(`[data-testid="${id}"]`)?.innerText.trim() ?? null;
      // Blocks of a long text that are out of sight are not laid out, and `innerText` leaves them out.
      const whole = new CSSStyleSheet();
      whole.replaceSync('.text > .plain { content-visibility: visible !important; }');
      const sheets = [...document.adoptedStyleSheets];
      if (document.querySelector('.text > .plain')) document.adoptedStyleSheets = [...sheets, whole];
      const messages = [...document.querySelectorAll('[data-testid="message"]')].map(message => ({
        role: message.dataset.role,
        finish: message.dataset.finish ?? null,
        sequence: Number(message.dataset.sequence ?? -1),
        text: words(message, 'message-text') ?? '',
        error: words(message, 'message-error'),
      }));
      document.adoptedStyleSheets = sheets;
      return messages;
    });
  }

  /** The texts on screen as `role: text`. */
  async conversation() {
    return (await this.messages()).map(({ role, text }) => `${role}: ${text}`);
  }

  /** Opens the menu of the message at index `at` (from the end if negative), and presses an item. */
  async act(at, item) {
    const message = this.get('message').nth(at);
    await message.hover();
    await message.getByTestId('message-more').click();
    if (item) await this.get('message-menu').getByTestId(item).click();
  }

  /** The branch that the message at index `at` shows, as `2/3`; `null` if there is only one. */
  async branch(at) {
    const switcher = this.get('message').nth(at).getByTestId('message-sibling');
    return (await switcher.count()) ? switcher.innerText() : null;
  }

  /** Waits for an element and returns its text. */
  async words(id) {
    const element = this.get(id).last();
    await element.waitFor();
    return (await element.innerText()).trim();
  }

  /** The unsent text. */
  composer() {
    return this.get('composer').inputValue();
  }

  /** Presses Tab until the element with this test id has the focus. */
  async tabTo(id, most = 60) {
    for (let presses = 0; presses < most; presses += 1) {
      if (await this.page.evaluate(id => document.activeElement?.closest(`[data-testid="${id}"]`) !== null, id)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`${most} presses of Tab do not reach "${id}"`);
  }
}
