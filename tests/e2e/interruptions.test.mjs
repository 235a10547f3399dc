// Replies that do not end: stopped, interrupted by a reload, or by a killed browser.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { freshProfile, launchBrowser, removeProfile } from './support/browser.mjs';
import { ChatPage } from './support/chat-page.mjs';
import { picture } from './support/png.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const LONG_REPLY = Array.from({ length: 2_000 }, (_, at) => `word${at}`).join(' ');
const slowReply = behave.reply(LONG_REPLY, { pieceLength: 8, delayMs: 20 });

const scenario = suite();

/** The stored drafts of unfinished replies. */
const drafted = async chat => JSON.stringify((await storedRows(chat, 'reply_drafts')).map(draft => draft.parts));

scenario('Stop keeps what has arrived, marks it, and closes the connection at once', async ({ chat, server }) => {
  const endpoint = server.endpoint(slowReply, behave.reply('And then?'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.send('Tell me a story');
  await chat.streaming('word5');
  await chat.get('stop').click();
  await until('the server sees the line closed', () => endpoint.chats[0].closedByClient);

  const reply = await chat.settled('the stopped reply');
  assert.equal(reply.finish, 'stopped');
  assert.match(reply.text, /^word0 word1 word2/);
  assert.equal(reply.error, null);
  await chat.reload();
  await until('all of it is there again', async () => (await chat.messages()).at(-1)?.text === reply.text);
  assert.deepEqual((await chat.messages()).at(-1), reply);

  const next = await chat.turn('Go on');
  assert.equal(next.text, 'And then?');
});

scenario('Continue requests the rest of a stopped reply and keeps the draft: text, image and reply', async ({ chat, server }) => {
  const endpoint = server.endpoint(slowReply, behave.reply('and so it ended.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.send('Tell me a story');
  await chat.streaming('word5');
  await chat.get('stop').click();
  await chat.settled('the stopped reply');
  await chat.act(0, 'menu-reply');
  await chat.get('replying').waitFor();
  await chat.get('image-input').setInputFiles([picture('lighthouse.png', 16, 16)]);
  await chat.get('attached-image').waitFor();
  await chat.get('composer').pressSequentially('half a thought');
  await chat.get('continue').click();
  await until('the rest is there', async () => {
    const { text, finish } = (await chat.messages()).at(-1);
    return text === 'and so it ended.' && finish === 'complete';
  });
  const sent = endpoint.chats[1].json.messages;
  assert.match(sent.at(-1).content, /Continue exactly where your last reply stopped\.$/);
  assert.match(sent.at(-2).content, /^word0 word1/);
  assert.equal(await chat.get('continue').count(), 0, 'a complete reply has nothing to continue');
  assert.equal(await chat.composer(), 'half a thought');
  await chat.reload();
  assert.equal(await chat.composer(), 'half a thought');
  await chat.get('attached-image').waitFor();
  await chat.get('replying').waitFor();
});

scenario('a reload during a reply keeps the partial reply, marked as interrupted', async ({ chat, server }) => {
  const endpoint = server.endpoint(slowReply, behave.reply('And then?'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.send('Tell me a story');
  await chat.streaming('word20');
  await chat.reload();

  const reply = await chat.settled('the interrupted reply');
  assert.equal(reply.finish, 'interrupted');
  assert.match(reply.text, /^word0 word1 word2 .*word1\d/);
  assert.equal((await chat.messages())[0].text, 'Tell me a story');
  assert.equal((await chat.turn('Go on')).text, 'And then?');
});

scenario('killing the browser during a reply keeps the partial reply, too', async ({ server, origin, t }) => {
  const endpoint = server.endpoint(slowReply, behave.reply('And then?'));
  const profile = await freshProfile();
  let reborn;
  t.after(async () => {
    await reborn?.close();
    await removeProfile(profile);
  });

  const doomed = await launchBrowser({ profile });
  const before = new ChatPage(await doomed.persistent.newPage(), origin, 'killed');
  await before.open();
  await before.useEndpoint(endpoint);
  await before.send('Tell me a story');
  await before.streaming('word60');
  // The draft is stored every second.
  await until('some of it is stored', async () => (await drafted(before)).includes('word2'));
  await doomed.kill();

  reborn = await launchBrowser({ profile });
  const after = new ChatPage(await reborn.persistent.newPage(), origin, 'killed');
  await after.open();
  const reply = await after.settled('the interrupted reply');
  assert.equal(reply.finish, 'interrupted');
  assert.match(reply.text, /^word0 word1 word2/);
  assert.equal((await after.messages())[0].text, 'Tell me a story');
  assert.equal((await after.turn('Go on')).text, 'And then?');
});
