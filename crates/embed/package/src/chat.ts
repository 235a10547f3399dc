/**
 * `<ricordo-chat>`: the whole chat as an element. Importing this module defines the element.
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
import type { Finish } from "./messages.js";

/** The attributes of `<ricordo-chat>`. */
export type ChatAttribute = "name" | "endpoint" | "protocol" | "model" | "theme" | "language" | "assets";

/** What an event says about a message. */
export interface ChatMessageDetail {
  readonly conversation: string;
  readonly id: string;
  readonly text: string;
  /** How a reply ended; empty for a message of the user. */
  readonly finish: Finish | "";
}

/** The events of `<ricordo-chat>` by name, with their `detail`. They bubble and are composed. */
export interface ChatEvents {
  /** The chat accepts input. */
  "ricordo-ready": CustomEvent<Record<string, never>>;
  /** A message of the user is stored. */
  "ricordo-message": CustomEvent<ChatMessageDetail>;
  /** A reply has ended. */
  "ricordo-reply": CustomEvent<ChatMessageDetail>;
  /** Another conversation is shown. */
  "ricordo-conversation": CustomEvent<{ readonly id: string; readonly title: string }>;
  /** Something went wrong; the same sentence is shown to the user. */
  "ricordo-trouble": CustomEvent<{ readonly sentence: string }>;
  /** The chat restarts: in another language, or because everything was deleted. */
  "ricordo-again": CustomEvent<Record<string, never>>;
}

type App = Awaited<ReturnType<typeof import("./chat/app.js").makeApp>>;

/** Node has no elements: there the import does nothing, so that pages can be rendered on a server. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * The chat in a shadow root: the styles of the page do not affect it, and its styles do not affect the page.
 *
 * With a `name` everything is stored in the IndexedDB database of that name, in the origin of the page. Without one it is
 * kept in memory, and the chat says so. A change of any attribute except `theme` restarts the chat.
 */
export class RicordoChat extends Base {
  static readonly observedAttributes: readonly ChatAttribute[] = ["name", "endpoint", "protocol", "model", "theme", "language", "assets"];

  #root: ShadowRoot | undefined;
  #mountRoot: HTMLElement | undefined;
  #app: Promise<App | undefined> | undefined;
  #leaving: Promise<void> = Promise.resolve();
  #manager: { readonly name: string; readonly opened: Promise<ContextManager> } | undefined;
  #isChanging = false;

  /** Name of the database; `null`: in memory. */
  get name(): string | null {
    return this.getAttribute("name");
  }
  set name(name: string | null | undefined) {
    this.#write("name", name);
  }

  /** Address of the server that answers, relative to the page or absolute. Without it the user chooses. */
  get endpoint(): string | null {
    return this.getAttribute("endpoint");
  }
  set endpoint(address: string | null | undefined) {
    this.#write("endpoint", address);
  }

  /** Protocol of the server: `openai` (default; most servers support it), `ollama` or `anthropic`. */
  get protocol(): string | null {
    return this.getAttribute("protocol");
  }
  set protocol(protocol: string | null | undefined) {
    this.#write("protocol", protocol);
  }

  /** Id of the model. Without it the first model that the server lists is used. */
  get model(): string | null {
    return this.getAttribute("model");
  }
  set model(model: string | null | undefined) {
    this.#write("model", model);
  }

  /** `light` or `dark`. Without it the theme of the system is used. */
  get theme(): string | null {
    return this.getAttribute("theme");
  }
  set theme(theme: string | null | undefined) {
    this.#write("theme", theme);
  }

  /** `en`, `uk` or `ru`. Without it the user's setting or the browser's language is used. */
  get language(): string | null {
    return this.getAttribute("language");
  }
  set language(language: string | null | undefined) {
    this.#write("language", language);
  }

  /** Address of the folder with `lazy` and `vendor`, for bundlers that do not copy them. */
  get assets(): string | null {
    return this.getAttribute("assets");
  }
  set assets(address: string | null | undefined) {
    this.#write("assets", address);
  }

