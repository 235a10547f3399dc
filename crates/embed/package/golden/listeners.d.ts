import type { ManagerEvents } from "./types.js";
export declare class Listeners {
    #private;
    /** Gives a function that takes the listener away again. */
    add<Name extends keyof ManagerEvents>(event: Name, listener: (value: ManagerEvents[Name]) => void): () => void;
    emit<Name extends keyof ManagerEvents>(event: Name, value: ManagerEvents[Name]): void;
    /** What a listener throws is the page's: it is told as an error event, and nothing else stops. */
    call<T>(listener: ((value: T) => void) | undefined, value: T): void;
}
