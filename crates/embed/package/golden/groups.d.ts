import type { Conversation, DeletedMessages, ListedSummary, Memory, MemoryPage, MemoryQuery, Project, ProjectChange, Scope, Summary, Task, UserData } from "./records.js";
/** Whole conversations. Without an id, a command is about the open conversation. */
export declare class Conversations {
    #private;
    /** All conversations, most recently used first. */
    list(): Promise<Conversation[]>;
    /**
     * Opens another conversation. Running turns of the previous one continue; if that is temporary, its reply is stopped, and it
     * is erased.
     */
    open(id: string): Promise<void>;
    /**
     * Creates and opens a conversation, in a project or in none, and returns its id. A temporary one is in no project. It is
     * erased when another one is opened or the manager is closed; {@link ContextManager.maintain} erases what a closed tab left.
     */
    create(options?: {
        temporary?: boolean;
        project?: string;
    }): Promise<string>;
    /**
     * Moves a conversation to a project; `null`: out of any. The memories and tasks that came from it follow and are never
     * used more widely. {@link ContextManager.undo} moves it back.
     */
    move(id: string, project: string | null): Promise<void>;
    rename(id: string, title: string): Promise<void>;
    /**
     * Removes a conversation from the list. If it is open, another one is opened. {@link ContextManager.undo} restores it;
     * after 30 days {@link ContextManager.maintain} erases it. A temporary one that is open is erased at once.
     */
    remove(id: string): Promise<void>;
    /** Removes all messages from the open conversation. {@link ContextManager.undo} restores them. */
    clear(): Promise<void>;
    /** The messages that the limit on stored messages deleted and that can still be restored, most recent deletion first. */
    deletedMessages(): Promise<DeletedMessages[]>;
    /** Restores these messages of a conversation and resolves with their number. The limit deletes nothing there for `deletedDays`. */
    restoreMessages(id: string): Promise<number>;
    /** Deletes these messages of a conversation for good. */
    discardMessages(id: string): Promise<void>;
}
/** Folders of conversations, each with its own instructions, memories, tasks and summaries. */
export declare class Projects {
    #private;
    /** All projects, oldest first. */
    list(): Promise<Project[]>;
    create(project: ProjectChange & {
        name: string;
    }): Promise<Project>;
    /** Changes some fields of a project. {@link ContextManager.undo} changes them back. */
    update(id: string, change: ProjectChange): Promise<Project>;
    /**
     * Deletes a project. Its conversations stay, in no project, with the memories and tasks that came from them; its other
     * memories are archived. Its other tasks and its documents stay, and are used nowhere until they get another scope.
     * {@link ContextManager.undo} restores it.
     */
    remove(id: string): Promise<void>;
}
/** Facts about the user. Each is used where its scope says: by default in the project where it was told, or everywhere. */
export declare class Memories {
    #private;
    /** One page of the list: facts, and summaries kept as memories. */
    list(query?: MemoryQuery): Promise<MemoryPage>;
    /**
     * Saves a fact, by default for the project of the open conversation. If it is known already with the same scope, it is
     * merged and returned.
     */
    add(text: string, { scope }?: {
        scope?: Scope;
    }): Promise<Memory>;
    /** Changes where a memory is used. */
    setScope(id: string, scope: Scope): Promise<Memory>;
    update(id: string, text: string): Promise<Memory>;
    remove(id: string): Promise<void>;
    /** Pins a memory, so that it is never archived automatically, or unpins it. */
    pin(id: string, pinned?: boolean): Promise<void>;
    /** Saves a proposed memory, or restores one from the archive; with `scope`, it is used there. */
    keep(id: string, { scope }?: {
        scope?: Scope;
    }): Promise<void>;
    /** Rejects a proposed memory, or archives one. */
    archive(id: string): Promise<void>;
    /** The user data; with `change`, it is updated first. */
    user(change?: Partial<UserData>): Promise<UserData>;
}
/** The user's task list. It is not part of the prompt; the model reads it with a tool. */
export declare class Tasks {
    #private;
    /** Open tasks by due day, then completed ones. */
    list(): Promise<Task[]>;
    /** `due`: a day as `YYYY-MM-DD`. By default the model sees it in the project of the open conversation. */
    add(title: string, due?: string, { scope }?: {
        scope?: Scope;
    }): Promise<Task>;
    /** Changes where the model sees a task. */
    setScope(id: string, scope: Scope): Promise<Task>;
    /** Changes the title, and the due day if one is given; `null` removes it. */
    update(id: string, title: string, due?: string | null): Promise<void>;
    /** Completes a task, or reopens it. */
    complete(id: string, done?: boolean): Promise<void>;
    remove(id: string): Promise<void>;
}
/** Texts that replace older messages in requests. */
export declare class Summaries {
    #private;
    /** The summaries of the open conversation, and those of several conversations in its scope, newest first. */
    list(): Promise<ListedSummary[]>;
    /** Makes the summary of the last days now. */
    make({ signal }?: {
        signal?: AbortSignal;
    }): Promise<Summary>;
    /** Changes the text of a summary, its priority, or both. */
    update(id: string, change: string | {
        text?: string;
        priority?: number;
    }): Promise<Summary>;
    remove(id: string): Promise<void>;
}
