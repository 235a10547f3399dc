import type { Finish, Usage } from "./messages.js";
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
        content: string | null | ({
            type: "text";
            text: string;
        } | {
            type: "image_url";
            image_url: {
                url: string;
            };
        })[];
        tool_calls?: {
            id: string;
            type: "function";
            function: {
                name: string;
                arguments: string;
            };
        }[];
        tool_call_id?: string;
    }[];
    stream: true;
    max_tokens?: number;
    max_completion_tokens?: number;
    temperature?: number;
    top_p?: number;
    tools?: {
        type: "function";
        function: {
            name: string;
            description: string;
            parameters: Record<string, unknown>;
        };
    }[];
}
/** What a model function yields: text, or an event. Pieces of one tool call have the same `index`. */
export type ModelPiece = string | {
    type: "text";
    text: string;
} | {
    type: "reasoning";
    text: string;
} | {
    type: "toolCall";
    index?: number;
    id?: string;
    name?: string;
    arguments?: string;
} | ({
    type: "usage";
} & Usage) | {
    type: "finish";
    finish: Exclude<Finish, "stopped" | "interrupted" | "failed">;
};
/**
 * The page's own model: `async function* (request, signal)`. It may also return a whole reply at once. After the signal is
 * aborted, further output is ignored.
 */
export type ModelFunction = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ModelPiece> | Iterable<ModelPiece> | Promise<string | AsyncIterable<ModelPiece>> | string;
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
export declare function modelFor(model: Model): {
    options: Record<string, unknown>;
    drive?: Drive;
};
export {};
