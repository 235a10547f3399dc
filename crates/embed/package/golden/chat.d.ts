/**
 * `<ricordo-chat>`: the whole chat as an element. Importing this defines it.
 *
 * ```html
 * <ricordo-chat name="my-app" endpoint="/api/v1" model="qwen3-8b" theme="dark" language="uk"></ricordo-chat>
 * ```
 *
 * @packageDocumentation
 */
import { ContextManager } from "./manager.js";
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
    "ricordo-conversation": CustomEvent<{
        readonly id: string;
        readonly title: string;
    }>;
    /** Something went wrong; the sentence is shown to the user, too. */
    "ricordo-trouble": CustomEvent<{
        readonly sentence: string;
    }>;
    /** The chat begins again: in another language, or because everything was deleted. */
    "ricordo-again": CustomEvent<Record<string, never>>;
}
/** In Node there are no elements: the import does nothing there, so that pages can be rendered on a server. */
declare const Base: typeof HTMLElement;
/**
 * The chat in a shadow root: nothing of the page's style comes in, nothing of the chat's gets out.
 *
 * With a `name` everything is kept in the IndexedDB database of that name, in the origin of the page; without one it is in
 * memory, and the chat says so. When an attribute but `theme` changes, the chat begins again with it.
 */
export declare class RicordoChat extends Base {
    #private;
    static readonly observedAttributes: readonly ChatAttribute[];
    /** The database; `null`: in memory. */
    get name(): string | null;
    set name(name: string | null);
    /** The address of the server that answers, relative to the page or absolute. Without it the user chooses. */
    get endpoint(): string | null;
    set endpoint(address: string | null);
    /** What it speaks: `openai`, which most servers do, `ollama` or `anthropic`. */
    get protocol(): string | null;
    set protocol(protocol: string | null);
    /** The model's id there. Without it the first that the server lists. */
    get model(): string | null;
    set model(model: string | null);
    /** `light`, `dark`, or what the system says. */
    get theme(): string | null;
    set theme(theme: string | null);
    /** `en`, `uk` or `ru`. Without it what the user chose, or the browser's. */
    get language(): string | null;
    set language(language: string | null);
    /** The address of the folder with `lazy` and `vendor`, where a bundler has left them behind. */
    get assets(): string | null;
    set assets(address: string | null);
    /**
     * A {@link ContextManager} on the same conversations: what it does is seen in the chat, and the other way round. It is
     * closed when the element leaves the page.
     *
     * Setting one shows its conversations: the element takes its name.
     *
     * @throws `bad-argument` for a chat, or a manager, without a name: what is in memory is nobody else's.
     */
    get manager(): Promise<ContextManager>;
    set manager(manager: ContextManager);
    connectedCallback(): void;
    disconnectedCallback(): void;
    attributeChangedCallback(attribute: ChatAttribute, before: string | null, after: string | null): void;
}
declare global {
    interface HTMLElementTagNameMap {
        "ricordo-chat": RicordoChat;
    }
    interface HTMLElementEventMap extends ChatEvents {
    }
}
export {};
