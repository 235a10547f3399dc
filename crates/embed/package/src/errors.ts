// Errors: `Error` objects with a stable code, a message, and details.

import { whyNotLoaded } from "./pieces.js";

/** Stable codes that a program can handle. A code never changes its meaning; new codes may be added. */
export type RicordoErrorCode =
  /* The package */
  | "not-initialized"
  | "init-failed"
  | "not-loaded"
  | "internal"
  | "bad-argument"
  | "not-plain"
  | "aborted"
  | "closed"
  | "no-model"
  | "no-embedder"
  | "embedder-failed"
  | "no-vector-store"
  | "vector-store-failed"
  | "tool-exists"
  | "tool-failed"
  | "listener-failed"
  /* Messages and conversations */
  | "empty-message"
  | "over-budget"
  | "cannot-see"
  | "no-conversation"
  | "no-message"
  | "nothing-to-retry"
  | "temporary"
  | "memory-refused"
  | "task-refused"
  | "summary-refused"
  | "project-refused"
  | "document-refused"
  /* Settings */
  | "unknown-setting"
  | "wrong-value"
  | "out-of-range"
  | "unknown-zone"
  | "bad-template"
  | "unknown-preset"
  | "bad-preset"
  /* Summaries */
  | "nothing-to-compress"
  | "nothing-compressed"
  | "stopped"
  | "unusable-summary"
  | "changed"
  | "no-sentences"
  /* Storage */
  | "conflict"
  | "storage-full"
  | "storage-unavailable"
  | "upgrade-blocked"
  | "newer-version"
  | "damaged"
  | "storage-failed"
  | "not-an-export"
  /* Models */
  | ModelErrorCode;

/** Why a model gave no reply or only a part of one: in `message.error.code`. */
export type ModelErrorCode =
  | "model-threw"
  | "model-garbage"
  | "unreachable"
  | "invalid-address"
  | "origin-refused"
  | "local-network-refused"
  | "mixed-content"
  | "unauthorized"
  | "not-found"
  | "rate-limited"
  | "context-overflow"
  | "tool-results-too-long"
  | "over-budget"
  | "cannot-see"
  | "bad-request"
  | "server-error"
  | "not-the-protocol"
  | "event-too-long"
  | "error-in-stream"
  | "cut-off"
  | "timed-out"
  | "ran-on"
  | "empty-reply"
  | "model-not-loaded"
  | "model-failed";

/** Details of an error, such as `{ field, min, max, given }` for `out-of-range`, or `{ reason }` for `vector-store-failed`. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

const BRAND = Symbol.for("ricordo.error");

/** Every rejected promise of this package holds one. */
export class RicordoError extends Error {
  override readonly name = "RicordoError";
  /** A stable code that a program can handle. */
  readonly code: RicordoErrorCode;
  /** Details, if there are any. */
  readonly details?: ErrorDetails;

  constructor(code: RicordoErrorCode, message: string, more: { cause?: unknown; details?: ErrorDetails } = {}) {
    super(message, "cause" in more ? { cause: more.cause } : undefined);
    this.code = code;
    if (more.details) this.details = more.details;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Whether a caught value is an error of this package, including another copy of it on the page. */
export function isRicordoError(value: unknown): value is RicordoError {
  return value instanceof Error && (value as unknown as Record<symbol, unknown>)[BRAND] === true;
}

/** Converts what the module threw to an error of this package. */
function errorOf(thrown: unknown): RicordoError {
  if (isRicordoError(thrown)) return thrown;
  const reported = thrown as { code?: unknown; message?: unknown; details?: ErrorDetails; cause?: unknown } | null;
  if (typeof reported === "object" && reported && typeof reported.code === "string" && typeof reported.message === "string") {
    const more: { cause?: unknown; details?: ErrorDetails } = {};
    if (reported.details) more.details = reported.details;
    if (reported.cause !== undefined) more.cause = reported.cause;
    if (reported.code === "not-loaded") more.cause = whyNotLoaded();
    return new RicordoError(reported.code as RicordoErrorCode, reported.message, more);
  }
  const sentence = "Something failed inside of ricordo. What is stored is whole: open the manager again.";
  return new RicordoError("internal", sentence, { cause: thrown });
}

/** Calls the module and converts what it throws to an error of this package. */
export async function calling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw errorOf(thrown);
  }
}

/** Like {@link calling}, for synchronous calls. */
export function callingNow<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw errorOf(thrown);
  }
}
