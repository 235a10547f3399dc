/**
 * `<ricordo-chat>`: the whole chat as an element. Importing this module defines the element.
 *
 * ```html
 * <ricordo-chat name="my-app" endpoint="/api/v1" model="qwen3-8b" theme="dark" language="uk"></ricordo-chat>
 * ```
 *
 * @packageDocumentation
 */
import { ContextManager } from "./manager.js";
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
    "ricordo-conversation": CustomEvent<{
        readonly id: string;
        readonly title: string;
    }>;
    /** Something went wrong; the same sentence is shown to the user. */
    "ricordo-trouble": CustomEvent<{
        readonly sentence: string;
    }>;
    /** The chat restarts: in another language, or because everything was deleted. */
    "ricordo-again": CustomEvent<Record<string, never>>;
}
/** Node has no elements: there the import does nothing, so that pages can be rendered on a server. */
declare const Base: typeof HTMLElement;
/**
 * The chat in a shadow root: the styles of the page do not affect it, and its styles do not affect the page.
 *
 * With a `name` everything is stored in the IndexedDB database of that name, in the origin of the page. Without one it is
 * kept in memory, and the chat says so. A change of any attribute except `theme` restarts the chat.
 */
export declare class RicordoChat extends Base {
    #private;
    static readonly observedAttributes: readonly ChatAttribute[];
    /** Name of the database; `null`: in memory. */
    get name(): string | null;
    set name(name: string | null | undefined);
    /** Address of the server that answers, relative to the page or absolute. Without it the user chooses. */
    get endpoint(): string | null;
    set endpoint(address: string | null | undefined);
    /** Protocol of the server: `openai` (default; most servers support it), `ollama` or `anthropic`. */
    get protocol(): string | null;
    set protocol(protocol: string | null | undefined);
    /** Id of the model. Without it the first model that the server lists is used. */
    get model(): string | null;
    set model(model: string | null | undefined);
    /** `light` or `dark`. Without it the theme of the system is used. */
    get theme(): string | null;
    set theme(theme: string | null | undefined);
    /** `en`, `uk` or `ru`. Without it the user's setting or the browser's language is used. */
    get language(): string | null;
    set language(language: string | null | undefined);
    /** Address of the folder with `lazy` and `vendor`, for bundlers that do not copy them. */
    get assets(): string | null;
    set assets(address: string | null | undefined);
    /**
     * A {@link ContextManager} on the same conversations: the chat shows what it changes, and it reports what the chat
     * changes. It is closed when the element leaves the page.
     *
     * Set a manager to show its conversations: the element takes its name. Nothing changes if none is given.
     *
     * @throws `bad-argument` for a chat, or a manager, without a name: data in memory cannot be shared.
     */
    get manager(): Promise<ContextManager>;
    set manager(manager: ContextManager | null | undefined);
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
