/** A queue for each conversation. */
export declare class Queue {
    #private;
    /** Does the work when all that was asked for before is done. A signal that is aborted while it waits takes it out. */
    run<T>(conversation: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
    /** Resolves when everything that was asked for until now is done. */
    idle(): Promise<void>;
}
