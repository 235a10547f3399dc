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

export type TurnEvent =
  | { type: "stored"; message: Message }
  | { type: "sent" }
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "usage"; usage: Usage }
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
