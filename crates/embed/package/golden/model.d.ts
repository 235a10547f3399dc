import type { Finish, Usage } from "./types.js";
/** An endpoint that allows this page's origin. The key stays inside of the module: nothing gives it out again. */
export interface Endpoint {
    /** Default: `openai`, which is any OpenAI-compatible server. */
    kind?: "openai" | "ollama" | "anthropic";
    /** Such as `http://127.0.0.1:8080/v1`. */
    baseUrl: string;
    /** The model's id there. */
    model: string;
    key?: string;
    /** The model's context in tokens, if it is known. */
    contextTokens?: number;
    /** Whether it takes images. Default: no. */
    sees?: boolean;
    /** Whether it takes tools. Default: yes. */
    tools?: boolean;
}
/** A request as OpenAI-compatible servers take it: it can be sent as it is. */
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
/** What a model function yields: words, or an event. Pieces of one tool call have one `index`. */
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
 * The page's own model: `async function* (request, signal)`. It may give a whole reply at once, too. When the signal is
 * aborted nobody listens any more.
 */
export type ModelFunction = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ModelPiece> | Iterable<ModelPiece> | Promise<string | AsyncIterable<ModelPiece>> | string;
/** A model function, and what is known of its model. */
export interface FunctionModel {
    generate: ModelFunction;
    /** The model's name in requests and statistics. Default: `page`. */
    model?: string;
    contextTokens?: number;
    sees?: boolean;
    tools?: boolean;
}
/** Who answers. */
export type Model = Endpoint | FunctionModel | ModelFunction;
type Drive = (body: string, signal: AbortSignal, onEvent: (event: string) => void) => Promise<void>;
/** A model as the module takes it: what is known of it, and who drives it. */
export declare function modelFor(model: Model): {
    options: Record<string, unknown>;
    drive?: Drive;
};
export {};
