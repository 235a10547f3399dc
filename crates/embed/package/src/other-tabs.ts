// Tabs of one database tell each other what changed, on the channel that the app uses, too: see `crates/browser/src/channel.rs`.

import type { ChangeEvent } from "./types.js";

/** Messages about more than one conversation; every other message is the id of one. */
const newsOf: { [What in ChangeEvent["what"]]?: string } = { everything: "everything", conversations: "several", projects: "several" };

export class OtherTabs {
  #channel: BroadcastChannel | undefined;

  /** `onNews` gets their messages. Without a name the database is in memory, and no other tab has it. */
  constructor(name: string | undefined, onNews: (news: string) => void) {
    if (name === undefined || typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel(`ricordo:${name}`);
    this.#channel.onmessage = ({ data }) => onNews(String(data));
  }

  notify(what: ChangeEvent["what"], conversationId: string): void {
    this.#channel?.postMessage(newsOf[what] ?? conversationId);
  }

  /**
   * Makes recall of the others read the vectors again.
   *
   * @internal
   */
  notifyOfVectors(): void {
    this.#channel?.postMessage("vectors");
  }

  close(): void {
    this.#channel?.close();
    // A call that ends later must not post on a closed channel, which throws.
    this.#channel = undefined;
  }
}
