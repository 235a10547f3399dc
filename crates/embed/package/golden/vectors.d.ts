import { type Embedder } from "./embedder.js";
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
export declare class Vectors {
    #private;
    /** Sets the program's model; `undefined`: recall finds by words alone. The vectors of messages are made by {@link make}. */
    use(embedder: Embedder | undefined): Promise<void>;
    /**
     * Makes the vectors that messages lack, newest first, and resolves with how many have one. Call it when the page is idle, after
     * {@link ContextManager.maintain}; it yields to turns, and the next call goes on. `done` may stay below `total`: a text without a
     * direction has none.
     *
     * @throws `no-embedder`, and `embedder-failed`: what was made before stays.
     */
    make({ onProgress, signal }?: VectorOptions): Promise<VectorProgress>;
    /**
     * How many messages have a vector of the embedder.
     *
     * @throws `no-embedder`.
     */
    progress(): Promise<VectorProgress>;
    /** Deletes all vectors. Recall finds by words alone until they are made again. */
    delete(): Promise<void>;
}
