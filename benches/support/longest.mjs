// The longest time that the main thread of a page is blocked.

/** Records the page's tasks that are longer than 50 ms from now on; the browser reports no shorter ones. */
export function watchTasks(chat) {
  return chat.page.evaluate(() => {
    window.longTasks?.observer.disconnect();
    const durations = [];
    const observer = new PerformanceObserver(list => durations.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    window.longTasks = { observer, durations };
  });
}

/** The longest recorded task in milliseconds, once the page is idle; 0 if none was longer than 50 ms. */
export async function longestTask(chat) {
  await chat.page.waitForTimeout(500);
  return chat.page.evaluate(() => Math.max(0, ...window.longTasks.durations));
}
