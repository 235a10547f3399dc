/**
 * Ricordo keeps the thread of a conversation of any length, in the browser alone: history, summaries, memories, tasks, and
 * the exact request that a model is sent.
 *
 * Call {@link init} once, then {@link ContextManager.open}.
 *
 * @packageDocumentation
 */

export { init, type InitSource } from "./init.js";
export { ContextManager } from "./manager.js";
export type { Conversations, Memories, Summaries, Tasks } from "./groups.js";
export { isRicordoError, RicordoError } from "./errors.js";
export type { ErrorDetails, ModelErrorCode, RicordoErrorCode } from "./errors.js";
export type * from "./types.js";
export type * from "./records.js";
export type * from "./settings.js";
export type { ChatRequest, Endpoint, FunctionModel, Model, ModelFunction, ModelPiece } from "./model.js";
export type { ToolFunction, ToolSchema } from "./tools.js";
