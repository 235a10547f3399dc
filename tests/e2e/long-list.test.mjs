// A conversation of thousands of messages: where it opens, what is in the page, and that nothing moves while the user reads.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { codeOf } from './support/code-of.mjs';
import { resize } from './support/layout.mjs';
import { makeLong, RARE } from './support/long-conversation.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const TOTAL = 5_000;
const MOST = 200;
const NEARLY = 3;

const scenario = suite();

async function openLong(chat, server, ...behaviours) {
  const endpoint = server.endpoint(behave.reply('Noted.'), ...behaviours);
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.turn('How do I get to Trastevere?');
  assert.equal(await makeLong(chat, TOTAL), TOTAL);
  await chat.open();
  await until('the last message', async () => (await sequences(chat)).at(-1) === TOTAL - 1);
  return endpoint;
}

/** The visible messages: their sequence, and their top relative to the list. */
const inSight = chat => chat.page.evaluate(() => {
  const frame = document.querySelector('.transcript').getBoundingClientRect();
  const seen = [...document.querySelectorAll('[data-testid="message"]')].map(message => ({ rect: message.getBoundingClientRect(), sequence: Number(message.dataset.sequence) }));
  return seen.filter(({ rect }) => rect.bottom > frame.top && rect.top < frame.bottom).map(({ rect, sequence }) => ({ sequence, top: Math.round(rect.top - frame.top) }));
});

const sequences = async chat => (await inSight(chat)).map(({ sequence }) => sequence);

/** Drags the scrollbar: 0 is its top and 1 its end. */
const drag = (chat, share) => chat.page.evaluate(share => {
  const frame = document.querySelector('.transcript');
  frame.scrollTop = share * (frame.scrollHeight - frame.clientHeight);
}, share);

/** Waits for two frames. */
const drawn = chat => chat.page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The list is at rest after this many equal observations in a row, two frames apart. */
const SAME_LOOKS = 6;

/** Waits until the visible messages cover the list and do not change for some frames. Returns them. */
async function atRest(chat) {
  let before, still = 0;
  await until('the list has come to rest', async () => {
    await drawn(chat);
    const now = JSON.stringify(await inSight(chat));
    still = now !== '[]' && now === before ? still + 1 : 0;
    before = now;
    return still >= SAME_LOOKS;
  }, 60_000);
  return JSON.parse(before);
}

const wheel = async (chat, by, times) => {
  const before = JSON.stringify(await inSight(chat));
  await chat.page.mouse.move(640, 400);
  for (let turn = 0; turn < times; turn += 1) {
    await chat.page.mouse.wheel(0, by);
    await drawn(chat);
  }
  await until('the list moves', async () => JSON.stringify(await inSight(chat)) !== before);
};

/** The position of a message among the visible ones. */
const topOf = (seen, sequence) => seen.find(message => message.sequence === sequence)?.top;

function assertSamePosition(before, after) {
  const both = before.filter(({ sequence }) => topOf(after, sequence) !== undefined);
  assert.ok(both.length > 0, `${JSON.stringify(before)} and ${JSON.stringify(after)} share a message`);
  for (const { sequence, top } of both) assert.ok(Math.abs(topOf(after, sequence) - top) <= NEARLY, `message ${sequence} was at ${top} and is at ${topOf(after, sequence)}`);
}

async function isBounded(chat) {
  const count = await chat.get('message').count();
  assert.ok(count > 5 && count <= MOST, `${count} messages are in the page`);
}

scenario('it opens at the end, with few messages in the page and the full length in the scrollbar', async ({ chat, server }) => {
  await openLong(chat, server);
  assert.equal((await sequences(chat)).at(-1), TOTAL - 1);
  await until('nothing leads further', async () => (await chat.get('scroll-end').count()) === 0);
  await isBounded(chat);
  const height = await chat.page.evaluate(() => document.querySelector('.transcript').scrollHeight);
  assert.ok(height > TOTAL * 60, `${height} pixels for ${TOTAL} messages`);
  const last = chat.get('message').last();
  assert.equal(await last.getAttribute('aria-setsize'), String(TOTAL));
  assert.equal(await last.getAttribute('aria-posinset'), String(TOTAL));
});

