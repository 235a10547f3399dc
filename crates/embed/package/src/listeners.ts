// The listeners of a manager.

import { RicordoError } from "./errors.js";
import type { ManagerEvents } from "./types.js";

type Listener = (value: never) => void;

export class Listeners {
  readonly #all = new Map<keyof ManagerEvents, Set<Listener>>();

  /** Returns a function that removes the listener. */
  add<Name extends keyof ManagerEvents>(event: Name, listener: (value: ManagerEvents[Name]) => void): () => void {
    if (typeof listener !== "function") throw new RicordoError("bad-argument", "`on` takes a function that listens.");
    const listeners = this.#all.get(event) ?? new Set();
    this.#all.set(event, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  emit<Name extends keyof ManagerEvents>(event: Name, value: ManagerEvents[Name]): void {
    for (const listener of this.#all.get(event) ?? []) this.call(listener as (value: unknown) => void, value);
  }

  /** An error thrown by a listener is reported as an error event; it stops nothing else. */
  call<T>(listener: ((value: T) => void) | undefined, value: T): void {
    try {
      listener?.(value);
    } catch (cause) {
      const error = new RicordoError("listener-failed", "A listener of the page threw. The work goes on.", { cause });
      for (const errorListener of this.#all.get("error") ?? []) {
        try {
          (errorListener as (value: unknown) => void)(error);
        } catch {
          // An error listener threw: there is nobody left to report it to.
        }
      }
    }
  }
}

/**
 * A listener that calls `listen` with an object as long as that is in use, and does not keep it in use itself. `listen` must not
 * be written where the object is in reach: an engine keeps what any of the functions written there uses.
 *
 * @internal
 */
export function weakly<T extends object, Values extends unknown[]>(object: T, listen: (object: T, ...values: Values) => void): (...values: Values) => void {
  const held = new WeakRef(object);
  return (...values) => {
    const inUse = held.deref();
    if (inUse) listen(inUse, ...values);
  };
}
