/// <reference lib="esnext.disposable" preserve="true" />
import { Documents } from "./documents.js";
import { Conversations, Memories, Projects, Summaries, Tasks } from "./groups.js";
import { type Model } from "./model.js";
import type { ChatMessage, Compiled, Content, Message, Role } from "./messages.js";
import type { DayUsage, Imported, RecalledHere, RecallOptions, Summary } from "./records.js";
import type { Settings, SettingsPatch } from "./settings.js";
import { type ToolFunction, type ToolSchema } from "./tools.js";
import type { AppendOptions, CommittedTurn, MaintainOptions, ManagerEvents } from "./types.js";
import type { MessageOptions, OpenOptions, SendOptions, StorageInfo, TurnEvent, TurnOptions } from "./types.js";
import { Vectors } from "./vectors.js";
/**
 * Stores conversations and decides what is sent to the model.
 *
 * Every promise rejects with a {@link RicordoError}. Stored data stays consistent then.
 */
export declare class ContextManager {
    #private;
    readonly name?: string | undefined;
    /** All conversations, and which of them is open. */
    readonly conversations: Conversations;
    readonly projects: Projects;
    readonly documents: Documents;
    readonly memories: Memories;
    readonly tasks: Tasks;
    readonly summaries: Summaries;
    /** Recall by meaning, by a model of the program. */
    readonly vectors: Vectors;
    /** Where the data is stored, and what the user should know about that. */
    readonly storage: StorageInfo;
    private constructor();
    /**
     * Opens the conversation that was used last, or a new one.
     *
     * With a name, data is stored in the IndexedDB database of that name, in the origin of this page; without one, in memory.
     *
     * @throws `not-initialized`, `bad-argument`, the codes of settings, and `upgrade-blocked`, `newer-version`,
     * `storage-unavailable` and the like.
     */
    static open(name: string | undefined, options?: OpenOptions): Promise<ContextManager>;
    static open(options?: OpenOptions): Promise<ContextManager>;
    /** The id of the open conversation. */
    get conversationId(): string;
    /** Sets the model for calls from now on. Without one the page calls its own with {@link compile} and {@link commitTurn}. */
    useModel(model: Model | undefined): void;
    /** Sets the model for background work and summaries from now on. `undefined`: the model that answers. */
    useBackground(background: OpenOptions["background"]): Promise<void>;
    /**
     * Sends a message and resolves with the reply. It also resolves if the reply failed or was stopped: `finish` says so, and the
     * reply holds what had arrived. If the reply could not be stored, the last event is `notSaved` with `final`.
     *
     * Calls on one conversation run one after the other, in the order of the calls, also across tabs. If the signal is aborted
     * before the message is sent, the promise rejects with `aborted` and nothing is stored.
     *
     * @throws Nothing was sent: `aborted`, `no-model`, `empty-message`, `over-budget`, `cannot-see`, `bad-argument`, `closed`
     * and the codes of storage.
     */
    send(content: Content | ChatMessage, options?: SendOptions): Promise<Message>;
    /**
     * Requests the reply to the user's last message again, like {@link send}. An empty reply is replaced; any other stays on its
     * own branch.
     *
     * @throws Like {@link send}, and `nothing-to-retry` if the user has sent no message.
     */
    retry(options?: TurnOptions): Promise<Message>;
    /**
     * Sends a message and yields the events of the turn one by one; the iterator returns the reply. Leaving the loop stops the
     * reply.
     */
    stream(content: Content | ChatMessage, { signal, ...about }?: Omit<SendOptions, "onEvent">): AsyncGenerator<TurnEvent, Message, void>;
    /** The exact request that {@link send} would send now, and what it consists of. Sends and stores nothing. */
    compile(content: Content | ChatMessage, options?: MessageOptions): Promise<Compiled>;
    /**
     * What recall finds for a query in a conversation, best first: what a message with these words would bring along. Works also
     * while `recall.enabled` is off; the levels of the settings hold. Sends and stores nothing.
     */
    recall(query: string, options?: RecallOptions): Promise<RecalledHere[]>;
    /** Stores one message at the end of the conversation, without calling a model. */
    append(role: Role, content: Content, options?: AppendOptions): Promise<Message>;
    append(message: ChatMessage, options?: AppendOptions): Promise<Message>;
    /** Stores a turn for which the page called its model itself: the user's message and the reply, both or none. */
    commitTurn({ message, reply, ...options }: CommittedTurn): Promise<{
        message: Message;
        reply: Message;
    }>;
    /** The last messages, oldest first: 30, or `limit`; with `before`, those before that message. */
    history({ limit, before }?: {
        limit?: number;
        before?: string;
    }): Promise<Message[]>;
    /** All messages of the conversation, from the first on. They are read as they are consumed. */
    messages(): AsyncGenerator<Message, void, void>;
    /** Forgets everything except the last `keep` messages of completed turns: earlier ones are no longer sent. They stay stored. */
    forget(options?: {
        keep?: number;
    }): Promise<void>;
    /** Undoes the last forget exactly. `false`: nothing was forgotten. */
    remember(): Promise<boolean>;
    /** Undoes the last command and returns its name; `undefined`: there was none. */
    undo(): Promise<string | undefined>;
    /** Hides a message from the model, or shows it again. */
    mute(messageId: string, muted?: boolean): Promise<void>;
    /** Always sends a message, however old it is, or stops doing so. */
    pin(messageId: string, pinned?: boolean): Promise<void>;
    /** Replaces the older messages by a summary in requests. With `model: false`, the summary consists of their own sentences. */
    compress({ signal, ...how }?: {
        model?: boolean;
        signal?: AbortSignal;
    }): Promise<Summary>;
    /** Undoes the newest compression: its messages are sent again as far as there is room. */
    uncompress(): Promise<Summary>;
    /** All settings; with `patch`, some of them are changed first. {@link undo} reverts the change. */
    settings(patch?: SettingsPatch): Promise<Settings>;
    /** Sets all settings to those of a preset: the name of a shipped one, or the text of a preset file. */
    preset(preset: string): Promise<Settings>;
    /** The shipped presets. */
    presets(): Promise<{
        name: string;
        about: string;
    }[]>;
    /** Lets the model call a function of the page. Returns a function that removes the tool. */
    registerTool(schema: ToolSchema | {
        type: "function";
        function: ToolSchema;
    }, run: ToolFunction): () => void;
    /**
     * Does pending background work: compression, titles, facts, daily summaries. Also erases conversations that were removed 30
     * days ago. Call it when the page is idle; it yields to turns. `true`: nothing more is due now.
     */
    maintain({ onEvent, signal, ...costs }?: MaintainOptions): Promise<boolean>;
    /** All stored data as JSON, without API keys. */
    exportAll(): Promise<string>;
    /** Adds the records of an export that do not exist here yet. Existing ones stay unchanged, and existing conversations get nothing. */
    importAll(json: string): Promise<Imported>;
    /**
     * Erases a message, a conversation, or all conversations, with everything derived from them. This cannot be undone.
     * `"all"` also erases facts and tasks that came from conversations. What the user wrote, settings and shared documents stay.
     */
    erase(what: {
        message: string;
    } | {
        conversation: string;
    } | "all" | "conversations"): Promise<void>;
    /** Usage by day and model, newest day first. */
    stats(): Promise<DayUsage[]>;
    /** Adds a listener; returns a function that removes it. */
    on<Name extends keyof ManagerEvents>(event: Name, listener: (value: ManagerEvents[Name]) => void): () => void;
    /**
     * Stops running turns, keeps what has arrived, erases a temporary conversation that is open, and closes the database. Every
     * later call rejects with `closed`.
     */
    close(): Promise<void>;
    [Symbol.dispose](): void;
    [Symbol.asyncDispose](): Promise<void>;
}