scenario('the scrollbar leads anywhere, and to both ends', async ({ chat, server }) => {
  await openLong(chat, server);
  for (const share of [0.5, 0.1, 0.9, 0.3]) {
    await drag(chat, share);
    const middle = (await atRest(chat))[0].sequence / TOTAL;
    assert.ok(Math.abs(middle - share) < 0.1, `dragged to ${share}, and ${middle} is shown`);
    await isBounded(chat);
  }
  await drag(chat, 0);
  assert.equal((await atRest(chat))[0].sequence, 0);
  assert.equal(await chat.page.evaluate(() => document.querySelector('.transcript').scrollTop), 0);
  await drag(chat, 1);
  assert.equal((await atRest(chat)).at(-1).sequence, TOTAL - 1);
  await until('nothing leads further', async () => (await chat.get('scroll-end').count()) === 0);
});

scenario('visible messages do not move when older ones are loaded above, however tall they are', async ({ chat, server }) => {
  await openLong(chat, server);
  await drag(chat, 0.4);
  let before = await atRest(chat);
  for (let screen = 0; screen < 16; screen += 1) {
    // Scrolls by less than the height of the list, also while a question lies below it: some messages stay visible.
    await wheel(chat, -120, 3);
    const after = await atRest(chat);
    const [first] = before;
    const moved = topOf(after, first.sequence) - first.top;
    assert.ok(moved > 180 && moved < 440, `360 pixels were scrolled, and message ${first.sequence} moved by ${moved}`);
    before = after;
    await isBounded(chat);
  }
});

scenario('a message that stays is never taken out of the page while older ones are loaded above it', async ({ chat, server }) => {
  await openLong(chat, server);
  await drag(chat, 0.5);
  await atRest(chat);
  // The first one that is loaded: those far below are taken out once older ones are loaded.
  const sequence = await chat.page.evaluate(() => {
    const message = document.querySelector('[data-testid="message"]');
    getSelection().selectAllChildren(message);
    message.focus({ preventScroll: true });
    window.movedRows = 0;
    const note = records => {
      // What was removed and is in the page again was only moved.
      const removed = records.flatMap(({ removedNodes }) => [...removedNodes]);
      window.movedRows += removed.filter(node => node.isConnected).length;
    };
    new MutationObserver(note).observe(document.querySelector('.log'), { childList: true });
    return Number(message.dataset.sequence);
  });
  const firstLoaded = () => chat.page.evaluate(() => Number(document.querySelector('[data-testid="message"]').dataset.sequence));
  const before = await firstLoaded();
  await until('older messages are loaded', async () => {
    await wheel(chat, -120, 2);
    return (await firstLoaded()) < before - 1;
  });
  await atRest(chat);
  assert.equal(await chat.page.evaluate(() => window.movedRows), 0);
  const [focused, selected] = await chat.page.evaluate(() => [Number(document.activeElement?.dataset.sequence), String(getSelection())]);
  assert.equal(focused, sequence);
  assert.notEqual(selected, '', 'the selection stays');
});

scenario('after a reload, and after visiting another conversation, the same message is at the same position', async ({ chat, server }) => {
  await openLong(chat, server);
  await drag(chat, 0.5);
  await atRest(chat);
  await wheel(chat, -200, 3);
  const before = await atRest(chat);
  await chat.reload();
  assertSamePosition(before, await atRest(chat));

  await chat.startConversation();
  await chat.turn('My cat is called Mia.');
  await chat.page.locator('[data-testid="conversation-item"][data-active="false"]').click();
  await until('the long one', async () => (await chat.messages()).length > 5);
  assertSamePosition(before, await atRest(chat));
});

scenario('after a reload the same message is at the same position, also when the code that draws messages arrives late', async ({ chat, server }) => {
  await openLong(chat, server);
  await drag(chat, 0.5);
  const before = await atRest(chat);
  let release;
  const released = new Promise(resolve => { release = resolve; });
  await chat.page.route(codeOf('history'), async route => {
    await released;
    await route.continue();
  });
  await chat.page.reload();
  await until('the frame of the list', () => chat.page.evaluate(() => document.querySelector('.transcript .column') !== null));
  await drawn(chat);
  assert.deepEqual(await inSight(chat), []);
  release();
  await chat.ready();
  assertSamePosition(before, await atRest(chat));
});

