// What goes in and comes out of a manager: messages, requests, events.

import type { ModelErrorCode } from "./errors.js";
import type { Model } from "./model.js";
import type { Summary } from "./records.js";
import type { SettingsPatch } from "./settings.js";

/** How a manager is opened. */
export interface OpenOptions {
  /** The name of the IndexedDB database. Without it everything lives in memory and is gone with the page. */
  name?: string;
  /** Who answers: an endpoint, or a function of the page. Without it the page asks its model itself. */
  model?: Model;
  /** Who does idle work and makes summaries. Default: the one that answers. */
  background?: Background;
  /** Settings to change at once, such as `{ contextMaxTokens: 4000 }`. */
  settings?: SettingsPatch;
  /**
   * What to do where the browser keeps nothing (private mode, a sandboxed frame): `memory` goes on in memory and says why
   * in {@link StorageInfo.note}; `error` rejects with `storage-unavailable`. Default: `memory`.
   */
  withoutStorage?: "memory" | "error";
}

/** A model for compression, summaries of days, facts and titles. What it uses has rows of its own in {@link ContextManager.stats}. */
export interface Background {
  model: Model;
  /** Whether it may run elsewhere although the model that answers runs on this computer. Default: no, then idle work rejects. */
  leavesComputer?: boolean;
}

/** Where what is said is kept. */
export interface StorageInfo {
  readonly kind: "indexeddb" | "memory";
  /** Whether it is there after a reload. */
  readonly persistent: boolean;
  /**
   * Whether the page is framed by one of another origin. Where that is another site, browsers keep the data apart for each
   * site that frames it. In a worker it is not known, and `false`.
   */
  readonly partitioned: boolean;
  /** What the user should be shown: why nothing is kept, or that it is kept apart. */
  readonly note?: string;
}

/** A piece of a message. */
export type Part =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "image"; mediaType: string; alt: string; width: number | null; height: number | null }
  | { type: "file"; mediaType: string; name: string }
  /** `arguments` is JSON as the model wrote it, which may be broken. */
  | { type: "toolCall"; id: string; name: string; arguments: string }
  | { type: "toolResult"; call: string; content: string; isError: boolean };

/** A piece of a message that is given: images bring their bytes. */
export type PartInput =
  | { type: "text"; text: string }
  | { type: "image"; data: Blob | Uint8Array; mediaType?: string; alt?: string; width?: number; height?: number }
  /** As in OpenAI's API. A `data:` URL in base64: nothing is fetched. */
  | { type: "image_url"; image_url: string | { url: string } }
  | { type: "reasoning"; text: string }
  | { type: "toolCall"; id: string; name: string; arguments: string }
  | { type: "toolResult"; call: string; content: string; isError?: boolean };

/** What a message says: words, or parts. */
export type Content = string | readonly PartInput[];

export type Role = "user" | "assistant" | "tool" | "system";

/** A message in the shape of OpenAI's API. */
export interface ChatMessage {
  role: Role;
  content: Content;
}

/** Why a reply ended. */
export type Finish = "complete" | "length" | "toolCalls" | "contentFilter" | "stopped" | "interrupted" | "failed";

/** What a provider reported, in tokens. */
export interface Usage {
  promptTokens: number;
  completionTokens: number;
  /** Tokens of the prompt that it did not have to read again. */
  cachedTokens?: number;
}

/** A stored message. */
export interface Message {
  /** A UUID v7. */
  id: string;
  role: Role;
  /** Who wrote it, where that was told. */
  author?: Author;
  /** The id of the message that it answers. */
  replyTo?: string;
  /** Its words: the text parts, one after the other. */
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
  mark?: "muted" | "pinned";
  /** Whether it lies before what was forgotten. Only in lists. */
  forgotten?: boolean;
}

export type LayerKind = "systemPrompt" | "tools" | "memories" | "summaries" | "window" | "recall" | "now" | "message";

/** What a piece of a request was made from. */
export interface Source {
  kind: "message" | "memory" | "summary";
  id: string;
}

/** The exact request, what it is made of, and what was left out. */
export interface Compiled {
  /**
   * The body as it goes to the endpoint: of OpenAI-compatible servers, of Ollama or of Anthropic. Without an endpoint that
   * of OpenAI-compatible servers, see {@link ChatRequest}.
   */
  request: Record<string, unknown>;
  /** In the order in which they are sent. */
  layers: { kind: LayerKind; tokens: number; messages: number; sources: Source[] }[];
  omitted: { layer: LayerKind; reason: OmittedReason; messages: number; tokens: number; sources: Source[] }[];
  warnings: { kind: "unknownVariable" | "volatileVariable" | "volatileLayer"; about: string }[];
  /** The estimated size of the prompt. */
  tokens: number;
  /**
   * How far `tokens` may be off: it is at most `margin` too low, which is kept free of the budget, and at most `tooHigh` too
   * high: by more than the margin where the vocabulary of the model is not known by its name. `isCorrected`: the provider
   * has counted a prompt since. `isExact`: stored messages are counted exactly, as the model does, so that `margin` is no more
   * than a chat template takes.
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
  | "notSupported";

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
export type Job = "compression" | "extraction" | "recent" | "long" | "title";

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

/** What changed, and where. */
export interface ChangeEvent {
  what: "messages" | "context" | "memories" | "tasks" | "summaries" | "settings" | "conversations" | "everything";
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
