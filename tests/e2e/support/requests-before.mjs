// Waits for the requests that a page has begun, so that a test can say which hosts it asked.

/** Ends once the page was idle and a request after that was seen: those of what is on the page came before it. */
export async function requestsBefore(page) {
  const after = page.waitForRequest(request => request.url().endsWith('?after'));
  await page.evaluate(async () => {
    await new Promise(done => requestIdleCallback(() => setTimeout(done)));
    await fetch('?after');
  });
  await after;
}