scenario('a search hit is scrolled into view with the focus, and a button leads back to the end', async ({ chat, server }) => {
  await openLong(chat, server);
  await chat.send(`/search ${RARE.word}`);
  // The results are rendered again as more is loaded.
  await until('everything is read', async () => /found/.test(await chat.get('search-count').innerText()), 60_000);
  await chat.get('search-hit').first().click();
  await until('the message is in sight', async () => (await sequences(chat)).includes(RARE.sequence));
  await until('it has the focus', () => chat.page.evaluate(rare => document.activeElement?.dataset.sequence === String(rare), RARE.sequence));
  await isBounded(chat);
  await chat.get('scroll-end').press('Enter');
  await until('the end', async () => (await sequences(chat)).at(-1) === TOTAL - 1);
  await until('the composer has the focus', () => chat.page.evaluate(() => document.activeElement?.id === 'composer'));
});

scenario('while a reply streams and the user reads above it, nothing moves, and the new message is counted', async ({ chat, server }) => {
  const words = Array.from({ length: 150 }, (_, at) => `word${at}`);
  let release;
  const released = new Promise(resolve => { release = resolve; });
  await openLong(chat, server, behave.held(`${words.slice(0, 20).join(' ')} `, words.slice(20).join(' '), released, { pieceLength: 8, delayMs: 30 }));
  await chat.send('Tell me a story');
  await chat.streaming('word5');
  await wheel(chat, -300, 5);
  await chat.get('scroll-end').waitFor();
  const before = await atRest(chat);
  release();
  await until('the reply has ended', async () => (await chat.get('unread').count()) === 1, 60_000);
  assertSamePosition(before, await atRest(chat));
  assert.equal(await chat.get('unread').innerText(), '1');

  await drag(chat, 0.2);
  const far = await atRest(chat);
  assert.ok(far[0].sequence < TOTAL / 2);
  await chat.get('scroll-end').click();
  await until('the reply is in sight', async () => (await chat.messages()).at(-1)?.text.endsWith('word149'));
  await until('nothing leads further', async () => (await chat.get('scroll-end').count()) === 0);
});

scenario('sending from the middle scrolls to the end, where the reply streams', async ({ chat, server }) => {
  await openLong(chat, server, behave.reply('Here it is.'));
  await drag(chat, 0.3);
  await atRest(chat);
  await chat.send('And now?');
  await until('the reply', async () => (await chat.messages()).at(-1)?.text === 'Here it is.');
  const last = (await chat.messages()).slice(-3);
  assert.deepEqual(last.map(({ sequence }) => sequence), [TOTAL - 1, TOTAL, TOTAL + 1]);
  await until('it is in sight', async () => (await sequences(chat)).includes(TOTAL + 1));
});

scenario('when the window becomes narrower the same text stays in view', async ({ chat, server }) => {
  await openLong(chat, server);
  await drag(chat, 0.6);
  const [first, second] = await atRest(chat);
  await chat.page.setViewportSize({ width: 390, height: 844 });
  const after = await atRest(chat);
  assert.ok([first, second].some(({ sequence }) => topOf(after, sequence) !== undefined), JSON.stringify(after));
});

scenario('by keyboard: Home, End, and the arrows from message to message', async ({ chat, server }) => {
  await openLong(chat, server);
  const { keyboard } = chat.page;
  const focused = () => chat.page.evaluate(() => Number(document.activeElement?.dataset?.sequence ?? -1));
  await chat.page.locator('.transcript').focus();
  await keyboard.press('Home');
  await until('the first message', async () => (await sequences(chat))[0] === 0);
  // A press moves the focus between messages that are there. Once the list rests, those after the first one are.
  await atRest(chat);
  for (const [key, sequence] of [['ArrowDown', 0], ['ArrowDown', 1], ['ArrowUp', 0]]) {
    await keyboard.press(key);
    await until(`message ${sequence} has the focus after one ${key}`, async () => (await focused()) === sequence);
  }
  for (let page = 0; page < 10; page += 1) {
    const before = JSON.stringify(await inSight(chat));
    await keyboard.press('PageDown');
    await until('the next page', async () => JSON.stringify(await inSight(chat)) !== before);
  }
  assert.ok((await atRest(chat))[0].sequence > 10, 'pages are turned even when the message with the focus has left the page');
  await keyboard.press('End');
  await until('the last message', async () => (await sequences(chat)).at(-1) === TOTAL - 1);
});

