import type { Conversation, DeletedMessages, ListedSummary, Memory, MemoryPage, MemoryQuery, Summary, Task, UserData } from "./records.js";
/** Whole conversations. Commands without an id are about the open one. */
export declare class Conversations {
    #private;
    /** All conversations, the last used first. */
    list(): Promise<Conversation[]>;
    /** Opens another conversation. Turns that run in the one before go on. */
    open(id: string): Promise<void>;
    /** Starts a conversation, opens it and gives its id. A temporary one leaves nothing behind when it is erased. */
    create({ temporary }?: {
        temporary?: boolean;
    }): Promise<string>;
    rename(id: string, title: string): Promise<void>;
    /** Takes a conversation out of the list. {@link ContextManager.undo} brings it back; 30 days later it is erased. */
    remove(id: string): Promise<void>;
    /** Takes all messages out of the open conversation. {@link ContextManager.undo} brings them back. */
    clear(): Promise<void>;
    /** What the limit on stored messages deleted and can still be restored, the last deletion first. */
    deletedMessages(): Promise<DeletedMessages[]>;
    /** Restores these messages of a conversation and resolves with their number. For `deletedDays` nothing is deleted there. */
    restoreMessages(id: string): Promise<number>;
    /** Deletes these messages of a conversation for good. */
    discardMessages(id: string): Promise<void>;
}
/** Facts about the user, which hold in all conversations. */
export declare class Memories {
    #private;
    /** One page of the list: facts, and summaries kept as memories. */
    list(query?: MemoryQuery): Promise<MemoryPage>;
    /** Keeps a fact. One that is known already is merged, and given back. */
    add(text: string): Promise<Memory>;
    update(id: string, text: string): Promise<Memory>;
    remove(id: string): Promise<void>;
    /** Pins a memory, so that the cap never archives it, or unpins it. */
    pin(id: string, pinned?: boolean): Promise<void>;
    /** Keeps what the model proposed, or takes a memory out of the archive. */
    keep(id: string): Promise<void>;
    /** Drops what the model proposed, or moves a memory to the archive. */
    archive(id: string): Promise<void>;
    /** Who the user is; with `change` it is stored first. */
    user(change?: Partial<UserData>): Promise<UserData>;
}
/** A list of the user's. It is not in the prompt; the model asks for it with a tool. */
export declare class Tasks {
    #private;
    /** Open ones by due day, then those that are done. */
    list(): Promise<Task[]>;
    /** `due`: a day as `YYYY-MM-DD`. */
    add(title: string, due?: string): Promise<Task>;
    update(id: string, title: string, due?: string): Promise<void>;
    /** Ticks a task, or takes its tick away. */
    complete(id: string, done?: boolean): Promise<void>;
    remove(id: string): Promise<void>;
}
/** Texts that stand for messages. */
export declare class Summaries {
    #private;
    /** Those of the open conversation and of all conversations, newest first. */
    list(): Promise<ListedSummary[]>;
    /** Makes the summary of the last days now. */
    make({ signal }?: {
        signal?: AbortSignal;
    }): Promise<Summary>;
    /** Gives a summary other words, another priority, or both. */
    update(id: string, change: string | {
        text?: string;
        priority?: number;
    }): Promise<Summary>;
    remove(id: string): Promise<void>;
}
