// Arguments and results of a manager: messages, requests, events.

import type { Embedder } from "./embedder.js";
import type { ModelErrorCode } from "./errors.js";
import type { Model } from "./model.js";
import type { Recalled, Summary } from "./records.js";
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

/** A part of a message. */
export type Part =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "image"; mediaType: string; alt: string; width: number | null; height: number | null }
  | { type: "file"; mediaType: string; name: string }
  /** `arguments` is JSON as the model wrote it, which may be invalid. */
  | { type: "toolCall"; id: string; name: string; arguments: string }
  /** `held`: the call was not made, because the request held text of documents; the user has to agree first. */
  | { type: "toolResult"; call: string; content: string; isError: boolean; held?: true };

/** A part of a message to send or store: images include their bytes. */
export type PartInput =
  | { type: "text"; text: string }
  | { type: "image"; data: Blob | Uint8Array; mediaType?: string; alt?: string; width?: number; height?: number }
  /** As in OpenAI's API. A `data:` URL in base64; nothing is fetched. */
  | { type: "image_url"; image_url: string | { url: string } }
  | Extract<Part, { type: "reasoning" | "toolCall" }>
  | { type: "toolResult"; call: string; content: string; isError?: boolean };

/** Content of a message: a text, or parts. */
export type Content = string | readonly PartInput[];

export type Role = "user" | "assistant" | "tool" | "system";

/** A message in the format of OpenAI's API. */
export interface ChatMessage {
  role: Role;
  content: Content;
}

/** Why a reply ended. */
export type Finish = "complete" | "length" | "toolCalls" | "contentFilter" | "stopped" | "interrupted" | "failed";

/** Usage that a provider reported, in tokens. */
export interface Usage {
  promptTokens: number;
  completionTokens: number;
  /** Tokens of the prompt that the provider had cached, and that it put into its cache for a surcharge. */
  cachedTokens?: number;
  writtenTokens?: number;
}

/** A stored message. */
export interface Message {
  /** A UUID v7. */
  id: string;
  role: Role;
  /** Who wrote it, if known. */
  author?: Author;
  /** The id of the message that it replies to. */
  replyTo?: string;
  /** Its text parts, joined. */
  text: string;
  parts: Part[];
  /** Milliseconds since 1970-01-01 UTC. */
  createdAt: number;
  model?: string;
  /** Estimated size in a prompt. */
  tokens: number;
  usage?: Usage;
  /** Why the reply ended. */
  finish?: Finish;
  /** Why the reply failed, if it did. */
  error?: { code: ModelErrorCode; message: string; status?: number; retryAfterMs?: number };
  /** Only in lists. */
  mark?: "muted" | "pinned" | "notRecalled";
  /** Whether it is before a forget. Only in lists. */
  forgotten?: boolean;
}

export type LayerKind = "systemPrompt" | "project" | "tools" | "memories" | "summaries" | "window" | "recall" | "now" | "message";

/** What a part of a request was made from. */
export interface Source {
  kind: "message" | "memory" | "summary" | "project" | "chunk";
  /** Of a chunk: that of its document, in which it has the `number`, from 0. */
  id: string;
  number?: number;
}

/** The exact request, what it consists of, and what was left out. */
export interface Compiled {
  /** The body as it is sent to the endpoint; without one, that for OpenAI-compatible servers, see {@link ChatRequest}. */
  request: Record<string, unknown>;
  /** In the order in which they are sent. */
  layers: { kind: LayerKind; tokens: number; messages: number; sources: Source[] }[];
  omitted: { layer: LayerKind; reason: OmittedReason; messages: number; tokens: number; sources: Source[] }[];
  /** What the layer `recall` holds, and why: memories first. */
  recalled: Recalled[];
  warnings: { kind: "unknownVariable" | "volatileVariable" | "volatileLayer" | "recallNotReady" | "recalledByWords"; about: string }[];
  /** The estimated size of the prompt. */
  tokens: number;
  /**
   * The possible error of `tokens`: it is at most `margin` too low, which is kept free of the budget, and at most `tooHigh`
   * too high; `tooHigh` is larger than the margin if the model's vocabulary is not known by its name. `isCorrected`: the
   * provider has counted a prompt since. `isExact`: stored messages are counted exactly, as the model does, so `margin`
   * only covers the chat template.
   */
  estimate: { margin: number; tooHigh: number; isCorrected: boolean; isExact: boolean };
  /** The most tokens it may have. */
  budget: number;
  maxResponseTokens: number;
}

/** Why something is not in the prompt. */
export type OmittedReason =
  | "forgotten"
  | "unanswered"
  | "muted"
  | "empty"
  | "compressed"
  | "otherForm"
  | "unpaired"
  | "messageLimit"
  | "budget"
  | "ceiling"
  | "stale"
  | "notSupported"
  | "staysHere";

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
  | { type: "notSaved"; message: string };

/** The job of idle work. */
export type Job = "compression" | "extraction" | "recent" | "long" | "title" | "projectRecent" | "projectLong";

/** What happens in idle work. */
export type MaintainEvent =
  | { type: "idle" }
  | { type: "running"; job: Job; done: number; of: number }
  /** It is not tried again before `againAt`, milliseconds since 1970-01-01 UTC; without it, not by itself. */
  | { type: "refused"; job: Job; message: string; againAt?: number }
  | { type: "finished"; job: Job; summary?: Summary }
  /** It waits for an answer, and nothing was sent: see {@link MaintainOptions}. */
  | { type: "asks"; question: BackgroundQuestion }
  /** A request was sent. `at` is in milliseconds since 1970-01-01 UTC. */
  | { type: "sent"; job: Job; at: number; to: string; model: string; tokens: number; prompt: string }
  /** Facts that were kept unasked (`memories.autoKeep`) took the place of memories, which are in the archive now. */
  | { type: "madeRoom"; conversation: string; kept: NamedMemory[]; archived: NamedMemory[] };

/** A memory by its words. */
export interface NamedMemory {
  id: string;
  text: string;
}

/** What is asked before idle work sends something. */
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

/** Somebody who writes. People are told apart by `id`, else by `username`, else by `name`. */
export interface Author {
  /** The id in the system that the message came from. */
  id?: string | null;
  /** What they are called. Default: `username`. */
  name?: string | null;
  /** The short name, with or without `@`. */
  username?: string | null;
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
  /** Makes it give way. */
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
  /** What failed where nobody waits for a promise: a tool, a listener. */
  error: import("./errors.js").RicordoError;
}
