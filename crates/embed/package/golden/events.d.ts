import type { TurnOptions, TurnEvent } from "./types.js";
/** Starts a turn and yields its events; returns what the turn resolves with. Leaving the loop stops the turn. */
export declare function eventsOf<Reply>(start: (options: Required<TurnOptions>) => Promise<Reply>, signal?: AbortSignal): AsyncGenerator<TurnEvent, Reply, void>;
