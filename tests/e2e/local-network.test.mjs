// A public page and a server on this computer: the browser asks the person first, and here the answer is no.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { suite } from './support/suite.mjs';

// The page's own server counts as a public host; the chat server stays what it is, on loopback.
const scenario = suite({ flags: pages => [`--ip-address-space-overrides=${new URL(pages.url).host}=public`] });

scenario('without permission for the local network the sentence says where to give it', async ({ chat, browser, context, server, origin, t }) => {
  await denyLocalNetwork(browser, context, chat.page, origin);
  const endpoint = server.endpoint(behave.reply('It is Paris.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  const failed = await chat.turn('What is the capital of France?');
  t.diagnostic(failed.error);
  assert.equal(failed.finish, 'failed');
  assert.match(failed.error, /local network|permission/i);
  assert.equal(endpoint.chats.length, 0);
  assert.equal(await chat.get('retry').count(), 1);
});

async function denyLocalNetwork(browser, context, page, origin) {
  const { targetInfo } = await (await context.newCDPSession(page)).send('Target.getTargetInfo');
  const session = await browser.newBrowserCDPSession();
  for (const name of ['local-network-access', 'local-network', 'loopback-network']) {
    // It was one permission and is two now. A browser refuses the names that it does not know.
    const asked = { permission: { name }, setting: 'denied', origin, browserContextId: targetInfo.browserContextId };
    await session.send('Browser.setPermission', asked).catch(() => {});
  }
}
