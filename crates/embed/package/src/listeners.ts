// The listeners of a manager.

import { RicordoError } from "./errors.js";
import type { ManagerEvents } from "./types.js";

/** One registration: a function that is registered twice listens twice. */
type Registered = readonly [listener: (value: never) => void];

export class Listeners {
  readonly #all = new Map<keyof ManagerEvents, Set<Registered>>();

  /** Returns a function that removes the listener. */
  add<Name extends keyof ManagerEvents>(event: Name, listener: (value: ManagerEvents[Name]) => void): () => void {
    if (typeof listener !== "function") throw new RicordoError("bad-argument", "`on` takes a function that listens.");
    const [all, registered]: [Set<Registered>, Registered] = [this.#all.get(event) ?? new Set(), [listener]];
    this.#all.set(event, all.add(registered));
    return () => void all.delete(registered);
  }

  emit<Name extends keyof ManagerEvents>(event: Name, value: ManagerEvents[Name]): void {
    this.#each(event, listener => this.call(listener, value));
  }

  /** Calls the listener of one call, then those of the event. */
  tell<Name extends keyof ManagerEvents>(event: Name, first: ((value: ManagerEvents[Name]) => void) | undefined, value: ManagerEvents[Name]): void {
    this.call(first, value);
    this.emit(event, value);
  }

  /** An error thrown by a listener is reported as an error event; it stops nothing else. */
  call<T>(listener: ((value: T) => void) | undefined, value: T): void {
    try {
      listener?.(value);
    } catch (cause) {
      const error = new RicordoError("listener-failed", "A listener of the page threw. The work goes on.", { cause });
      this.#each("error", errorListener => {
        try {
          errorListener(error);
        } catch {
          // An error listener threw: there is nobody left to report it to.
        }
      });
    }
  }

  /** The listeners that were there when the event came, except those that another one removes meanwhile. */
  #each(event: keyof ManagerEvents, run: (listener: (value: unknown) => void) => void): void {
    const all = this.#all.get(event);
    for (const registered of [...(all ?? [])]) if (all?.has(registered)) run(registered[0] as (value: unknown) => void);
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
