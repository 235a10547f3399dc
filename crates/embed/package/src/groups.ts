// What a manager has in groups: conversations, memories, tasks, summaries.

import type { Manager } from "./wasm/ricordo.js";
import type { Conversation, DeletedMessages, ListedSummary, Memory, MemoryPage, MemoryQuery, Summary, Task, UserData } from "./records.js";
import type { ChangeEvent } from "./types.js";

/**
 * How a group reaches the module: `run` reads, `change` changes and says what.
 *
 * @internal
 */
export interface Caller {
  run<T>(what: string, work: (manager: Manager) => Promise<unknown>): Promise<T>;
  change<T>(what: ChangeEvent["what"], work: (manager: Manager) => Promise<unknown>): Promise<T>;
}

/** Whole conversations. Commands without an id are about the open one. */
export class Conversations {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** All conversations, the last used first. */
  list(): Promise<Conversation[]> {
    return this.#caller.run("conversations.list", manager => manager.command("conversations", []));
  }

  /** Opens another conversation. Turns that run in the one before go on. */
  open(id: string): Promise<void> {
    return this.#caller.change("conversations", manager => manager.command("openConversation", [id]));
  }

  /** Starts a conversation, opens it and gives its id. A temporary one leaves nothing behind when it is erased. */
  create({ temporary = false }: { temporary?: boolean } = {}): Promise<string> {
    return this.#caller.change("conversations", manager => manager.command("newConversation", [temporary]));
  }

  rename(id: string, title: string): Promise<void> {
    return this.#caller.change("conversations", manager => manager.command("renameConversation", [id, title]));
  }

  /** Takes a conversation out of the list. {@link ContextManager.undo} brings it back; 30 days later it is erased. */
  remove(id: string): Promise<void> {
    return this.#caller.change("conversations", manager => manager.command("deleteConversation", [id]));
  }

  /** Takes all messages out of the open conversation. {@link ContextManager.undo} brings them back. */
  clear(): Promise<void> {
    return this.#caller.change("messages", manager => manager.command("clear", []));
  }

  /** What the limit on stored messages deleted and can still be restored, the last deletion first. */
  deletedMessages(): Promise<DeletedMessages[]> {
    return this.#caller.run("conversations.deletedMessages", manager => manager.maintenance("deletedMessages", []));
  }

  /** Restores these messages of a conversation and resolves with their number. For `deletedDays` nothing is deleted there. */
  restoreMessages(id: string): Promise<number> {
    return this.#caller.change("messages", manager => manager.maintenance("restoreMessages", [id]));
  }

  /** Deletes these messages of a conversation for good. */
  discardMessages(id: string): Promise<void> {
    return this.#caller.change("messages", manager => manager.maintenance("discardMessages", [id]));
  }
}

/** Facts about the user, which hold in all conversations. */
export class Memories {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** One page of the list: facts, and summaries kept as memories. */
  list(query: MemoryQuery = {}): Promise<MemoryPage> {
    return this.#caller.run("memories.list", manager => manager.command("memories", [query]));
  }

  /** Keeps a fact. One that is known already is merged, and given back. */
  add(text: string): Promise<Memory> {
    return this.#caller.change("memories", manager => manager.command("addMemory", [String(text)]));
  }

  update(id: string, text: string): Promise<Memory> {
    return this.#caller.change("memories", manager => manager.command("updateMemory", [id, String(text)]));
  }

  remove(id: string): Promise<void> {
    return this.#caller.change("memories", manager => manager.command("removeMemory", [id]));
  }

  /** Pins a memory, so that the cap never archives it, or unpins it. */
  pin(id: string, pinned = true): Promise<void> {
    return this.#caller.change("memories", manager => manager.command("pinMemory", [id, pinned]));
  }

  /** Keeps what the model proposed, or takes a memory out of the archive. */
  keep(id: string): Promise<void> {
    return this.#caller.change("memories", manager => manager.command("keepMemory", [id]));
  }

  /** Drops what the model proposed, or moves a memory to the archive. */
  archive(id: string): Promise<void> {
    return this.#caller.change("memories", manager => manager.command("archiveMemory", [id]));
  }

  /** Who the user is; with `change` it is stored first. */
  async user(change?: Partial<UserData>): Promise<UserData> {
    const now = await this.#caller.run<UserData>("memories.user", manager => manager.command("userData", []));
    if (!change) return now;
    const next = { ...now, ...change };
    await this.#caller.change("memories", manager => manager.command("saveUserData", [next]));
    return next;
  }
}

/** A list of the user's. It is not in the prompt; the model asks for it with a tool. */
export class Tasks {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Open ones by due day, then those that are done. */
  list(): Promise<Task[]> {
    return this.#caller.run("tasks.list", manager => manager.command("tasks", []));
  }

  /** `due`: a day as `YYYY-MM-DD`. */
  add(title: string, due?: string): Promise<Task> {
    return this.#caller.change("tasks", manager => manager.command("addTask", [String(title), due]));
  }

  update(id: string, title: string, due?: string): Promise<void> {
    return this.#caller.change("tasks", manager => manager.command("updateTask", [id, String(title), due]));
  }

  /** Ticks a task, or takes its tick away. */
  complete(id: string, done = true): Promise<void> {
    return this.#caller.change("tasks", manager => manager.command("tickTask", [id, done]));
  }

  remove(id: string): Promise<void> {
    return this.#caller.change("tasks", manager => manager.command("removeTask", [id]));
  }
}

/** Texts that stand for messages. */
export class Summaries {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Those of the open conversation and of all conversations, newest first. */
  list(): Promise<ListedSummary[]> {
    return this.#caller.run("summaries.list", manager => manager.maintenance("summaries", []));
  }

  /** Makes the summary of the last days now. */
  make({ signal }: { signal?: AbortSignal } = {}): Promise<Summary> {
    return this.#caller.change("summaries", manager => manager.maintenance("summarizeDays", [signal]));
  }

  /** Gives a summary other words, another priority, or both. */
  update(id: string, change: string | { text?: string; priority?: number }): Promise<Summary> {
    const given = typeof change === "string" ? { text: change } : change;
    return this.#caller.change("summaries", manager => manager.maintenance("editSummary", [id, given]));
  }

  remove(id: string): Promise<void> {
    return this.#caller.change("summaries", manager => manager.maintenance("removeSummary", [id]));
  }
}
