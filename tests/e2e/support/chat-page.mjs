// The page as a person uses it: open, choose an endpoint, type, read. Knows the page by its test ids alone.

import { until } from './until.mjs';

const SETTLE_MS = 90_000;

/** What a browser says when the page's Content-Security-Policy holds something back. */
const OF_THE_POLICY = /content.security.policy|securitypolicyviolation/i;

/** Runs in a page before all else: whatever its policy holds back is told on the console. */
export function tellViolations() {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) => {
    console.error(`securitypolicyviolation: ${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`);
  });
}

/** One tab with the app in it. */
export class ChatPage {
  /** `problems` collects uncaught errors and what the policy held back, `console` everything that was written to the console. */
  constructor(page, origin, database) {
    this.page = page;
    this.origin = origin;
    this.database = database;
    this.problems = [];
    this.console = [];
    page.on('pageerror', error => this.problems.push(String(error)));
    const heard = message => {
      this.console.push(message.text());
      if (OF_THE_POLICY.test(message.text())) this.problems.push(message.text());
    };
    page.on('console', heard);
    page.on('worker', worker => worker.on('console', heard));
  }

  /** The element with this test id. */
  get(id) {
    return this.page.getByTestId(id);
  }

  /** Goes to the app and waits until it takes input. */
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

  /** Points the app at an endpoint, through the dialog: OpenAI-compatible, unless `kind` says otherwise. */
  async useEndpoint(endpoint) {
    await this.fillEndpoint(endpoint);
    await this.get('endpoint-save').click();
    await this.get('provider-dialog').waitFor({ state: 'hidden' });
  }

  /** Fills the dialog and leaves it open. */
  async fillEndpoint({ kind = 'openai', baseUrl, model = 'test-model', key, timeoutSeconds, sees }) {
    await this.get('provider-button').click();
    await this.get(`provider-kind-${kind}`).click();
    await this.get('endpoint-url').fill(baseUrl);
    await this.get('endpoint-model').fill(model);
    if (key !== undefined) await this.get('endpoint-key').fill(key);
    if (sees) await this.get('endpoint-sees').check();
    if (timeoutSeconds !== undefined) await this.get('endpoint-timeout').fill(String(timeoutSeconds));
  }

  /** Points the app at the model that runs in the page. */
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

  /** One whole turn. Gives the reply, however it ended. */
  async turn(text, timeoutMs = SETTLE_MS) {
    const before = await this.lastSequence();
    await this.send(text);
    return this.settled(`a reply to "${text}"`, before + 1, timeoutMs);
  }

  /** Presses Retry and waits for the reply to be whole. */
  async retry(timeoutMs = SETTLE_MS) {
    await this.get('retry').last().click();
    return until('the reply after Retry is whole', async () => {
      const last = (await this.messages()).at(-1);
      return last?.finish === 'complete' && last;
    }, timeoutMs);
  }

  /** Waits until the last message is a reply that has ended, and is later than `after`. */
  async settled(what, after = -1, timeoutMs = SETTLE_MS) {
    await until(what, async () => {
      const last = await this.last();
      return last?.role === 'assistant' && last.finish !== 'streaming' && last.sequence > after;
    }, timeoutMs);
    return (await this.messages()).at(-1);
  }

  /** Waits until these words of a running reply are on screen. */
  streaming(words) {
    return until(`"${words}" is on screen while it streams`, async () => {
      const last = (await this.messages()).at(-1);
      return last?.finish === 'streaming' && last.text.includes(words);
    });
  }

  async lastSequence() {
    return (await this.last())?.sequence ?? -1;
  }

  /** The last message on screen without its words, which cost a layout: role, finish and sequence. */
  last() {
    return this.page.evaluate(() => {
      const message = [...document.querySelectorAll('[data-testid="message"]')].at(-1);
      return message && { role: message.dataset.role, finish: message.dataset.finish ?? null, sequence: Number(message.dataset.sequence ?? -1) };
    });
  }

  /** What is on screen, in order: role, finish, sequence, text, and the sentence of the error if there is one. */
  messages() {
    return this.page.evaluate(() => {
      const words = (message, id) => message.querySelector(`[data-testid="${id}"]`)?.innerText.trim() ?? null;
      return [...document.querySelectorAll('[data-testid="message"]')].map(message => ({
        role: message.dataset.role,
        finish: message.dataset.finish ?? null,
        sequence: Number(message.dataset.sequence ?? -1),
        text: words(message, 'message-text') ?? '',
        error: words(message, 'message-error'),
      }));
    });
  }

  /** The texts on screen as `role: text`. */
  async talk() {
    return (await this.messages()).map(({ role, text }) => `${role}: ${text}`);
  }

  /** Opens the menu of the message that stands at `at` (from the end where it is negative), and presses an item. */
  async act(at, item) {
    const message = this.get('message').nth(at);
    await message.hover();
    await message.getByTestId('message-more').click();
    if (item) await this.get('message-menu').getByTestId(item).click();
  }

  /** Which way the message at `at` shows, as `2/3`; `null` where there is one way only. */
  async way(at) {
    const way = this.get('message').nth(at).getByTestId('message-way');
    return (await way.count()) ? way.innerText() : null;
  }

  /** Waits until an element is there, and gives its words. */
  async words(id) {
    const element = this.get(id).last();
    await element.waitFor();
    return (await element.innerText()).trim();
  }

  /** What is typed and not sent. */
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
