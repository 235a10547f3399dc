// The page's server, a chat server and a browser with a profile on disk, for one benchmark after the other.

import { launchBrowser } from '../../tests/e2e/support/browser.mjs';
import { ChatPage } from '../../tests/e2e/support/chat-page.mjs';
import { distFolder } from '../../tests/e2e/support/environment.mjs';
import { startMisbehavingServer } from '../../tests/e2e/support/misbehaving-server.mjs';
import { startStaticServer } from '../../tests/e2e/support/static-server.mjs';

// Lets the page's memory be measured when asked, not at the browser's next convenience.
const FLAGS = ['--enable-blink-features=ForceEagerMeasureMemory'];

/** Runs `work` in a house of its own, and tears the house down whatever happens. */
export async function inHouse(work) {
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

/** When the page made this mark, in milliseconds since the navigation began: the last time if it did so often. */
export function markedAt(chat, name) {
  return chat.page.evaluate(name => performance.getEntriesByName(name).at(-1)?.startTime ?? null, name);
}
