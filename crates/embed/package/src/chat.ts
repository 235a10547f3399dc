/**
 * `<ricordo-chat>`: the whole chat as an element. Importing this defines it.
 *
 * ```html
 * <ricordo-chat name="my-app" endpoint="/api/v1" model="qwen3-8b" theme="dark" language="uk"></ricordo-chat>
 * ```
 *
 * @packageDocumentation
 */

import { RicordoError } from "./errors.js";
import { init } from "./init.js";
import { ContextManager } from "./manager.js";
import { saying } from "./chat-words.js";
import type { Finish } from "./types.js";

/** The attributes of `<ricordo-chat>`. */
export type ChatAttribute = "name" | "endpoint" | "protocol" | "model" | "theme" | "language" | "assets";

/** What an element tells of a message. */
export interface ChatMessageDetail {
  readonly conversation: string;
  readonly id: string;
  readonly text: string;
  /** How a reply ended; empty for a message of the user. */
  readonly finish: Finish | "";
}

/** The events of `<ricordo-chat>`, by name, with their `detail`. They bubble, and are composed. */
export interface ChatEvents {
  /** It takes input. */
  "ricordo-ready": CustomEvent<Record<string, never>>;
  /** A message of the user is stored. */
  "ricordo-message": CustomEvent<ChatMessageDetail>;
  /** A reply has ended. */
  "ricordo-reply": CustomEvent<ChatMessageDetail>;
  /** Another conversation is shown. */
  "ricordo-conversation": CustomEvent<{ readonly id: string; readonly title: string }>;
  /** Something went wrong; the sentence is shown to the user, too. */
  "ricordo-trouble": CustomEvent<{ readonly sentence: string }>;
  /** The chat begins again: in another language, or because everything was deleted. */
  "ricordo-again": CustomEvent<Record<string, never>>;
}

type App = Awaited<ReturnType<typeof import("./chat/app.js").makeApp>>;

/** In Node there are no elements: the import does nothing there, so that pages can be rendered on a server. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * The chat in a shadow root: nothing of the page's style comes in, nothing of the chat's gets out.
 *
 * With a `name` everything is kept in the IndexedDB database of that name, in the origin of the page; without one it is in
 * memory, and the chat says so. When an attribute but `theme` changes, the chat begins again with it.
 */
export class RicordoChat extends Base {
  static readonly observedAttributes: readonly ChatAttribute[] = ["name", "endpoint", "protocol", "model", "theme", "language", "assets"];

  #root: ShadowRoot | undefined;
  #mount: HTMLElement | undefined;
  #app: Promise<App | undefined> | undefined;
  #leaving: Promise<void> = Promise.resolve();
  #manager: { readonly name: string; readonly opened: Promise<ContextManager> } | undefined;
  #isChanging = false;

  /** The database; `null`: in memory. */
  get name(): string | null {
    return this.getAttribute("name");
  }
  set name(name: string | null) {
    this.#write("name", name);
  }

  /** The address of the server that answers, relative to the page or absolute. Without it the user chooses. */
  get endpoint(): string | null {
    return this.getAttribute("endpoint");
  }
  set endpoint(address: string | null) {
    this.#write("endpoint", address);
  }

  /** What it speaks: `openai`, which most servers do, `ollama` or `anthropic`. */
  get protocol(): string | null {
    return this.getAttribute("protocol");
  }
  set protocol(protocol: string | null) {
    this.#write("protocol", protocol);
  }

  /** The model's id there. Without it the first that the server lists. */
  get model(): string | null {
    return this.getAttribute("model");
  }
  set model(model: string | null) {
    this.#write("model", model);
  }

  /** `light`, `dark`, or what the system says. */
  get theme(): string | null {
    return this.getAttribute("theme");
  }
  set theme(theme: string | null) {
    this.#write("theme", theme);
  }

  /** `en`, `uk` or `ru`. Without it what the user chose, or the browser's. */
  get language(): string | null {
    return this.getAttribute("language");
  }
  set language(language: string | null) {
    this.#write("language", language);
  }

  /** The address of the folder with `lazy` and `vendor`, where a bundler has left them behind. */
  get assets(): string | null {
    return this.getAttribute("assets");
  }
  set assets(address: string | null) {
    this.#write("assets", address);
  }

