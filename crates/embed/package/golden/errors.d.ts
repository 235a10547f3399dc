/** What a program can act on. A code never changes its meaning; new ones may come. */
export type RicordoErrorCode = "not-initialized" | "init-failed" | "not-loaded" | "internal" | "bad-argument" | "not-plain" | "aborted" | "closed" | "no-model" | "tool-exists" | "tool-failed" | "listener-failed" | "empty-message" | "over-budget" | "cannot-see" | "no-conversation" | "no-message" | "nothing-to-retry" | "temporary" | "memory-refused" | "task-refused" | "summary-refused" | "unknown-setting" | "wrong-value" | "out-of-range" | "unknown-zone" | "bad-template" | "unknown-preset" | "bad-preset" | "nothing-to-compress" | "nothing-compressed" | "stopped" | "unusable-summary" | "changed" | "no-sentences" | "conflict" | "storage-full" | "storage-unavailable" | "upgrade-blocked" | "newer-version" | "damaged" | "storage-failed" | "not-an-export" | ModelErrorCode;
/** Why a model gave no reply, or not a whole one: in `message.error.code`. */
export type ModelErrorCode = "model-threw" | "model-garbage" | "unreachable" | "invalid-address" | "origin-refused" | "local-network-refused" | "mixed-content" | "unauthorized" | "not-found" | "rate-limited" | "context-overflow" | "bad-request" | "server-error" | "not-the-protocol" | "error-in-stream" | "cut-off" | "timed-out" | "ran-on" | "empty-reply" | "model-not-loaded" | "model-failed";
/** What is known beside the sentence, such as `{ field, min, max, given }` of `out-of-range`. */
export type ErrorDetails = Readonly<Record<string, unknown>>;
/** What every rejected promise of this package holds. */
export declare class RicordoError extends Error {
    readonly name = "RicordoError";
    /** Stable: a program can act on it. */
    readonly code: RicordoErrorCode;
    /** What is known beside the sentence. */
    readonly details?: ErrorDetails;
    constructor(code: RicordoErrorCode, message: string, more?: {
        cause?: unknown;
        details?: ErrorDetails;
    });
}
/** Whether something that was caught is an error of this package, also of another copy of it on the page. */
export declare function isRicordoError(value: unknown): value is RicordoError;
/** Calls the module: what it throws becomes an error of this package. */
export declare function calling<T>(work: () => Promise<T>): Promise<T>;
/** As {@link calling}, for what is done at once. */
export declare function callingNow<T>(work: () => T): T;
