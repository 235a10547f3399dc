// The page, operated by a user, in a browser that Playwright does not drive. Finds elements by test id only, and uses only
// what every driver here supports (`launchWebkit` lists it).

import { isDeepStrictEqual } from 'node:util';
import { until } from '../until.mjs';
import { problemsHere } from './problems.mjs';

const PATIENCE_MS = 60_000;

/** One window with the app in it. */
export class EnginePage {
  #earlierProblems = [];

  constructor(window, origin, database) {
    this.window = window;
    this.address = `${origin}/?db=${encodeURIComponent(database)}`;
  }

  open() {
    return this.#load(() => this.window.goto(this.address));
  }

  reload() {
    return this.#load(() => this.window.reload());
  }

  async #load(go) {
    this.#earlierProblems = await this.problems();
    await go();
    await this.until('the page takes input', () => document.body?.dataset.ready === 'true');
  }

  /** The errors of the page since it was first opened. */
  async problems() {
    return [...this.#earlierProblems, ...(await this.window.run(problemsHere))];
  }

  /** Evaluates a function in the page until its result is truthy, and returns it. */
  until(what, ask, ...values) {
    return until(what, () => this.window.run(ask, ...values), PATIENCE_MS);
  }

  /** Presses the last element with this test id once it exists, is enabled and is not covered. */
  press(id) {
    return this.until(`"${id}" can be pressed`, id => {
      const element = [...document.querySelectorAll(`[data-testid="${id}"]`)].at(-1);
      if (!element || element.disabled) return false;
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      // A field may be hidden behind its label.
      if (!hit || !(element.contains(hit) || [...element.labels ?? []].some(label => label.contains(hit)))) return false;
      element.click();
      return true;
    }, id);
  }

  /** Replaces the text of the field with this test id. */
  async fill(id, text) {
    await this.until(`"${id}" takes what is typed`, id => {
      const field = document.querySelector(`[data-testid="${id}"]`);
      if (!field || field.disabled) return false;
      field.focus();
      field.select();
      return document.activeElement === field;
    }, id);
    await this.window.type(text);
  }

  /** Waits until an element with this test id is visible, and returns the text of the last one. */
  async words(id) {
    const found = await this.until(`"${id}" is shown`, id => {
      const element = [...document.querySelectorAll(`[data-testid="${id}"]`)].at(-1);
      return element?.checkVisibility() && { text: (element.innerText).trim() };
    }, id);
    return found.text;
  }

  /** Waits until no element with this test id is visible. */
  gone(id) {
    return this.until(`"${id}" is gone`, id => ![...document.querySelectorAll(`[data-testid="${id}"]`)].some(element => element.checkVisibility()), id);
  }

  isThere(id) {
    return this.window.run(id => document.querySelector(`[data-testid="${id}"]`) !== null, id);
  }

  isChecked(id) {
    return this.until(`"${id}" is there`, id => {
      const box = document.querySelector(`[data-testid="${id}"]`);
      return box && { isChecked: box.checked };
    }, id).then(({ isChecked }) => isChecked);
  }

  /** Closes the dialog with this test id by keyboard. */
  async leave(id) {
    await this.window.press('Escape');
    await this.gone(id);
  }

  /** Sets an OpenAI-compatible endpoint in the dialog. */
  async useEndpoint({ baseUrl }) {
    await this.press('provider-button');
    await this.press('provider-kind-openai');
    await this.fill('endpoint-url', baseUrl);
    await this.fill('endpoint-model', 'test-model');
    await this.press('endpoint-save');
    await this.gone('provider-dialog');
  }

  /** Types and presses Enter; does not wait for a reply. */
  async send(text) {
    await this.fill('composer', text);
    await this.window.press('Enter');
  }

  /** One whole turn. */
  async turn(text) {
    const before = (await this.conversation()).length;
    await this.send(text);
    await this.settled(before + 2);
  }

  /** Waits until there are this many messages and the last is a complete reply. */
  settled(count) {
    return this.until(`${count} messages, the last a whole reply`, count => {
      const messages = document.querySelectorAll('[data-testid="message"]');
      return messages.length === count && messages[count - 1].dataset.finish === 'complete';
    }, count);
  }

  /** Waits until these texts are on screen. */
  shows(conversation) {
    return until(conversation.join(' / '), async () => isDeepStrictEqual(await this.conversation(), conversation), PATIENCE_MS);
  }

  /** The texts on screen as `role: text`. */
  conversation() {
    return this.window.run(() => [...document.querySelectorAll('[data-testid="message"]')].map(message =>
      `${message.dataset.role}: ${message.querySelector('[data-testid="message-text"]')?.innerText.trim()}`));
  }
}
