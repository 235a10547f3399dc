import type { ModelErrorCode } from "./errors.js";
import type { Recalled } from "./records.js";
/** A part of a message. */
export type Part = {
    type: "text";
    text: string;
} | {
    type: "reasoning";
    text: string;
} | {
    type: "image";
    mediaType: string;
    alt: string;
    width: number | null;
    height: number | null;
} | {
    type: "file";
    mediaType: string;
    name: string;
}
/** `arguments` is JSON as the model wrote it, which may be invalid. */
 | {
    type: "toolCall";
    id: string;
    name: string;
    arguments: string;
}
/** `held`: the call was not made, because the request held text of documents; the user has to agree first. */
 | {
    type: "toolResult";
    call: string;
    content: string;
    isError: boolean;
    held?: true;
};
/** A part of a message to send or store: images include their bytes. */
export type PartInput = {
    type: "text";
    text: string;
} | {
    type: "image";
    data: Blob | Uint8Array;
    mediaType?: string;
    alt?: string;
    width?: number;
    height?: number;
}
/** As in OpenAI's API. A `data:` URL in base64; nothing is fetched. */
 | {
    type: "image_url";
    image_url: string | {
        url: string;
    };
} | Extract<Part, {
    type: "reasoning" | "toolCall";
}> | {
    type: "toolResult";
    call: string;
    content: string;
    isError?: boolean;
};
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
    error?: {
        code: ModelErrorCode;
        message: string;
        status?: number;
        retryAfterMs?: number;
    };
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
    layers: {
        kind: LayerKind;
        tokens: number;
        messages: number;
        sources: Source[];
    }[];
    omitted: {
        layer: LayerKind;
        reason: OmittedReason;
        messages: number;
        tokens: number;
        sources: Source[];
    }[];
    /** What the layer `recall` holds, and why: memories first. */
    recalled: Recalled[];
    warnings: {
        kind: "unknownVariable" | "volatileVariable" | "volatileLayer" | "recallNotReady" | "recalledByWords" | "promptTooLong";
        about: string;
    }[];
    /** The estimated size of the prompt. */
    tokens: number;
    /**
     * The possible error of `tokens`: it is at most `margin` too low, which is kept free of the budget, and at most `tooHigh`
     * too high; `tooHigh` is larger than the margin if the model's vocabulary is not known by its name. `isCorrected`: the
     * provider has counted a prompt since. `isExact`: stored messages are counted exactly, as the model does, so `margin`
     * only covers the chat template.
     */
    estimate: {
        margin: number;
        tooHigh: number;
        isCorrected: boolean;
        isExact: boolean;
    };
    /** The most tokens it may have. */
    budget: number;
    maxResponseTokens: number;
}
/** Why something is not in the prompt. */
export type OmittedReason = "forgotten" | "unanswered" | "muted" | "empty" | "compressed" | "otherForm" | "unpaired" | "messageLimit" | "budget" | "ceiling" | "stale" | "notSupported" | "staysHere";
/** Somebody who writes. People are told apart by `id`, else by `username`, else by `name`. */
export interface Author {
    /** The id in the system that the message came from. */
    id?: string | null;
    /** What they are called. Default: `username`. */
    name?: string | null;
    /** The short name, with or without `@`. */
    username?: string | null;
}
