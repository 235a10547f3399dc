// A public page and a server on this computer: the browser asks the user first, and here the answer is no.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { asPublicHost, denyLocalNetwork } from './support/local-network.mjs';
import { suite } from './support/suite.mjs';

// Makes the page's own server a public host; the chat server stays on loopback.
const scenario = suite({ flags: pages => [asPublicHost(pages.url)] });

scenario('without permission for the local network the error says where to grant it', async ({ chat, browser, context, server, origin, t }) => {
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
