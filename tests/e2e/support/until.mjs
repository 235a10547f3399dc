// Waiting for a condition. There are no fixed pauses in the tests.

const INTERVAL_MS = 25;

/**
 * Asks again and again until the answer is truthy, and gives that answer.
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

/** Lets so many milliseconds pass: the rhythm of a server, never a guess at how long a page takes. */
export const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
