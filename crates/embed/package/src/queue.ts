// Runs the turns of one conversation one after the other, in the order of the calls.

import { RicordoError } from "./errors.js";

/** A queue for each conversation. */
export class Queue {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs the work after all earlier work is done. Aborting the signal while it waits removes it from the queue. */
  async run<T>(conversation: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(conversation) ?? Promise.resolve();
    let done = () => {};
    const mine = before.then(() => new Promise<void>(resolve => (done = resolve)));
    this.#last.set(conversation, mine);
    try {
      await this.#turn(before, signal);
      return await work();
    } finally {
      // If the signal removed it, it has not started: the queue passes it over when its turn comes.
      void before.then(() => done());
    }
  }

  /** Resolves when everything queued until now is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }

  async #turn(before: Promise<void>, signal: AbortSignal): Promise<void> {
    let give: (reason: unknown) => void = () => {};
    const aborted = new Promise<never>((_, reject) => (give = reject));
    const onAbort = () => {
      const sentence = "The signal was aborted before the message was sent. Nothing was sent or stored.";
      give(new RicordoError("aborted", sentence, { cause: signal.reason }));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    try {
      await Promise.race([before, aborted]);
    } finally {
      signal.removeEventListener("abort", onAbort);
      // Nobody may await it any more.
      aborted.catch(() => {});
    }
    if (signal.aborted) await aborted;
  }
}
