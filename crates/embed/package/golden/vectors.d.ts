import { type Embedder } from "./embedder.js";
import type { VectorStore } from "./vector-store.js";
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
/** Options of {@link Vectors.bringBack}. */
export interface MoveBackOptions {
    /** Called at the beginning and whenever vectors have been moved. */
    onProgress?: (progress: MoveProgress) => void;
    signal?: AbortSignal;
}
/** Options of {@link Vectors.move}. */
export interface MoveOptions extends MoveBackOptions {
    /** How many vectors stay here: the newest. A whole number from 0 on; 0: none. Default: 4,096. Vectors move in groups of up to 64. */
    keep?: number;
}
/** How many vectors are in the program's store. */
export interface MoveProgress {
    done: number;
    /** How many are to be there: none when they come back. */
    total: number;
}
/** The vectors with which recall finds by meaning. */
export declare class Vectors {
    #private;
    /**
     * Sets the program's model; `undefined`: recall finds by words alone. The vectors of messages are made by {@link make}. Until there
     * are more of them than of the model set before, that one gets the questions; set `undefined` in between if it must not. A
     * running {@link make} ends.
     */
    use(embedder: Embedder | undefined): Promise<void>;
    /**
     * Makes the vectors that messages lack, newest first, and resolves with how many have one. Call it when the page is idle, after
     * {@link ContextManager.maintain}; it yields to turns, and the next call goes on. `done` may stay below `total`: a text without a
     * direction has none.
     *
     * @throws `no-embedder`, `embedder-failed` and `vector-store-failed`: what was made before stays.
     */
    make({ onProgress, signal }?: VectorOptions): Promise<VectorProgress>;
    /**
     * How many messages have a vector of the embedder.
     *
     * @throws `no-embedder`.
     */
    progress(): Promise<VectorProgress>;
    /** Sets the program's store for vectors that are not kept here; `undefined`: all are. Vectors move there with {@link move}. */
    useStore(store: VectorStore | undefined): Promise<void>;
    /**
     * Moves all vectors but the newest to the program's store, and removes there what was erased here. Call it when the page is idle,
     * after {@link make}; it yields to turns and other background work. `true`: it is done; `false`: the next call goes on.
     *
     * @throws `no-embedder`, `no-vector-store`, `out-of-range`, and `vector-store-failed`: what was moved before stays there.
     */
    move({ keep, onProgress, signal }?: MoveOptions): Promise<boolean>;
    /**
     * Brings all vectors back from the program's store, and deletes its collection. It yields as {@link move} does. `true`: it is done;
     * `false`: the next call goes on.
     *
     * @throws `no-embedder`, `no-vector-store`, and `vector-store-failed`: what came back before stays here.
     */
    bringBack({ onProgress, signal }?: MoveBackOptions): Promise<boolean>;
    /**
     * Forgets which vectors are in a store, without calling it: for one that is gone. {@link make} makes them again here. What is there
     * stays there. Background work of this manager ends first, and that of another tab is waited for.
     *
     * @throws `no-embedder`.
     */
    forgetElsewhere(): Promise<void>;
    /**
     * Deletes all vectors, also the collection in the program's store. Recall finds by words alone until they are made again.
     * Background work of this manager ends first, and that of another tab is waited for.
     *
     * @throws `vector-store-failed`: those here are deleted, and the next call deletes those in the store.
     */
    delete(): Promise<void>;
}
