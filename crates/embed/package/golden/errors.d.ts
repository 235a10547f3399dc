/** Stable codes that a program can handle. A code never changes its meaning; new codes may be added. */
export type RicordoErrorCode = "not-initialized" | "init-failed" | "not-loaded" | "internal" | "bad-argument" | "not-plain" | "aborted" | "closed" | "no-model" | "no-embedder" | "embedder-failed" | "no-vector-store" | "vector-store-failed" | "tool-exists" | "tool-failed" | "listener-failed" | "empty-message" | "over-budget" | "cannot-see" | "no-conversation" | "no-message" | "nothing-to-retry" | "temporary" | "memory-refused" | "task-refused" | "summary-refused" | "project-refused" | "document-refused" | "unknown-setting" | "wrong-value" | "out-of-range" | "unknown-zone" | "bad-template" | "unknown-preset" | "bad-preset" | "nothing-to-compress" | "nothing-compressed" | "stopped" | "unusable-summary" | "changed" | "no-sentences" | "conflict" | "storage-full" | "storage-unavailable" | "upgrade-blocked" | "newer-version" | "damaged" | "storage-failed" | "not-an-export" | ModelErrorCode;
/** Why a model gave no reply or only a part of one: in `message.error.code`. */
export type ModelErrorCode = "model-threw" | "model-garbage" | "unreachable" | "invalid-address" | "origin-refused" | "local-network-refused" | "mixed-content" | "unauthorized" | "not-found" | "rate-limited" | "context-overflow" | "tool-results-too-long" | "over-budget" | "cannot-see" | "bad-request" | "server-error" | "not-the-protocol" | "event-too-long" | "error-in-stream" | "cut-off" | "timed-out" | "ran-on" | "empty-reply" | "model-not-loaded" | "model-failed";
/** Details of an error, such as `{ field, min, max, given }` for `out-of-range`, or `{ reason }` for `vector-store-failed`. */
export type ErrorDetails = Readonly<Record<string, unknown>>;
/** Every rejected promise of this package holds one. */
export declare class RicordoError extends Error {
    readonly name = "RicordoError";
    /** A stable code that a program can handle. */
    readonly code: RicordoErrorCode;
    /** Details, if there are any. */
    readonly details?: ErrorDetails;
    constructor(code: RicordoErrorCode, message: string, more?: {
        cause?: unknown;
        details?: ErrorDetails;
    });
}
/** Whether a caught value is an error of this package, including another copy of it on the page. */
export declare function isRicordoError(value: unknown): value is RicordoError;
/** Calls the module and converts what it throws to an error of this package. */
export declare function calling<T>(work: () => Promise<T>): Promise<T>;
/** Like {@link calling}, for synchronous calls. */
export declare function callingNow<T>(work: () => T): T;
