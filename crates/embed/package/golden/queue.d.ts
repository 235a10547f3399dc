/** A queue for each conversation. */
export declare class Queue {
    #private;
    /** Runs the work after all earlier work is done. Aborting the signal while it waits removes it from the queue. */
    run<T>(conversation: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
    /** Resolves when everything queued until now is done. */
    idle(): Promise<void>;
}
