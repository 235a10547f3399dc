// What the events of turns and of background work say about changes.

import type { ChangeEvent, MaintainEvent, TurnEvent } from "./types.js";

/** Adds what a tool of the package changed in a turn. */
export function addChanged(changed: Set<ChangeEvent["what"]>, event: TurnEvent): void {
  if (event.type !== "tool" || event.event.did.endsWith("Refused")) return;
  changed.add(event.event.did.startsWith("task") ? "tasks" : "memories");
}

/** What background work changed, and in which conversation; `open` where the event names none. */
export function changesOf(event: MaintainEvent, open: string): [ChangeEvent["what"], string][] {
  if (event.type === "erased") return [["conversations", open]];
  if (event.type === "deleted") return [["messages", event.conversation]];
  if (event.type !== "finished") return [];
  const { job } = event;
  return [[job === "title" ? "conversations" : job === "extraction" ? "memories" : "summaries", open]];
}
