import type { TurnOptions, TurnEvent } from "./types.js";
/** Starts a turn and gives its events; what it resolves with is what the iterator returns. To leave the loop stops it. */
export declare function eventsOf<Reply>(start: (options: Required<TurnOptions>) => Promise<Reply>, signal?: AbortSignal): AsyncGenerator<TurnEvent, Reply, void>;