  /**
   * A {@link ContextManager} on the same conversations: the chat shows what it changes, and it reports what the chat
   * changes. It is closed when the element leaves the page.
   *
   * Set a manager to show its conversations: the element takes its name. Nothing changes if none is given.
   *
   * @throws `bad-argument` for a chat, or a manager, without a name: data in memory cannot be shared.
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
  set manager(manager: ContextManager | null | undefined) {
    if (!manager) return;
    if (!manager.name || !manager.storage.persistent) throw withoutName();
    this.name = manager.name;
  }

  connectedCallback(): void {
    try {
      this.#takeProperties();
    } finally {
      this.#draw();
      this.#begin();
    }
  }

  disconnectedCallback(): void {
    // An element that is moved is disconnected and connected again at once: then it keeps running.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#closeManager();
      void this.#end();
    });
  }

  attributeChangedCallback(attribute: ChatAttribute, before: string | null, after: string | null): void {
    if (before === after || !this.#mountRoot) return;
    if (attribute === "theme") return this.#paint();
    // Several attributes that are set one after the other restart the chat once.
    if (this.#isChanging) return;
    this.#isChanging = true;
    queueMicrotask(() => {
      this.#isChanging = false;
      if (this.isConnected) this.#again();
    });
  }

  /** Properties that were set before the element was defined are plain ones and hide its own: they are set again. */
  #takeProperties(): void {
    const given = this as unknown as Record<string, unknown>;
    for (const name of [...RicordoChat.observedAttributes, "manager"]) {
      if (!Object.hasOwn(given, name)) continue;
      const value = given[name];
      delete given[name];
      given[name] = value;
    }
  }

  #write(attribute: ChatAttribute, value: string | null | undefined): void {
    if (value == null) this.removeAttribute(attribute);
    else this.setAttribute(attribute, value);
  }

  #draw(): void {
    if (this.#root) return;
    this.#root = this.attachShadow({ mode: "open" });
    this.addEventListener("ricordo-again", event => {
      if (event.target === this) this.#again();
    });
  }

  /** Creates a new root: the previous app rendered into another one and may still have something to store. */
  #createRoot(): HTMLElement {
    const mountRoot = document.createElement("div");
    mountRoot.className = "mount";
    // A public name.
    mountRoot.setAttribute("part", "ground");
    this.#root!.replaceChildren(mountRoot);
    this.#mountRoot = mountRoot;
    this.#paint();
    return mountRoot;
  }

  #paint(): void {
    const theme = this.theme;
    if (theme === "light" || theme === "dark") this.#mountRoot!.dataset.theme = theme;
    else delete this.#mountRoot!.dataset.theme;
  }

  #begin(): void {
    if (this.#app) return;
    const mountRoot = this.#createRoot();
    this.#app = this.#start(mountRoot).catch((error: unknown) => {
      // A start that another one replaced concerns nobody, and must not end that one.
      if (this.#mountRoot === mountRoot) this.#showFailure(mountRoot, error);
      return undefined;
    });
  }

  async #start(mountRoot: HTMLElement): Promise<App | undefined> {
    await this.#leaving;
    const { makeApp, style } = await import("./chat/app.js");
    this.#root!.adoptedStyleSheets = [await sheetOf(style)];
    const app = await makeApp();
    if (!this.isConnected || this.#mountRoot !== mountRoot) return undefined;
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
    app.mountElement(mountRoot, this.#emit, assets.replace(/\/*$/, "/"), attributes);
    return app;
  }

  /** Stores the typed text and ends the app. */
  #end(): Promise<void> {
    const app = this.#app;
    this.#app = undefined;
    if (app) {
      // The microphone and the speakers do not wait until everything is stored.
      this.#mountRoot?.dispatchEvent(new Event("leave"));
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

  readonly #emit = (event: string, pairs: readonly string[]): void => {
    if (event === "ready") for (const part of PARTS) this.#mountRoot?.querySelector(`.${part}`)?.setAttribute("part", part);
    const detail: Record<string, string> = {};
    for (let at = 0; at + 1 < pairs.length; at += 2) detail[pairs[at]!] = pairs[at + 1]!;
    this.dispatchEvent(new CustomEvent(`ricordo-${event}`, { detail, bubbles: true, composed: true }));
  };

  #showFailure(mountRoot: HTMLElement, error: unknown): void {
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
    mountRoot.replaceChildren(message, button);
    this.#app = undefined;
    this.#emit("trouble", ["sentence", words.failed]);
  }
}

/** Parts of the frame that can be styled from outside, besides `ground`, `message`, `inspector`, `outline` and `dialog`. */
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
