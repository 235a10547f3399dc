// Arguments and results of a manager, and its events.

import type { Embedder } from "./embedder.js";
import type { Author, ChatMessage, Content, Finish, Message, Usage } from "./messages.js";
import type { Model } from "./model.js";
import type { Summary } from "./records.js";
import type { SettingsPatch } from "./settings.js";
import type { VectorStore } from "./vector-store.js";

/** Options of `open`. */
export interface OpenOptions {
  /** The name of the IndexedDB database. Without it everything is kept in memory and lost with the page. */
  name?: string;
  /** The model that answers: an endpoint, or a function of the page. Without it the page calls its model itself. */
  model?: Model;
  /** The model for background work and summaries. Default: the model that answers. */
  background?: Background;
  /** The model for recall by meaning. Default: none; recall finds by words alone. */
  embedder?: Embedder;
  /** The program's own store for vectors of the embedder. Default: none; all of them are kept here. */
  vectorStore?: VectorStore;
  /** Settings to change when opening, such as `{ contextMaxTokens: 4000 }`. */
  settings?: SettingsPatch;
  /**
   * What to do if the browser stores nothing (private mode, a sandboxed frame): `memory` keeps everything in memory and
   * gives the reason in {@link StorageInfo.note}; `error` rejects with `storage-unavailable`. Default: `memory`.
   */
  withoutStorage?: "memory" | "error";
}

/** A model for compression, daily summaries, facts and titles. Its usage has rows of its own in {@link ContextManager.stats}. */
export interface Background {
  model: Model;
  /** Whether it may run elsewhere if the model that answers runs on this computer. Default: no; then background work rejects. */
  leavesComputer?: boolean;
}

/** Where data is stored. */
export interface StorageInfo {
  readonly kind: "indexeddb" | "memory";
  /** Whether the data survives a reload. */
  readonly persistent: boolean;
  /**
   * Whether the page is framed by another origin. If that is another site, browsers keep separate data for each embedding
   * site. In a worker this is unknown, and `false`.
   */
  readonly partitioned: boolean;
  /** A sentence for the user: why nothing is stored, or that the data is separate. */
  readonly note?: string;
}

/** A tool that the model asked for, and what it was answered. */
export interface ToolCall {
  name: string;
  /** JSON as the model wrote it, which may be broken. */
  arguments: string;
  result: string;
  failed: boolean;
}

/** What a tool of the package did. */
export interface ToolEvent {
  did:
    | "memoryProposed"
    | "memoryKept"
    | "memoryMerged"
    | "memoryChanged"
    | "memoryArchived"
    | "memoryExpired"
    | "memoryDeleted"
    | "memoryRefused"
    | "userDataSaved"
    | "taskAdded"
    | "taskCompleted"
    | "taskRefused";
  /** The memory or the task. What went into the user data has none. */
  id?: string;
  /** Its words. */
  text?: string;
  /** Why it was refused. */
  reason?: string;
}

/** What happens in a turn, in this order. */
export type TurnEvent =
  | { type: "compiled"; tokens: number; budget: number }
  | { type: "stored"; message: Message }
  | { type: "sent" }
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "usage"; usage: Usage }
  /** The model asked for tools, and they answered. It is asked again. */
  | { type: "round"; reply: Message; calls: ToolCall[] }
  | { type: "tool"; event: ToolEvent }
  /** The server takes no tools: the request goes out again without them. */
  | { type: "toolsRefused" }
  /** The server dropped a part of the prompt: a sentence with the cure. */
  | { type: "truncated"; message: string }
  /** What has arrived so far could not be stored. `final`: the turn has ended, and its reply is not stored. */
  | { type: "notSaved"; message: string; final?: true };

/** The job of background work. */
export type Job = "compression" | "extraction" | "recent" | "long" | "title" | "projectRecent" | "projectLong";

