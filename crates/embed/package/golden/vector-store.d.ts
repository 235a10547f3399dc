/** What a vector belongs to. */
export interface StoredVectorId {
    /** The message, or what stands for a passage of a document. A UUID; unique in the store. */
    id: string;
    /** The branch of a conversation, or what stands for a document. A UUID. */
    branch: string;
    /** The number of the part of the index that the vector belongs to: a whole number from 0 to 4,294,967,295. */
    part: number;
}
/** A vector as the store keeps it: with ids, never with a text. */
export interface StoredVector extends StoredVectorId {
    /** Finite numbers, as many as the collection has dimensions. They may be returned with another length of the vector, such as 1. */
    values: Float32Array | readonly number[];
}
/**
 * Why a store did not do what it was asked. `wrong-answer`: it returned what is none; `refused`: it threw anything else.
 * `details.reason` of an error with the code `vector-store-failed`.
 */
export type VectorStoreFailure = "gone" | "other-dimension" | "unreachable" | "timed-out" | "unauthorized" | "limit" | "wrong-answer" | "refused";
/**
 * Keeps vectors outside of Ricordo: in one collection, for one database and one embedder. Each method may return a promise, and must
 * see what earlier calls wrote. `signal` is aborted when the answer is no longer needed, at the latest after 120 seconds.
 *
 * A method that cannot do its work throws. An error with a `code` says why, such as
 * `Object.assign(new Error("…"), { code: "gone" })`: `gone` (there is no collection), `other-dimension`, `unreachable`, `timed-out`,
 * `unauthorized` or `limit` (it is full, or permits no more calls for now). While it fails, recall finds what is there by words alone.
 */
export interface VectorStore {
    /**
     * Whether vectors stay on this computer. Default: no. Then those of conversations with an {@link Endpoint} on this computer are not
     * given to it: a vector can be turned back into approximate text.
     */
    readonly onThisComputer?: boolean;
    /**
     * Creates the collection for vectors of so many dimensions, 1 to 4,096, unless it is there. Throws `other-dimension` if it is there
     * with another dimension.
     */
    ensure(dimension: number, signal: AbortSignal): Promise<void> | void;
    /**
     * Adds vectors, or replaces those with the same id: 1 to 256, all with different ids and finite values. Throws `gone`, and
     * `other-dimension`, after which none of them is stored. After any other error some may be.
     */
    put(vectors: readonly (StoredVector & {
        values: Float32Array;
    })[], signal: AbortSignal): Promise<void> | void;
    /** The vectors with these ids that are there, in any order. 1 to 256 ids. Throws `gone`. */
    get(ids: readonly string[], signal: AbortSignal): Promise<readonly StoredVector[]> | readonly StoredVector[];
    /**
     * The vectors with the largest cosine to `values`, at most `most`, largest first. `branches`: only of these, 1 to 500; without it:
     * of all. Throws `gone` and `other-dimension`.
     */
    nearest(values: Float32Array, options: {
        branches?: readonly string[];
        most: number;
    }, signal: AbortSignal): Promise<readonly StoredVector[]> | readonly StoredVector[];
    /** Removes vectors by their ids, 1 to 256, or all of some branches. What is not there is no error. Throws `gone`. */
    remove(what: {
        ids: readonly string[];
        branches?: never;
    } | {
        branches: readonly string[];
        ids?: never;
    }, signal: AbortSignal): Promise<void> | void;
    /**
     * A page of what is there, to compare it with what is known here: the first one, or the one that begins at `from`, which is `next`
     * of the page before. Without `next` it is the last one. Throws `gone`.
     */
    ids(from: string | undefined, signal: AbortSignal): Promise<VectorIds> | VectorIds;
    /** The number of vectors; 0 if there is no collection. */
    count(signal: AbortSignal): Promise<number> | number;
    /** Deletes the collection with everything in it. One that is not there is no error. */
    delete(signal: AbortSignal): Promise<void> | void;
}
/** A page of what is in a store. */
export interface VectorIds {
    ids: readonly StoredVectorId[];
    next?: string | undefined;
}