scenario('after a forget the list ends at its line, wherever the view was', async ({ chat, server }) => {
  await openLong(chat, server);
  await drag(chat, 0.5);
  const before = await atRest(chat);
  await chat.send('/forget');
  await until('the notice is shown', async () => (await chat.get('notice').count()) === 1);
  assertSamePosition(before, await atRest(chat));
  assert.equal(await chat.get('forget-divider').count(), 0, 'the line is at the end, out of sight');
  await chat.get('scroll-end').click();
  await chat.get('forget-divider').waitFor();
  await chat.send('/remember');
  await chat.get('forget-divider').waitFor({ state: 'detached' });
  await until('the end is in sight', async () => (await sequences(chat)).at(-1) === TOTAL - 1);
});

scenario('another tab that shows the middle does not move when this one sends', async ({ chat, newChat, server }) => {
  await openLong(chat, server, behave.reply('Heard.'));
  const other = await newChat();
  await other.open();
  await until('the last message', async () => (await sequences(other)).at(-1) === TOTAL - 1);
  await drag(other, 0.5);
  const before = await atRest(other);
  await chat.turn('Is anybody there?');
  await until('the other tab counts', async () => (await other.get('unread').count()) === 1);
  assertSamePosition(before, await atRest(other));
  await isBounded(other);
  await other.get('scroll-end').click();
  await until('the end', async () => (await other.messages()).at(-1)?.text === 'Heard.');
});

scenario('each conversation keeps its own draft when switching and after a reload', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  await chat.get('composer').fill('about the cat');
  await chat.get('new-conversation').click();
  await until('an empty conversation', async () => (await chat.messages()).length === 0 && (await chat.composer()) === '');
  await chat.turn('My dog is called Rex.');
  await chat.get('composer').fill('about the dog');

  const change = () => chat.page.locator('[data-testid="conversation-item"][data-active="false"]').click();
  await change();
  await until('the first draft', async () => (await chat.composer()) === 'about the cat');
  await change();
  await until('the second draft', async () => (await chat.composer()) === 'about the dog');
  await chat.reload();
  assert.equal(await chat.composer(), 'about the dog');
  await change();
  await until('the first draft after a reload', async () => (await chat.composer()) === 'about the cat');
});

/** Distance of the end of the messages below the visible area, in pixels. */
const belowEnd = chat => chat.page.evaluate(() => {
  const frame = document.querySelector('.transcript');
  return Math.round(frame.scrollHeight - frame.scrollTop - frame.clientHeight);
});

scenario('turning a phone during a reply stays at the end and leaves room to read', async ({ chat, server }) => {
  const words = Array.from({ length: 400 }, (_, at) => `word${at}${at % 15 === 0 ? '\n\n' : ''}`).join(' ');
  await openLong(chat, server, behave.reply(words, { pieceLength: 8, delayMs: 25 }));
  const [upright, across] = [{ width: 390, height: 844 }, { width: 844, height: 390 }];
  await chat.page.setViewportSize(upright);
  await atRest(chat);
  await chat.send('Tell me a story');
  await chat.streaming('word5');
  for (const size of [across, upright, across, { width: 600, height: 500 }, upright]) {
    await resize(chat.page, size);
    await drawn(chat);
    await until('the end is in sight', async () => (await belowEnd(chat)) < 40);
    if (size === across) {
      const room = await chat.page.evaluate(() => document.querySelector('.transcript').getBoundingClientRect());
      assert.ok(room.width > 500 && room.height > 200, `${room.width}×${room.height} to read`);
    }
  }
  await chat.settled('the whole reply');
  await until('the end is in sight', async () => (await belowEnd(chat)) < 40);
  assert.equal(await chat.get('unread').count(), 0);
  assert.equal(await chat.get('scroll-end').count(), 0);
});
