// The events of a turn, and pages of messages, as async iterators.

import type { TurnOptions, TurnEvent } from "./types.js";

/** Starts a turn and yields its events; returns what the turn resolves with. Leaving the loop stops the turn. */
export async function* eventsOf<Reply>(
  start: (options: Required<TurnOptions>) => Promise<Reply>,
  signal?: AbortSignal,
): AsyncGenerator<TurnEvent, Reply, void> {
  const left = new AbortController();
  const events: TurnEvent[] = [];
  let news = () => {};
  const onEvent = (event: TurnEvent) => {
    events.push(event);
    news();
  };
  let ended = false;
  const until = AbortSignal.any([left.signal, ...(signal ? [signal] : [])]);
  const reply = start({ onEvent, signal: until }).finally(() => {
    ended = true;
    news();
  });
  reply.catch(() => {});
  try {
    while (!ended || events.length > 0) {
      const event = events.shift();
      if (event) yield event;
      else await new Promise<void>(resolve => (news = resolve));
    }
    return await reply;
  } finally {
    left.abort();
  }
}

/**
 * Reads page by page, as the messages are consumed.
 *
 * @internal
 */
export async function* pagesOf<Item>(
  read: (from: number) => Promise<{ messages: Item[]; next: number | null }>,
): AsyncGenerator<Item, void, void> {
  for (let from: number | null = 0; from !== null; ) {
    const page: { messages: Item[]; next: number | null } = await read(from);
    yield* page.messages;
    from = page.next;
  }
}
