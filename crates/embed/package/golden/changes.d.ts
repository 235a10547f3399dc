import type { ChangeEvent, MaintainEvent, TurnEvent } from "./types.js";
/** Adds what a tool of the package changed in a turn. */
export declare function addChanged(changed: Set<ChangeEvent["what"]>, event: TurnEvent): void;
/** What background work changed, and in which conversation; `open` where the event names none. */
export declare function changesOf(event: MaintainEvent, open: string): [ChangeEvent["what"], string][];
