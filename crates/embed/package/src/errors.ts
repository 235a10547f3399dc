// Errors: real `Error`s with a stable code, a sentence, and what is known beside it.

import { whyNotLoaded } from "./pieces.js";

/** What a program can act on. A code never changes its meaning; new ones may come. */
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

/** Why a model gave no reply, or not a whole one: in `message.error.code`. */
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
  | "bad-request"
  | "server-error"
  | "not-the-protocol"
  | "error-in-stream"
  | "cut-off"
  | "timed-out"
  | "ran-on"
  | "empty-reply"
  | "model-not-loaded"
  | "model-failed";

/** What is known beside the sentence, such as `{ field, min, max, given }` of `out-of-range`. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

const BRAND = Symbol.for("ricordo.error");

/** What every rejected promise of this package holds. */
export class RicordoError extends Error {
  override readonly name = "RicordoError";
  /** Stable: a program can act on it. */
  readonly code: RicordoErrorCode;
  /** What is known beside the sentence. */
  readonly details?: ErrorDetails;

  constructor(code: RicordoErrorCode, message: string, more: { cause?: unknown; details?: ErrorDetails } = {}) {
    super(message, "cause" in more ? { cause: more.cause } : undefined);
    this.code = code;
    if (more.details) this.details = more.details;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Whether something that was caught is an error of this package, also of another copy of it on the page. */
export function isRicordoError(value: unknown): value is RicordoError {
  return value instanceof Error && (value as unknown as Record<symbol, unknown>)[BRAND] === true;
}

/** What the module threw, as an error of this package. */
function errorOf(thrown: unknown): RicordoError {
  if (isRicordoError(thrown)) return thrown;
  const told = thrown as { code?: unknown; message?: unknown; details?: ErrorDetails; cause?: unknown } | null;
  if (typeof told === "object" && told && typeof told.code === "string" && typeof told.message === "string") {
    const more: { cause?: unknown; details?: ErrorDetails } = {};
    if (told.details) more.details = told.details;
    if (told.cause !== undefined) more.cause = told.cause;
    if (told.code === "not-loaded") more.cause = whyNotLoaded();
    return new RicordoError(told.code as RicordoErrorCode, told.message, more);
  }
  const sentence = "Something failed inside of ricordo. What is stored is whole: open the manager again.";
  return new RicordoError("internal", sentence, { cause: thrown });
}

/** Calls the module: what it throws becomes an error of this package. */
export async function calling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw errorOf(thrown);
  }
}

/** As {@link calling}, for what is done at once. */
export function callingNow<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw errorOf(thrown);
  }
}
