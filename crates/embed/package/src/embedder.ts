// The program's own model for recall by meaning.

import { RicordoError } from "./errors.js";

/** What a text is for: to be found, or to find others. Many models want a prefix for each. */
export type EmbeddingPurpose = "passage" | "question";

/** A model that turns texts into vectors, so that recall finds messages that share no word with a question. */
export interface Embedder {
  /**
   * Names the vectors: the model, and all that its vectors depend on. Stored vectors of another id are not used, and are made
   * again by {@link Vectors.make}.
   */
  id: string;
  /**
   * Whether texts stay on this computer. Default: no. Then conversations with an {@link Endpoint} on this computer are not
   * given to it.
   */
  onThisComputer?: boolean;
  /** The most texts in one call: 1 to 1,000. Default: 16. */
  mostTexts?: number;
  /**
   * One vector for each text, in order, all of the same length. `signal` is aborted when they are no longer needed. If it
   * rejects, returns anything else or takes too long, recall finds by words alone.
   */
  embed(texts: string[], purpose: EmbeddingPurpose, signal: AbortSignal): Promise<readonly (readonly number[] | Float32Array)[]>;
}

/** The arguments for the module that set the embedder. It rejects with a text. @internal */
export function embedderOf(embedder: Embedder | undefined): unknown[] {
  if (embedder === undefined) return [];
  if (typeof embedder?.embed !== "function") {
    throw new RicordoError("bad-argument", "An embedder is `{ id, embed }`; `embed` is a function that returns vectors.");
  }
  const { id, onThisComputer, mostTexts } = embedder;
  const call = async (texts: string[], purpose: EmbeddingPurpose, signal: AbortSignal) => {
    try {
      return await embedder.embed(texts, purpose, signal);
    } catch (thrown) {
      throw thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    }
  };
  return [{ id, onThisComputer, mostTexts }, call];
}
