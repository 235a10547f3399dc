// Waits for conditions. Tests never pause for a fixed time.

const SHORTEST_MS = 10;
const LONGEST_MS = 100;

/**
 * Polls a function until its result is truthy, and returns it. It pauses for a tenth of the time that it has waited: what
 * happens soon is seen soon, and what takes long is not slowed down by being looked at.
 *
 * `what` names the condition in the error that is thrown after `timeoutMs`.
 */
export async function until(what, ask, timeoutMs = 15_000) {
  const began = Date.now();
  for (;;) {
    // The last look begins when the time is over: one that takes long does not use it up.
    const waited = Date.now() - began;
    const answer = await ask();
    if (answer) return answer;
    if (waited > timeoutMs) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
    await pause(Math.min(Math.max(waited / 10, SHORTEST_MS), LONGEST_MS));
  }
}

/** Waits this many milliseconds: for the pace of a server, never to guess how long a page takes. */
export const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
