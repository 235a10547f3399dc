/**
 * Ricordo manages the context of conversations of any length, entirely in the browser: history, summaries, memories, tasks, and
 * the exact request that is sent to a model.
 *
 * Call {@link init} once, then {@link ContextManager.open}.
 *
 * @packageDocumentation
 */

export { init, type InitSource } from "./init.js";
export { ContextManager } from "./manager.js";
export type { Conversations, Memories, Projects, Summaries, Tasks } from "./groups.js";
export type { DocumentQuery, Documents, NewDocument } from "./documents.js";
export type { Embedder, EmbeddingPurpose } from "./embedder.js";
export type { MoveBackOptions, MoveOptions, MoveProgress, VectorOptions, VectorProgress, Vectors } from "./vectors.js";
export type { StoredVector, StoredVectorId, VectorIds, VectorStore, VectorStoreFailure } from "./vector-store.js";
export { isRicordoError, RicordoError } from "./errors.js";
export type { ErrorDetails, ModelErrorCode, RicordoErrorCode } from "./errors.js";
export type * from "./messages.js";
export type * from "./types.js";
export type * from "./records.js";
export type * from "./settings.js";
export type { ChatRequest, Endpoint, FunctionModel, Model, ModelFunction, ModelPiece } from "./model.js";
export type { ToolFunction, ToolSchema } from "./tools.js";
