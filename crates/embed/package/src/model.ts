// Models: an endpoint, or a function of the page.

import { RicordoError } from "./errors.js";
import type { Finish, Usage } from "./messages.js";
import type { Background } from "./types.js";

/** An endpoint that allows this page's origin. Nothing returns the key. */
export interface Endpoint {
  /** Default: `openai`, any OpenAI-compatible server. */
  kind?: "openai" | "ollama" | "anthropic";
  /** Such as `http://127.0.0.1:8080/v1`. */
  baseUrl: string;
  /** The model's id on that server. */
  model: string;
  key?: string;
  /** The model's context in tokens, if known. */
  contextTokens?: number;
  /** Whether the model supports images. Default: no. */
  sees?: boolean;
  /** Whether the model supports tools. Default: yes. */
  tools?: boolean;
}

/**
 * A request as OpenAI-compatible servers accept it. It can be sent unchanged if `model` is one of the server: it is that of
 * {@link FunctionModel}, by default `page`.
 */
export interface ChatRequest {
  model: string;
  messages: {
    role: "system" | "user" | "assistant" | "tool";
    content: string | null | ({ type: "text"; text: string } | { type: "image_url"; image_url: { url: string } })[];
    tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
    tool_call_id?: string;
  }[];
  stream: true;
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
  top_p?: number;
  tools?: { type: "function"; function: { name: string; description: string; parameters: Record<string, unknown> } }[];
}

/** What a model function yields: text, or an event. Pieces of one tool call have the same `index`. */
export type ModelPiece =
  | string
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "toolCall"; index?: number; id?: string; name?: string; arguments?: string }
  | ({ type: "usage" } & Usage)
  | { type: "finish"; finish: Exclude<Finish, "stopped" | "interrupted" | "failed"> };

/**
 * The page's own model: `async function* (request, signal)`. It may also return a whole reply at once. After the signal is
 * aborted, further output is ignored.
 */
export type ModelFunction = (
  request: ChatRequest,
  signal: AbortSignal,
) => AsyncIterable<ModelPiece> | Iterable<ModelPiece> | Promise<string | AsyncIterable<ModelPiece>> | string;

/** A model function with details of its model. */
export interface FunctionModel {
  generate: ModelFunction;
  /** The model's name in requests and statistics. Default: `page`. */
  model?: string;
  contextTokens?: number;
  sees?: boolean;
  tools?: boolean;
}

/** The model that answers. */
export type Model = Endpoint | FunctionModel | ModelFunction;

type Drive = (body: string, signal: AbortSignal, onEvent: (event: string) => void) => Promise<void>;

/** A model as the module expects it: its details, and the function that runs it. */
export function modelFor(model: Model): { options: Record<string, unknown>; drive?: Drive } {
  if (typeof model === "function") return { options: { model: "page" }, drive: driver(model) };
  if (typeof model !== "object" || model === null) {
    throw new RicordoError("bad-argument", "A model is an endpoint (`{ baseUrl, model }`) or a function.");
  }
  if (!("generate" in model)) return { options: { ...model } };
  const { generate, ...known } = model;
  if (typeof generate !== "function") throw new RicordoError("bad-argument", "`generate` of a model is a function.");
  return { options: { model: "page", ...known }, drive: driver(generate) };
}

function driver(generate: ModelFunction): Drive {
  return async (body, signal, onEvent) => {
    try {
      const given = await generate(JSON.parse(body) as ChatRequest, signal);
      for await (const piece of typeof given === "string" ? [given] : pieces(given)) {
        // Output is ignored now. Leaving the loop ends the generator.
        if (signal.aborted) return;
        const event = eventOf(piece);
        if (event) onEvent(JSON.stringify(event));
      }
    } catch (thrown) {
      throw reportOf(thrown);
    }
  };
}

/** The arguments for the module that set the model that answers. @internal */
export function answeringOf(model: Model | undefined): unknown[] {
  if (model === undefined) return [];
  const { options, drive } = modelFor(model);
  return [options, drive];
}

/** The arguments for the module that set the background model. @internal */
export function backgroundOf(background: Background | undefined): unknown[] {
  if (background === undefined) return [];
  const { options, drive } = modelFor(background.model);
  return [options, drive, background.leavesComputer];
}

/** The module makes the reply's `error` from this shape. */
function reportOf(thrown: unknown): { garbage: boolean; message: string } {
  if (thrown instanceof Garbage) return { garbage: true, message: thrown.message };
  return { garbage: false, message: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown) };
}

class Garbage extends Error {}

function pieces(given: unknown): AsyncIterable<unknown> | Iterable<unknown> {
  const isIterable = typeof given === "object" && given !== null && (Symbol.asyncIterator in given || Symbol.iterator in given);
  if (!isIterable) throw new Garbage(`gave ${shown(given)}, which is no text and nothing to iterate over`);
  return given as AsyncIterable<unknown>;
}

function eventOf(piece: unknown): object | undefined {
  if (typeof piece === "string") return piece ? { event: "text", text: piece } : undefined;
  const event = (typeof piece === "object" && piece !== null ? piece : {}) as Record<string, unknown>;
  const { type, text, index, finish } = event;
  const count = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  if ((type === "text" || type === "reasoning") && typeof text === "string") return { event: type, text };
  if (type === "toolCall") {
    const given = (name: string) => (typeof event[name] === "string" ? event[name] : null);
    const callIndex = count(index) ? index : 0;
    return { event: "tool_call", index: callIndex, id: given("id"), name: given("name"), arguments: given("arguments") ?? "" };
  }
  if (type === "usage" && count(event.promptTokens) && count(event.completionTokens)) {
    const given = (tokens: unknown) => (count(tokens) ? tokens : null);
    const [cached_tokens, written_tokens] = [given(event.cachedTokens), given(event.writtenTokens)];
    const usage = { prompt_tokens: event.promptTokens, completion_tokens: event.completionTokens, cached_tokens, written_tokens };
    return { event: "usage", usage };
  }
  const ends: Record<string, string> = {
    complete: "complete",
    length: "length",
    toolCalls: "tool_calls",
    contentFilter: "content_filter",
  };
  if (type === "finish" && typeof finish === "string" && ends[finish]) return { event: "finish", finish: ends[finish] };
  throw new Garbage(`yielded ${shown(piece)}, which is no text and no event`);
}

function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 80);
  } catch {
    return String(value).slice(0, 80);
  }
}