  /**
   * A {@link ContextManager} on the same conversations: what it does is seen in the chat, and the other way round. It is
   * closed when the element leaves the page.
   *
   * Setting one shows its conversations: the element takes its name.
   *
   * @throws `bad-argument` for a chat, or a manager, without a name: what is in memory is nobody else's.
   */
  get manager(): Promise<ContextManager> {
    const name = this.name;
    if (!name) return Promise.reject(withoutName());
    if (this.#manager?.name !== name) {
      this.#closeManager();
      const opened = init().then(() => ContextManager.open(name));
      this.#manager = { name, opened };
      opened.catch(() => {
        if (this.#manager?.opened === opened) this.#manager = undefined;
      });
    }
    return this.#manager!.opened;
  }
  set manager(manager: ContextManager) {
    if (!manager.name || !manager.storage.persistent) throw withoutName();
    this.name = manager.name;
  }

  connectedCallback(): void {
    this.#draw();
    this.#begin();
  }

  disconnectedCallback(): void {
    // An element that is moved leaves and comes back at once: then it goes on as it is.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#closeManager();
      void this.#end();
    });
  }

  attributeChangedCallback(attribute: ChatAttribute, before: string | null, after: string | null): void {
    if (before === after || !this.#mount) return;
    if (attribute === "theme") return this.#paint();
    // Several that are set one after the other begin it once.
    if (this.#isChanging) return;
    this.#isChanging = true;
    queueMicrotask(() => {
      this.#isChanging = false;
      if (this.isConnected) this.#again();
    });
  }

  #write(attribute: ChatAttribute, value: string | null): void {
    if (value === null) this.removeAttribute(attribute);
    else this.setAttribute(attribute, value);
  }

  #draw(): void {
    if (this.#root) return;
    this.#root = this.attachShadow({ mode: "open" });
    this.addEventListener("ricordo-again", event => {
      if (event.target === this) this.#again();
    });
  }

  /** A fresh mount: the app before drew into another one, and may have a last thing to store. */
  #lay(): HTMLElement {
    const mount = document.createElement("div");
    mount.className = "mount";
    // A public name.
    mount.setAttribute("part", "ground");
    this.#root!.replaceChildren(mount);
    this.#mount = mount;
    this.#paint();
    return mount;
  }

  #paint(): void {
    const theme = this.theme;
    if (theme === "light" || theme === "dark") this.#mount!.dataset.theme = theme;
    else delete this.#mount!.dataset.theme;
  }

  #begin(): void {
    if (this.#app) return;
    const mount = this.#lay();
    this.#app = this.#start(mount).catch((error: unknown) => {
      this.#tellFailure(mount, error);
      return undefined;
    });
  }

  async #start(mount: HTMLElement): Promise<App | undefined> {
    await this.#leaving;
    const { makeApp, style } = await import("./chat/app.js");
    this.#root!.adoptedStyleSheets = [await sheetOf(style)];
    const app = await makeApp();
    if (!this.isConnected || this.#mount !== mount) return undefined;
    const endpoint = this.endpoint;
    const address = endpoint ? new URL(endpoint, document.baseURI).href.replace(/\/+$/, "") : undefined;
    const assets = new URL(this.assets ?? new URL("./chat/", import.meta.url).href, document.baseURI).href;
    const { name, protocol, model, language } = this;
    const attributes = {
      name: name || undefined,
      endpoint: address,
      protocol: protocol || undefined,
      model: model || undefined,
      language: language || undefined,
    };
    app.mountElement(this, mount, this.#tell, assets.replace(/\/*$/, "/"), attributes);
    return app;
  }

  /** Stores what is typed and ends what runs. */
  #end(): Promise<void> {
    const app = this.#app;
    this.#app = undefined;
    if (app) {
      this.#leaving = app.then(async running => {
        if (running) await new Promise<void>(done => running.unmountElement(done));
      });
    }
    return this.#leaving;
  }

  #again(): void {
    if (this.#manager && this.#manager.name !== this.name) this.#closeManager();
    void this.#end();
    this.#begin();
  }

  #closeManager(): void {
    const opened = this.#manager?.opened;
    this.#manager = undefined;
    void opened?.then(manager => manager.close()).catch(() => {});
  }

  readonly #tell = (event: string, told: readonly string[]): void => {
    if (event === "ready") for (const part of PARTS) this.#mount?.querySelector(`.${part}`)?.setAttribute("part", part);
    const detail: Record<string, string> = {};
    for (let at = 0; at + 1 < told.length; at += 2) detail[told[at]!] = told[at + 1]!;
    this.dispatchEvent(new CustomEvent(`ricordo-${event}`, { detail, bubbles: true, composed: true }));
  };

  #tellFailure(mount: HTMLElement, error: unknown): void {
    console.error(error);
    const words = saying(this.language);
    const message = document.createElement("p");
    message.setAttribute("role", "alert");
    message.lang = words.tag;
    message.textContent = words.failed;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = words.again;
    button.addEventListener("click", () => this.#again());
    mount.replaceChildren(message, button);
    this.#app = undefined;
    this.#tell("trouble", ["sentence", words.failed]);
  }
}

/** What of the frame can be styled from outside, beside `ground`, `message`, `inspector` and `dialog`. */
const PARTS = ["sidebar", "bar", "transcript", "composer"];

let sheet: Promise<CSSStyleSheet> | undefined;

/** One sheet for all elements. */
function sheetOf(text: string): Promise<CSSStyleSheet> {
  sheet ??= new CSSStyleSheet().replace(text);
  return sheet;
}

function withoutName(): RicordoError {
  const sentence = "A chat without a name is in memory, and nobody else's: give <ricordo-chat> a `name` to have a manager of it.";
  return new RicordoError("bad-argument", sentence);
}

if (globalThis.customElements && !customElements.get("ricordo-chat")) customElements.define("ricordo-chat", RicordoChat);

declare global {
  interface HTMLElementTagNameMap {
    "ricordo-chat": RicordoChat;
  }
  interface HTMLElementEventMap extends ChatEvents {}
}
