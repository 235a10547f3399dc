// /forget, /remember and undo, checked in the bytes that leave the page.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { suite } from './support/suite.mjs';

const NOON = new Date('2026-01-02T12:00:00Z');
const scenario = suite();

// Everything in a request except the instructions, the message itself, and the time stamps of messages.
const withoutTime = ({ role, content }) => ({ role, content: content.replace(/^\[[^\]]* UTC[^\]]*\] /, '') });
const history = (chat, message) => chat.json.messages.map(withoutTime).filter(({ role, content }) => role !== 'system' && content !== message);

async function open(chat, server) {
  const endpoint = server.endpoint(behave.reply('Noted.'));
  await chat.page.clock.setFixedTime(NOON);
  await chat.open();
  await chat.useEndpoint(endpoint);
  // A request for a title between two turns would be an additional request.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('My cat is called Mia.');
  await chat.turn('My dog is called Rex.');
  return endpoint;
}

scenario('after /forget a request contains nothing of the history, and the history stays on screen', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  assert.equal(await chat.composer(), '');
  assert.equal(endpoint.chats.length, 2, 'a command is not sent to the model');

  await chat.turn('What is my cat called?');
  const sent = endpoint.chats.at(-1);
  assert.deepEqual(history(sent, 'What is my cat called?'), []);
  assert.doesNotMatch(sent.body, /Mia|Rex|Noted/);
  assert.match((await chat.conversation())[0], /Mia/);

  await chat.turn('And my dog?');
  assert.deepEqual(history(endpoint.chats.at(-1), 'And my dog?').map(({ content }) => content), ['What is my cat called?', 'Noted.']);
});

scenario('after undo the request is byte for byte the one that would have been sent without /forget', async ({ chat, server, newChat }) => {
  const endpoint = await open(chat, server);
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.turn('What is my cat called?');
  await chat.get('forget-divider').getByTestId('undo').click();
  await chat.get('forget-divider').waitFor({ state: 'detached' });
  await chat.turn('And my dog?');

  const never = await newChat('never-forgot');
  const untouched = await open(never, server);
  await never.turn('What is my cat called?');
  await never.turn('And my dog?');

  assert.notEqual(endpoint.chats[2].body, untouched.chats[2].body);
  assert.equal(endpoint.chats[3].body, untouched.chats[3].body);
  assert.match(endpoint.chats[3].body, /Mia.*Rex/s);
});

scenario('/remember undoes the last forget, and says so if there is none', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.send('/remember');
  await chat.get('forget-divider').waitFor({ state: 'detached' });
  await chat.turn('What is my cat called?');
  assert.equal(history(endpoint.chats.at(-1), 'What is my cat called?').length, 4);

  await chat.send('/remember');
  assert.ok((await chat.words('notice')).length > 0);
});

scenario('/forget 2 keeps the last two messages', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.send('/forget 2');
  await chat.get('forget-divider').waitFor();
  await chat.turn('What is my cat called?');
  assert.deepEqual(history(endpoint.chats.at(-1), 'What is my cat called?').map(({ content }) => content), ['My dog is called Rex.', 'Noted.']);
});

scenario('the line of a forget and its Undo survive a reload', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.reload();
  await chat.get('forget-divider').getByTestId('undo').click();
  await chat.get('forget-divider').waitFor({ state: 'detached' });
  await chat.turn('What is my cat called?');
  assert.equal(history(endpoint.chats.at(-1), 'What is my cat called?').length, 4);
});

scenario('the current message is never sent twice, and only two headers are ours', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.turn('What is my cat called?');
  for (const sent of endpoint.chats) {
    const last = sent.json.messages.at(-1);
    assert.equal(last.role, 'user');
    assert.equal(sent.json.messages.filter(({ content }) => content === last.content).length, 1);
    const ours = Object.keys(sent.headers).filter(name => !BROWSERS_OWN.test(name));
    assert.deepEqual(ours, ['content-type']);
  }
});

// The headers that a browser adds to every request of a script.
const BROWSERS_OWN = /^(host|connection|content-length|sec-.*|user-agent|accept|accept-encoding|accept-language|origin|referer|cache-control|pragma|priority)$/;
