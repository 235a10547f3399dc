// Waits for conditions. Tests never pause for a fixed time.

const INTERVAL_MS = 25;

/**
 * Polls a function until its result is truthy, and returns it.
 *
 * `what` names the condition in the error that is thrown after `timeoutMs`.
 */
export async function until(what, ask, timeoutMs = 15_000) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
    await pause(INTERVAL_MS);
  }
}

/** Waits this many milliseconds: for the pace of a server, never to guess how long a page takes. */
export const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
