// The groups of a manager: conversations, memories, tasks, summaries.

import type { Manager } from "./wasm/ricordo.js";
import type { Conversation, DeletedMessages, ListedSummary, Memory, MemoryPage, MemoryQuery, Project, ProjectChange, Scope, Summary, Task, UserData } from "./records.js";
import type { ChangeEvent } from "./types.js";

/** What calls the module, with the conversation that was open when the page made the call. @internal */
export type Work = (manager: Manager, open: string) => Promise<unknown>;

/**
 * How a group calls the module: `run` reads; `change` changes data and reports what changed, in the open conversation unless
 * another is given; `patch` does that for calls that change some fields of a record, one after the other. A signal of `until` is
 * also aborted when the manager is closed. `model`: the one that answers now, as the module takes it.
 *
 * @internal
 */
export interface Caller {
  run<T>(what: string, work: Work): Promise<T>;
  change<T>(what: ChangeEvent["what"], work: Work, conversation?: string): Promise<T>;
  patch<T>(what: ChangeEvent["what"], work: Work): Promise<T>;
  until(signal?: AbortSignal): AbortSignal;
  model(): readonly unknown[];
}

/** Whole conversations. Without an id, a command is about the open conversation. */
export class Conversations {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** All conversations, most recently used first. */
  list(): Promise<Conversation[]> {
    return this.#caller.run("conversations.list", (manager, open) => manager.command(open, "conversations", []));
  }

  /**
   * Opens another conversation. Running turns of the previous one continue; if that is temporary, its reply is stopped, and it
   * is erased.
   */
  open(id: string): Promise<void> {
    return this.#caller.change("conversations", (manager, open) => manager.command(open, "openConversation", [id]));
  }

  /**
   * Creates and opens a conversation, in a project or in none, and returns its id. A temporary one is in no project. It is
   * erased when another one is opened or the manager is closed; {@link ContextManager.maintain} erases what a closed tab left.
   */
  create(options: { temporary?: boolean; project?: string } = {}): Promise<string> {
    return this.#caller.change("conversations", (manager, open) => manager.command(open, "newConversation", [options]));
  }

  /**
   * Moves a conversation to a project; `null`: out of any. The memories and tasks that came from it follow and are never
   * used more widely. {@link ContextManager.undo} moves it back.
   */
  move(id: string, project: string | null): Promise<void> {
    return this.#caller.change("conversations", (manager, open) => manager.command(open, "moveConversation", [id, project]));
  }

  rename(id: string, title: string): Promise<void> {
    return this.#caller.change("conversations", (manager, open) => manager.command(open, "renameConversation", [id, title]));
  }

  /**
   * Removes a conversation from the list. If it is open, another one is opened. {@link ContextManager.undo} restores it;
   * after 30 days {@link ContextManager.maintain} erases it. A temporary one that is open is erased at once.
   */
  remove(id: string): Promise<void> {
    return this.#caller.change("conversations", (manager, open) => manager.command(open, "deleteConversation", [id]));
  }

  /** Removes all messages from the open conversation. {@link ContextManager.undo} restores them. */
  clear(): Promise<void> {
    return this.#caller.change("messages", (manager, open) => manager.command(open, "clear", []));
  }

  /** The messages that the limit on stored messages deleted and that can still be restored, most recent deletion first. */
  deletedMessages(): Promise<DeletedMessages[]> {
    return this.#caller.run("conversations.deletedMessages", (manager, open) => manager.maintenance(open, "deletedMessages", []));
  }

  /** Restores these messages of a conversation and resolves with their number. The limit deletes nothing there for `deletedDays`. */
  restoreMessages(id: string): Promise<number> {
    return this.#caller.change("messages", (manager, open) => manager.maintenance(open, "restoreMessages", [id]), id);
  }

  /** Deletes these messages of a conversation for good. */
  discardMessages(id: string): Promise<void> {
    return this.#caller.change("messages", (manager, open) => manager.maintenance(open, "discardMessages", [id]), id);
  }
}

/** Folders of conversations, each with its own instructions, memories, tasks and summaries. */
export class Projects {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** All projects, oldest first. */
  list(): Promise<Project[]> {
    return this.#caller.run("projects.list", (manager, open) => manager.command(open, "projects", []));
  }

  create(project: ProjectChange & { name: string }): Promise<Project> {
    return this.#caller.change("projects", (manager, open) => manager.command(open, "createProject", [project]));
  }

  /** Changes some fields of a project. {@link ContextManager.undo} changes them back. */
  update(id: string, change: ProjectChange): Promise<Project> {
    // The module takes a missing preset for an unchanged one.
    const given = change.preset === null ? { ...change, preset: "" } : change;
    return this.#caller.patch("projects", (manager, open) => manager.command(open, "updateProject", [id, given]));
  }

  /**
   * Deletes a project. Its conversations stay, in no project, with the memories and tasks that came from them; its other
   * memories are archived. Its other tasks and its documents stay, and are used nowhere until they get another scope.
   * {@link ContextManager.undo} restores it.
   */
  remove(id: string): Promise<void> {
    return this.#caller.change("projects", (manager, open) => manager.command(open, "removeProject", [id]));
  }
}

