// The page's server, a chat server and a browser with a profile on disk, for benchmarks.

import { launchBrowser } from './browser.mjs';
import { ChatPage } from '../../tests/e2e/support/chat-page.mjs';
import { distFolder } from '../../tests/e2e/support/environment.mjs';
import { startMisbehavingServer } from '../../tests/e2e/support/misbehaving-server.mjs';
import { startStaticServer } from '../../tests/e2e/support/static-server.mjs';

// Allows to measure the page's memory on request, instead of when the browser chooses.
const FLAGS = ['--enable-blink-features=ForceEagerMeasureMemory'];

/** Runs `work` with servers and a browser of its own, and always ends them. */
export async function withServers(work) {
  const pages = await startStaticServer(distFolder());
  const server = await startMisbehavingServer();
  const browser = await launchBrowser({ flags: FLAGS });
  try {
    const newChat = async database => new ChatPage(await browser.persistent.newPage(), pages.url, database);
    return await work({ pages, server, browser, newChat });
  } finally {
    await browser.close();
    await server.close();
    await pages.close();
  }
}

/** Time of the page's last mark of this name, in milliseconds since the start of the navigation. */
export function markedAt(chat, name) {
  return chat.page.evaluate(name => performance.getEntriesByName(name).at(-1)?.startTime ?? null, name);
}
