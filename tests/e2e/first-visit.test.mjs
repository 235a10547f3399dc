// The first visit: what sends a message and draws its reply is loaded before everything else, which is loaded once the page is used.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { codeOf } from './support/code-of.mjs';
import { requestsBefore } from './support/requests-before.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

/** Holds back the code of a part of the page until the returned function is called. */
async function holdBack(chat, part) {
  let release;
  const released = new Promise(resolve => { release = resolve; });
  await chat.page.route(codeOf(part), async route => {
    await released;
    await route.continue();
  });
  return release;
}

scenario('who only looks loads what sends and draws a message; who opens something, or comes back, loads the rest', async ({ chat, newChat, context }) => {
  const requests = [];
  const arrived = [];
  context.on('request', request => requests.push(request.url()));
  for (const end of ['requestfinished', 'requestfailed']) context.on(end, request => arrived.push(request.url()));
  const isAskedFor = part => requests.some(url => codeOf(part).test(url));
  await chat.open();
  await until('messages can be drawn', () => isAskedFor('turn') && isAskedFor('history'));
  await until('they are here', () => arrived.length === requests.length);
  // What the page asked for next would be among these.
  for (let time = 0; time < 3; time += 1) await requestsBefore(chat.page);
  assert.deepEqual(['lazy', 'dialogs'].filter(isAskedFor), []);
  assert.ok(!requests.some(url => url.endsWith('/lazy/offline.mjs')), 'nothing is kept for use without a network');

  await chat.get('provider-button').click();
  await chat.page.locator('dialog[open]').waitFor();
  await chat.get('voice').waitFor({ state: 'attached' });
  await until('it is kept for use without a network', () => requests.some(url => url.endsWith('/lazy/offline.mjs')));

  const looking = await newChat('looking');
  await looking.open();
  await looking.reload();
  await looking.get('voice').waitFor({ state: 'attached' });
});

const isBeingSent = async chat => (await chat.get('send').getAttribute('aria-busy')) === 'true';

scenario('a message is sent, and its reply drawn, before the rest of the code is there; without recall, which the page says', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  const held = [];
  let release;
  const released = new Promise(resolve => { release = resolve; });
  await chat.page.route(codeOf('lazy'), async route => {
    held.push(route.request().url());
    await released;
    await route.continue();
  });
  await chat.reload();
  await chat.turn('My cat is called Mia.');
  await chat.turn('What is my cat called?');
  assert.equal(await chat.get('voice').count(), 0, 'what is shown at rest is not there yet');
  await until('the rest is asked for', () => held.length > 0);

  release();
  await chat.get('voice').waitFor({ state: 'attached' });
  const texts = ['My cat is called Mia.', 'Noted.', 'What is my cat called?', 'Noted.'];
  assert.deepEqual((await chat.messages()).map(({ text }) => text), texts);
  await chat.act(3, 'what-was-sent');
  assert.match(await chat.words('inspector-warning'), /still being loaded for recall/);
});

scenario('a message is sent once, however often Enter is pressed until its code is there', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  const release = await holdBack(chat, 'turn');
  await chat.reload();
  await chat.get('composer').fill('My cat is called Mia.');
  assert.equal(await isBeingSent(chat), false);
  for (const _ of [1, 2, 3]) await chat.get('composer').press('Enter');
  await until('it is being sent', () => isBeingSent(chat));
  assert.equal(await chat.composer(), 'My cat is called Mia.', 'the text stays until it is stored');
  release();
  await chat.settled('the reply', 0);
  assert.deepEqual(await chat.conversation(), ['user: My cat is called Mia.', 'assistant: Noted.']);
  assert.equal(await chat.composer(), '');
  assert.deepEqual(await chat.turn('My cat is called Mia.').then(() => chat.messages()).then(all => all.length), 4, 'the same words again are another message');
});

scenario('a command whose code arrives after another conversation was opened changes neither of them, says so, and stays where it was typed', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('About cats');
  await chat.get('new-conversation').click();
  await until('an empty conversation', async () => (await chat.messages()).length === 0);
  await chat.turn('About dogs');
  const release = await holdBack(chat, 'lazy');
  await chat.reload();
  const texts = async () => (await chat.messages()).map(({ text }) => text).join();
  await until('the last one is open', async () => (await texts()) === 'About dogs,Noted.');
  await chat.send('/clear');
  await until('it is taken', () => isBeingSent(chat));
  await chat.get('conversation-item').filter({ hasText: 'About cats' }).click();
  await until('another one is open', async () => (await texts()) === 'About cats,Noted.');
  release();
  await chat.get('notice').waitFor();
  assert.match(await chat.words('notice'), /Another conversation was opened .* nothing was changed/);
  assert.equal(await texts(), 'About cats,Noted.');
  await chat.get('conversation-item').filter({ hasText: 'About dogs' }).click();
  await until('it has its messages', async () => (await texts()) === 'About dogs,Noted.');
  assert.equal(await chat.composer(), '/clear');
  await chat.get('composer').press('Enter');
  await until('it is cleared where it is asked for again', async () => (await texts()) === '');
  assert.equal(await chat.composer(), '');
});

scenario('a command is run once, however often Enter is pressed until its code is there', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.send('/clear');
  const drawn = async () => (await chat.messages()).length;
  await until('it is cleared', async () => (await drawn()) === 0);
  const release = await holdBack(chat, 'lazy');
  await chat.reload();
  await chat.get('composer').fill('/undo');
  for (const _ of [1, 2, 3]) await chat.get('composer').press('Enter');
  await until('it is taken', () => isBeingSent(chat));
  assert.equal(await chat.get('command-suggestion').count(), 0);
  release();
  await until('the last command is undone', async () => (await drawn()) === 2);
  assert.equal(await chat.composer(), '');
  await chat.turn('What is my cat called?');
  assert.equal(await chat.get('forget-divider').count(), 1, 'the one before is not');
});
