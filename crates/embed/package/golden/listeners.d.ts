import type { ManagerEvents } from "./types.js";
export declare class Listeners {
    #private;
    /** Returns a function that removes the listener. */
    add<Name extends keyof ManagerEvents>(event: Name, listener: (value: ManagerEvents[Name]) => void): () => void;
    emit<Name extends keyof ManagerEvents>(event: Name, value: ManagerEvents[Name]): void;
    /** Calls the listener of one call, then those of the event. */
    tell<Name extends keyof ManagerEvents>(event: Name, first: ((value: ManagerEvents[Name]) => void) | undefined, value: ManagerEvents[Name]): void;
    /** An error thrown by a listener is reported as an error event; it stops nothing else. */
    call<T>(listener: ((value: T) => void) | undefined, value: T): void;
}
