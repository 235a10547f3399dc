/// <reference lib="esnext.disposable" preserve="true" />
import { Conversations, Memories, Summaries, Tasks } from "./groups.js";
import { type Model } from "./model.js";
import type { DayUsage, Imported, Summary } from "./records.js";
import type { Settings, SettingsPatch } from "./settings.js";
import { type ToolFunction, type ToolSchema } from "./tools.js";
import type { AppendOptions, ChatMessage, CommittedTurn, Compiled, Content, MaintainOptions, ManagerEvents, Message, MessageOptions, OpenOptions, Role, SendOptions, StorageInfo, TurnEvent, TurnOptions } from "./types.js";
/**
 * Keeps conversations and decides what the model sees of them.
 *
 * Every promise rejects with a {@link RicordoError}. What was stored before is whole then.
 */
export declare class ContextManager {
    #private;
    readonly name?: string | undefined;
    /** All conversations, and which of them is open. */
    readonly conversations: Conversations;
    /** Facts about the user. */
    readonly memories: Memories;
    readonly tasks: Tasks;
    readonly summaries: Summaries;
    /** Where what is said is kept, and what the user should be told about that. */
    readonly storage: StorageInfo;
    private constructor();
    /**
     * Opens the conversation that was used last, or a new one.
     *
     * With a name it is kept in the IndexedDB database of that name, in the origin of this page. Without one it lives in
     * memory.
     *
     * @throws `not-initialized`, `bad-argument`, the codes of settings, and `upgrade-blocked`, `newer-version`,
     * `storage-unavailable` and the like.
     */
    static open(name: string | undefined, options?: OpenOptions): Promise<ContextManager>;
    static open(options?: OpenOptions): Promise<ContextManager>;
    /** The id of the conversation that is open. */
    get conversationId(): string;
    /** Says who answers from now on. Without a model the page asks its own with {@link compile} and {@link commitTurn}. */
    useModel(model: Model | undefined): void;
    /** Says who does idle work and makes summaries from now on. `undefined`: the one that answers. */
    useBackground(background: OpenOptions["background"]): Promise<void>;
    /**
     * Sends a message and resolves with the reply. A reply that failed or was stopped resolves, too: `finish` says so, and
     * what had arrived is in it.
     *
     * Sends on one conversation wait for each other, in the order of the calls and across tabs. A signal that is aborted
     * before the message is sent rejects with `aborted`, and nothing is stored.
     *
     * @throws Nothing was sent: `aborted`, `no-model`, `empty-message`, `over-budget`, `cannot-see`, `bad-argument`, `closed`
     * and the codes of storage.
     */
    send(content: Content | ChatMessage, options?: SendOptions): Promise<Message>;
    /**
     * Asks again for the reply to the last message of the user, as {@link send} does. A reply without words is replaced; one
     * with words stays on a branch of its own.
     *
     * @throws As {@link send}, and `nothing-to-retry` where no message of the user waits for a reply or has one.
     */
    retry(options?: TurnOptions): Promise<Message>;
    /**
     * Sends a message and gives the events of the turn, one by one; the reply is what the iterator returns. To leave the loop
     * stops the reply.
     */
    stream(content: Content | ChatMessage, { signal, ...about }?: Omit<SendOptions, "onEvent">): AsyncGenerator<TurnEvent, Message, void>;
    /** The exact request that {@link send} would send now, and what it is made of. Nothing is sent and nothing is stored. */
    compile(content: Content | ChatMessage, options?: MessageOptions): Promise<Compiled>;
    /** Stores one message at the end of the conversation, without asking a model. */
    append(role: Role, content: Content, options?: AppendOptions): Promise<Message>;
    append(message: ChatMessage, options?: AppendOptions): Promise<Message>;
    /** Stores a turn that the page had with its model itself: what the user said and what was answered, both or none. */
    commitTurn({ message, reply, ...options }: CommittedTurn): Promise<{
        message: Message;
        reply: Message;
    }>;
    /** The last messages, oldest first: 30, or `limit`; with `before`, those before that message. */
    history({ limit, before }?: {
        limit?: number;
        before?: string;
    }): Promise<Message[]>;
    /** All messages of the conversation, from the first on. They are read as they are asked for. */
    messages(): AsyncGenerator<Message, void, void>;
    /** Forgets everything but the last `keep` messages of completed turns: nothing before is sent. What is stored stays. */
    forget({ keep }?: {
        keep?: number;
    }): Promise<void>;
    /** Takes the last forget back, exactly. `false`: nothing was forgotten. */
    remember(): Promise<boolean>;
    /** Takes the last command back and says which it was; `undefined`: there was none. */
    undo(): Promise<string | undefined>;
    /** Keeps a message out of all prompts, or lets it in again. */
    mute(messageId: string, muted?: boolean): Promise<void>;
    /** Keeps a message in the prompt however long ago it was said, or not any more. */
    pin(messageId: string, pinned?: boolean): Promise<void>;
    /** Makes a summary of the older messages, which takes their place in the prompt; with `model: false`, of their own sentences. */
    compress({ model, signal }?: {
        model?: boolean;
        signal?: AbortSignal;
    }): Promise<Summary>;
    /** Takes the newest compressed summary back: its messages are sent again as far as there is room. */
    uncompress(): Promise<Summary>;
    /** All settings; with `patch`, some of them are changed first. {@link undo} takes it back. */
    settings(patch?: SettingsPatch): Promise<Settings>;
    /** Sets all settings to those of a preset: the name of one that ships, or the text of a preset file. */
    preset(preset: string): Promise<Settings>;
    /** The presets that ship. */
    presets(): Promise<{
        name: string;
        about: string;
    }[]>;
    /** Lets the model call a function of the page. Gives a function that takes the tool away again. */
    registerTool(schema: ToolSchema | {
        type: "function";
        function: ToolSchema;
    }, run: ToolFunction): () => void;
    /**
     * Does what is due while nobody waits: compression, titles, facts, summaries of days. Call it when the page is at rest;
     * it gives way to a turn. `true`: nothing more is due now.
     */
    maintain({ onEvent, signal, ...costs }?: MaintainOptions): Promise<boolean>;
    /** Everything that is stored, as JSON. No key is in it. */
    exportAll(): Promise<string>;
    /** Adds what an export holds and is not there yet. What is there stays as it is. */
    importAll(json: string): Promise<Imported>;
    /**
     * Erases a message, a conversation, or all conversations, with everything derived from them. It cannot be taken back.
     * Settings stay, and so do facts and tasks that the user wrote; with `"conversations"` all facts and tasks stay.
     */
    erase(what: {
        message: string;
    } | {
        conversation: string;
    } | "all" | "conversations"): Promise<void>;
    /** What was sent and received, per day and model, the newest day first. */
    stats(): Promise<DayUsage[]>;
    /** Listens; gives a function that stops it. */
    on<Name extends keyof ManagerEvents>(event: Name, listener: (value: ManagerEvents[Name]) => void): () => void;
    /** Stops what runs, keeps what has arrived, and closes the database. Every later call is refused with `closed`. */
    close(): Promise<void>;
    [Symbol.dispose](): void;
    [Symbol.asyncDispose](): Promise<void>;
}