/** What happens in background work. */
export type MaintainEvent =
  | { type: "idle" }
  | { type: "running"; job: Job; done: number; of: number }
  /** It is not tried again before `againAt`, milliseconds since 1970-01-01 UTC; without it, not by itself. */
  | { type: "refused"; job: Job; message: string; againAt?: number }
  | { type: "finished"; job: Job; summary?: Summary }
  /** It waits for an answer, and nothing was sent: see {@link MaintainOptions}. */
  | { type: "asks"; question: BackgroundQuestion }
  /** Conversations were erased: those removed 30 days ago, and temporary ones that a closed tab left. */
  | { type: "erased" }
  /** The limit on stored messages deleted some of this conversation. They can be restored. */
  | { type: "deleted"; conversation: string }
  /** A request was sent. `at` is in milliseconds since 1970-01-01 UTC. */
  | { type: "sent"; job: Job; at: number; to: string; model: string; tokens: number; prompt: string }
  /** Facts that were kept unasked (`memories.autoKeep`) took the place of memories, which are in the archive now. */
  | { type: "madeRoom"; conversation: string; kept: NamedMemory[]; archived: NamedMemory[] };

/** Id and text of a memory. */
export interface NamedMemory {
  id: string;
  text: string;
}

/** What is asked before background work sends something. */
export interface BackgroundQuestion {
  job: Job;
  conversation: string;
  messages: number;
  tokens: number;
  /** Millionths of the currency unit, where the model has a price. */
  cost?: number;
  /** Some of it was never sent there: it was imported, or said to another provider. */
  isNewThere: boolean;
  /** The address. */
  to: string;
}

/** What is known of a message beside its content. */
export interface MessageOptions {
  /** Who wrote it. Default: the user, who has no name but that in the user data. Facts and fields are of the author. */
  author?: Author;
  /** The id of the message that it answers. */
  replyTo?: string;
  /** What the chat is called: `{chatname}`. The conversation keeps it. */
  chatName?: string;
  /** What kind of chat it is: `{chattype}`. The conversation keeps it. In a group each message is sent with its author. */
  chatType?: "private" | "group" | "supergroup" | "channel";
}

export interface TurnOptions {
  onEvent?: (event: TurnEvent) => void;
  /** Stops the reply. What has arrived is kept, and the promise resolves with `finish: "stopped"`. */
  signal?: AbortSignal;
}

export interface SendOptions extends TurnOptions, MessageOptions {}

export interface MaintainOptions {
  onEvent?: (event: MaintainEvent) => void;
  /** Cancels the run. */
  signal?: AbortSignal;
  /** The most requests of one run. Default: 20. */
  maxRequests?: number;
  /** After so many tokens no further request is made. Default: 100,000. */
  maxTokens?: number;
  /** Text that was never sent to this model, much of it, or any that costs something waits for an answer. Default: no. */
  ask?: boolean;
  /** The answer for the open conversation. It is kept, for the address that was asked about. */
  answer?: "allowed" | "notNow" | "never";
}

/** What is known of a message that was said elsewhere. */
export interface AppendOptions extends MessageOptions {
  /** The model that wrote it. */
  model?: string;
  /** What the provider reported. With it and `model` the reply is counted in {@link ContextManager.stats}. */
  usage?: Usage;
  /** Why a reply ended. Default: `complete`. */
  finish?: Exclude<Finish, "interrupted" | "failed">;
}

/** A turn that the page had with its model itself. */
export interface CommittedTurn extends AppendOptions {
  /** What the user said. */
  message: Content | ChatMessage;
  /** What the model answered. */
  reply: Content | ChatMessage;
}

/** What changed, and where: in a conversation, or in more than one; then the id is that of the open one. */
export interface ChangeEvent {
  what: "messages" | "context" | "memories" | "tasks" | "summaries" | "settings" | "conversations" | "projects" | "documents" | "everything";
  /** `elsewhere`: in another tab. */
  from: "here" | "elsewhere";
  conversationId: string;
}

/** What {@link ContextManager.on} listens to. */
export interface ManagerEvents {
  turn: TurnEvent;
  maintain: MaintainEvent;
  change: ChangeEvent;
  /** Errors outside of any call's promise: of a tool, of a listener. */
  error: import("./errors.js").RicordoError;
}
