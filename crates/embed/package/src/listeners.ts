// Who listens to a manager.

import { RicordoError } from "./errors.js";
import type { ManagerEvents } from "./types.js";

type Listener = (value: never) => void;

export class Listeners {
  readonly #all = new Map<keyof ManagerEvents, Set<Listener>>();

  /** Gives a function that takes the listener away again. */
  add<Name extends keyof ManagerEvents>(event: Name, listener: (value: ManagerEvents[Name]) => void): () => void {
    if (typeof listener !== "function") throw new RicordoError("bad-argument", "`on` takes a function that listens.");
    const listeners = this.#all.get(event) ?? new Set();
    this.#all.set(event, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  emit<Name extends keyof ManagerEvents>(event: Name, value: ManagerEvents[Name]): void {
    for (const listener of this.#all.get(event) ?? []) this.call(listener as (value: unknown) => void, value);
  }

  /** What a listener throws is the page's: it is told as an error event, and nothing else stops. */
  call<T>(listener: ((value: T) => void) | undefined, value: T): void {
    try {
      listener?.(value);
    } catch (cause) {
      const error = new RicordoError("listener-failed", "A listener of the page threw. The work goes on.", { cause });
      for (const told of this.#all.get("error") ?? []) {
        try {
          (told as (value: unknown) => void)(error);
        } catch {
          // Nobody is left to be told.
        }
      }
    }
  }
}
