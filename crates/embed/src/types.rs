//! What TypeScript reads: the shapes of `plain.rs`, beside the exports they describe.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Where the model is: any OpenAI-compatible endpoint that allows this page's origin. */
export interface Endpoint {
  /** Such as `http://127.0.0.1:8080/v1`. */
  baseUrl: string;
  model: string;
  key?: string;
  /** The model's context in tokens, if it is known. */
  contextTokens?: number;
}

export interface OpenOptions {
  /** The name of the IndexedDB database. Without it everything lives in memory and is gone with the page. */
  name?: string;
  endpoint: Endpoint;
}

export interface Usage {
  promptTokens: number;
  completionTokens: number;
  cachedTokens?: number;
}

export interface Message {
  /** A UUID v7. */
  id: string;
  role: "user" | "assistant" | "tool" | "system";
  text: string;
  /** Milliseconds since 1970-01-01 UTC. */
  createdAt: number;
  model?: string;
  /** Estimated size in a prompt. */
  tokens: number;
  usage?: Usage;
  finish?: "complete" | "length" | "toolCalls" | "contentFilter" | "stopped" | "interrupted" | "failed";
  /** Why the reply failed, if it did. */
  error?: { code: string; message: string };
}

/** A tool that the model asked for, and what it was answered. */
export interface ToolCall {
  name: string;
  /** JSON as the model wrote it, which may be broken. */
  arguments: string;
  result: string;
  failed: boolean;
}

/** What a tool did. */
export interface ToolEvent {
  did:
    | "memoryProposed"
    | "memoryKept"
    | "memoryMerged"
    | "memoryChanged"
    | "memoryArchived"
    | "memoryDeleted"
    | "memoryRefused"
    | "taskAdded"
    | "taskCompleted"
    | "taskRefused";
  /** The memory or the task. */
  id?: string;
  /** Its words. */
  text?: string;
  /** Why it was refused. */
  reason?: string;
}

export type TurnEvent =
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

export interface SendOptions {
  onEvent?: (event: TurnEvent) => void;
  /** Stops the reply. What has arrived is kept, and the promise resolves with `finish: "stopped"`. */
  signal?: AbortSignal;
}

/** What every rejected promise holds. */
export interface RicordoError extends Error {
  name: "RicordoError";
  /** Stable: `over-budget`, `storage-full`, `closed`, … */
  code: string;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// `OpenOptions`
    #[wasm_bindgen(typescript_type = "OpenOptions")]
    pub type JsOpenOptions;
    /// `SendOptions | undefined`
    #[wasm_bindgen(typescript_type = "SendOptions | undefined")]
    pub type JsSendOptions;
    /// `Message`
    #[wasm_bindgen(typescript_type = "Message")]
    pub type JsMessage;
    /// `Message[]`
    #[wasm_bindgen(typescript_type = "Message[]")]
    pub type JsMessages;

    #[wasm_bindgen(method, getter, js_name = onEvent)]
    pub(crate) fn on_event(this: &JsSendOptions) -> Option<js_sys::Function>;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn signal(this: &JsSendOptions) -> Option<web_sys::AbortSignal>;
}
