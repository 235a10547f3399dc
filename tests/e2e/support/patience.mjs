// Makes time limits of the page long: on a busy machine they would decide what a test sees.

/** How long a turn waits for recall and for the vector of its question, in milliseconds: from, to. */
export const RECALL = [100, 150];
/** The same where a store or another computer is asked, less what has passed. */
export const RECALL_ELSEWHERE = [501, 1_150];
const LONG = 60_000;

/** Does something while timers within these ranges take a minute in the open page. */
export async function stretching(page, ranges, act) {
  await page.evaluate(stretched, { ranges, to: LONG });
  const result = await act();
  await page.evaluate(() => { window.setTimeout = window.unstretched; });
  return result;
}

/** Runs in the page. */
function stretched({ ranges, to }) {
  const wait = (window.unstretched = window.setTimeout);
  window.setTimeout = (call, time, ...rest) => wait(call, ranges.some(([least, most]) => time >= least && time <= most) ? to : time, ...rest);
}
