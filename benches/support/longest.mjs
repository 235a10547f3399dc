// How long the main thread of a page is held up at a stretch.

/** Notes the tasks of the page from now on that are longer than 50 ms; the browser tells of no shorter ones. */
export function watchTasks(chat) {
  return chat.page.evaluate(() => {
    window.longTasks?.observer.disconnect();
    const durations = [];
    const observer = new PerformanceObserver(list => durations.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    window.longTasks = { observer, durations };
  });
}

/** The longest of them so far, in milliseconds, once the page has come to rest; 0 when none was longer than 50 ms. */
export async function longestTask(chat) {
  await chat.page.waitForTimeout(500);
  return chat.page.evaluate(() => Math.max(0, ...window.longTasks.durations));
}
