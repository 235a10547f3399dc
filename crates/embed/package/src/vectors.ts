// The vectors of a manager: which model of the program makes them, and when.

import { embedderOf, type Embedder } from "./embedder.js";
import type { Caller } from "./groups.js";

/** Options of {@link Vectors.make}. */
export interface VectorOptions {
  /** Called at the beginning and after each call of the embedder. */
  onProgress?: (progress: VectorProgress) => void;
  signal?: AbortSignal;
}

/** How many messages have a vector of the embedder. */
export interface VectorProgress {
  done: number;
  /** Messages that can have one. Forgotten and muted ones have none. */
  total: number;
}

/** The vectors with which recall finds by meaning. */
export class Vectors {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Sets the program's model; `undefined`: recall finds by words alone. The vectors of messages are made by {@link make}. */
  use(embedder: Embedder | undefined): Promise<void> {
    return this.#caller.run("vectors.use", manager => manager.maintenance("useEmbedder", embedderOf(embedder)));
  }

  /**
   * Makes the vectors that messages lack, newest first, and resolves with how many have one. Call it when the page is idle, after
   * {@link ContextManager.maintain}; it yields to turns, and the next call goes on. `done` may stay below `total`: a text without a
   * direction has none.
   *
   * @throws `no-embedder`, and `embedder-failed`: what was made before stays.
   */
  make({ onProgress, signal }: VectorOptions = {}): Promise<VectorProgress> {
    const notify = (progress: VectorProgress) => onProgress?.(progress);
    return this.#caller.run("vectors.make", manager => manager.maintenance("makeVectors", [notify, signal]));
  }

  /**
   * How many messages have a vector of the embedder.
   *
   * @throws `no-embedder`.
   */
  progress(): Promise<VectorProgress> {
    return this.#caller.run("vectors.progress", manager => manager.maintenance("vectorProgress", []));
  }

  /** Deletes all vectors. Recall finds by words alone until they are made again. */
  delete(): Promise<void> {
    return this.#caller.run("vectors.delete", manager => manager.maintenance("deleteVectors", []));
  }
}