/** Facts about the user. Each is used where its scope says: by default in the project where it was told, or everywhere. */
export class Memories {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** One page of the list: facts, and summaries kept as memories. */
  list(query: MemoryQuery = {}): Promise<MemoryPage> {
    return this.#caller.run("memories.list", (manager, open) => manager.command(open, "memories", [query]));
  }

  /**
   * Saves a fact, by default for the project of the open conversation. If it is known already with the same scope, it is
   * merged and returned.
   */
  add(text: string, { scope }: { scope?: Scope } = {}): Promise<Memory> {
    return this.#caller.patch("memories", (manager, open) => manager.command(open, "addMemory", [String(text), scope]));
  }

  /** Changes where a memory is used. */
  setScope(id: string, scope: Scope): Promise<Memory> {
    return this.#caller.patch("memories", (manager, open) => manager.command(open, "scopeMemory", [id, scope]));
  }

  update(id: string, text: string): Promise<Memory> {
    return this.#caller.patch("memories", (manager, open) => manager.command(open, "updateMemory", [id, String(text)]));
  }

  remove(id: string): Promise<void> {
    return this.#caller.patch("memories", (manager, open) => manager.command(open, "removeMemory", [id]));
  }

  /** Pins a memory, so that it is never archived automatically, or unpins it. */
  pin(id: string, pinned = true): Promise<void> {
    return this.#caller.patch("memories", (manager, open) => manager.command(open, "pinMemory", [id, pinned]));
  }

  /** Saves a proposed memory, or restores one from the archive; with `scope`, it is used there. */
  keep(id: string, { scope }: { scope?: Scope } = {}): Promise<void> {
    return this.#caller.patch("memories", (manager, open) => manager.command(open, "keepMemory", [id, scope]));
  }

  /** Rejects a proposed memory, or archives one. */
  archive(id: string): Promise<void> {
    return this.#caller.patch("memories", (manager, open) => manager.command(open, "archiveMemory", [id]));
  }

  /** The user data; with `change`, it is updated first. */
  user(change?: Partial<UserData>): Promise<UserData> {
    if (!change) return this.#caller.run("memories.user", (manager, open) => manager.command(open, "userData", []));
    return this.#caller.patch("memories", (manager, open) => manager.command(open, "changeUserData", [change]));
  }
}

/** The user's task list. It is not part of the prompt; the model reads it with a tool. */
export class Tasks {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Open tasks by due day, then completed ones. */
  list(): Promise<Task[]> {
    return this.#caller.run("tasks.list", (manager, open) => manager.command(open, "tasks", []));
  }

  /** `due`: a day as `YYYY-MM-DD`. By default the model sees it in the project of the open conversation. */
  add(title: string, due?: string, { scope }: { scope?: Scope } = {}): Promise<Task> {
    return this.#caller.change("tasks", (manager, open) => manager.command(open, "addTask", [String(title), due, scope]));
  }

  /** Changes where the model sees a task. */
  setScope(id: string, scope: Scope): Promise<Task> {
    return this.#caller.patch("tasks", (manager, open) => manager.command(open, "scopeTask", [id, scope]));
  }

  /** Changes the title, and the due day if one is given; `null` removes it. */
  update(id: string, title: string, due?: string | null): Promise<void> {
    return this.#caller.patch("tasks", (manager, open) => manager.command(open, "updateTask", [id, String(title), due]));
  }

  /** Completes a task, or reopens it. */
  complete(id: string, done = true): Promise<void> {
    return this.#caller.patch("tasks", (manager, open) => manager.command(open, "tickTask", [id, done]));
  }

  remove(id: string): Promise<void> {
    return this.#caller.patch("tasks", (manager, open) => manager.command(open, "removeTask", [id]));
  }
}

/** Texts that replace older messages in requests. */
export class Summaries {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The summaries of the open conversation, and those of several conversations in its scope, newest first. */
  list(): Promise<ListedSummary[]> {
    return this.#caller.run("summaries.list", (manager, open) => manager.maintenance(open, "summaries", []));
  }

  /** Makes the summary of the last days now. */
  make({ signal }: { signal?: AbortSignal } = {}): Promise<Summary> {
    return this.#caller.change("summaries", (manager, open) => manager.maintenance(open, "summarizeDays", [this.#caller.until(signal), ...this.#caller.model()]));
  }

  /** Changes the text of a summary, its priority, or both. */
  update(id: string, change: string | { text?: string; priority?: number }): Promise<Summary> {
    const given = typeof change === "string" ? { text: change } : change;
    return this.#caller.change("summaries", (manager, open) => manager.maintenance(open, "editSummary", [id, given]));
  }

  remove(id: string): Promise<void> {
    return this.#caller.change("summaries", (manager, open) => manager.maintenance(open, "removeSummary", [id]));
  }
}
