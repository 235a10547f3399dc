// Messages that are sent while a reply is coming: they wait, can be changed, survive a reload, and are sent in order.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { sideways, small } from './support/layout.mjs';
import { shootAll } from './support/screenshots.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

/** A reply whose end waits until `release` is called. */
function gated(first, rest) {
  let release;
  const released = new Promise(resolve => { release = resolve; });
  return { behaviour: behave.held(first, rest, released), release };
}

/** Opens the page with replies for turns only: a request for a title would use one up. */
async function opened(chat, endpoint) {
  await chat.open();
  await chat.useEndpoint(endpoint);
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
}

const waiting = chat => chat.get('queued-text').allInnerTexts();

/** Waits until exactly these messages wait. */
async function waits(chat, texts) {
  let now;
  const isSo = async () => (now = await waiting(chat)).join('|') === texts.join('|');
  await until(`these wait: ${texts}`, isSo).catch(error => { throw new Error(`${error.message}; now: ${now}`); });
}

/** The last message of each request of a turn. */
const asked = endpoint => endpoint.chats.map(({ json }) => json.messages.at(-1).content);

/** Checks what the server was asked, without the time before a message. */
function assertAsked(endpoint, texts) {
  const found = asked(endpoint);
  assert.equal(found.length, texts.length, found.join('|'));
  texts.forEach((text, at) => assert.ok(found[at].endsWith(text), `${at}: ${found[at]}`));
}

const button = (chat, row, what) => chat.get('queued').nth(row).getByTestId(`queued-${what}`);
const paused = (chat, words) => until(`it says: ${words}`, async () => words.test(await chat.textNow('queue-state')));

scenario('messages wait for the reply, are changed by keyboard, survive a reload and a failure, and are sent in order', async ({ chat, server }) => {
  const [second, third] = [gated('Two', ', done.'), gated('Slow', ' and never whole.')];
  const endpoint = server.endpoint(
    gated('One', '').behaviour,
    second.behaviour,
    behave.serverError,
    behave.reply('Four, after all.'),
    third.behaviour,
    behave.reply('Six.'),
    behave.reply('Five.'),
  );
  await opened(chat, endpoint);
  await chat.send('First');
  await chat.streaming('One');
  for (const text of ['Second', 'Third', 'Fourth']) {
    await chat.send(text);
    await until('the composer is empty', async () => (await chat.composer()) === '');
  }
  await waits(chat, ['Second', 'Third', 'Fourth']);
  assert.match(await chat.words('queue-state'), /^3 messages waiting\. Sent one after another/);
  assert.equal(await chat.get('queue-go-on').count(), 0, 'nothing is paused');
  await shootAll(chat.page, 'queue-while-a-reply-comes');

  await chat.page.keyboard.press('Tab');
  await chat.page.keyboard.press('Shift+Tab');
  await chat.page.keyboard.press('Shift+Tab');
  await until('the last Remove is before the composer', () => chat.page.evaluate(() => document.activeElement?.dataset.testid === 'queued-drop'));
  await button(chat, 0, 'edit').press('Enter');
  await until('the editor has the focus', () => chat.page.evaluate(() => document.activeElement?.id === 'queued-editor'));
  await chat.page.keyboard.press('End');
  await chat.page.keyboard.type(', edited');
  await shootAll(chat.page, 'queue-editor');
  await chat.page.keyboard.press('Enter');
  await waits(chat, ['Second, edited', 'Third', 'Fourth']);
  await until('the button has the focus again', () => chat.page.evaluate(() => document.activeElement?.dataset.testid === 'queued-edit'));
  await button(chat, 2, 'up').press('Enter');
  await waits(chat, ['Second, edited', 'Fourth', 'Third']);
  await until('the button that was pressed has the focus', () => chat.page.evaluate(() => document.activeElement?.dataset.testid === 'queued-up'));
  await button(chat, 2, 'drop').press('Enter');
  await waits(chat, ['Second, edited', 'Fourth']);
  await until('the Remove before it has the focus', () => chat.page.evaluate(() => document.activeElement?.dataset.testid === 'queued-drop'));
  await chat.get('undo').press('Enter');
  await waits(chat, ['Second, edited', 'Fourth', 'Third']);

  await chat.reload();
  assert.equal((await chat.settled('the interrupted reply')).finish, 'interrupted');
  await waits(chat, ['Second, edited', 'Fourth', 'Third']);
  await paused(chat, /Paused because the page was reloaded\.$/);
  assertAsked(endpoint, ['First']);
  await shootAll(chat.page, 'queue-paused');

  await chat.get('queue-go-on').press('Enter');
  await chat.streaming('Two');
  await waits(chat, ['Fourth', 'Third']);
  second.release();
  await paused(chat, /Paused because the reply failed\.$/);
  await waits(chat, ['Third']);
  assertAsked(endpoint, ['First', 'Second, edited', 'Fourth']);

  // The failed reply ends well after all: the next message follows.
  await chat.get('retry').last().click();
  await chat.streaming('Slow');
  await waits(chat, []);
  await chat.send('Fifth');
  await chat.send('Sixth');
  await waits(chat, ['Fifth', 'Sixth']);
  await button(chat, 1, 'send').press('Enter');
  await until('the last message is answered', async () => (await chat.messages()).at(-1)?.text === 'Five.');
  await chat.settled('all is sent');
  assert.deepEqual(await waiting(chat), []);
  assertAsked(endpoint, ['First', 'Second, edited', 'Fourth', 'Fourth', 'Third', 'Sixth', 'Fifth']);
  const shown = (await chat.messages()).map(({ role, text, finish }) => (role === 'user' ? text : finish));
  assert.deepEqual(shown, ['First', 'interrupted', 'Second, edited', 'complete', 'Fourth', 'complete', 'Third', 'stopped', 'Sixth', 'complete', 'Fifth', 'complete']);
  await chat.reload();
  assert.equal((await chat.messages()).length, 12);
});

scenario('a message that is sent before a failed one is tried again waits for the reply to that', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.rateLimited(60), behave.reply('One.'), behave.reply('Two.'));
  await chat.page.clock.install();
  await opened(chat, endpoint);
  await chat.send('First');
  await chat.get('retry-countdown').waitFor();
  await chat.send('Second');
  await waits(chat, ['Second']);
  assert.match(await chat.words('queue-state'), /^1 message waiting\. Sent one after another once the reply has been retried\.$/);
  assert.equal(await chat.get('queue-go-on').count(), 0, 'nothing is paused');
  assert.equal(await chat.get('retry-countdown').count(), 1, 'the retry is not given up');
  // The rest of the minute passes as usual: what the browser itself decides, such as who holds a lock, does not go faster.
  const left = Number(/\d+/.exec(await chat.words('retry-countdown'))[0]);
  await chat.page.clock.runFor(Math.max(left - 5, 0) * 1_000);
  await until('the second is answered', async () => (await chat.messages()).at(-1)?.text === 'Two.');
  await waits(chat, []);
  assertAsked(endpoint, ['First', 'First', 'Second']);
});

scenario('on a phone, Send is beside Stop, and a stopped reply pauses the queue', async ({ chat, server }) => {
  const endpoint = server.endpoint(gated('One', '').behaviour, behave.reply('Two.'));
  await opened(chat, endpoint);
  await chat.send('First');
  await chat.streaming('One');
  assert.equal(await chat.get('send').count(), 0, 'there is nothing to send');
  const long = 'Second: what does a ticket cost from Kyiv to Lviv, and does the night train have a place for a piano or has it to go by road? '.repeat(3).trim();
  for (const text of [long, 'Third']) {
    await chat.get('composer').fill(text);
    await chat.get('send').tap();
    await until('the composer is empty', async () => (await chat.composer()) === '');
  }
  await waits(chat, [long, 'Third']);
  const lines = await chat.get('queued-text').first().evaluate(text => Math.round(text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight)));
  assert.equal(lines, 2, 'a long text is cut');
  assert.deepEqual([await sideways(chat.page), await small(chat.page, 24)], [[], []]);
  await button(chat, 1, 'drop').tap();
  await waits(chat, [long]);
  await chat.get('stop').tap();
  await paused(chat, /Paused because you stopped the reply\.$/);
  assert.equal(endpoint.chats.length, 1);
  await chat.get('queue-go-on').tap();
  await until('it is sent', async () => (await chat.messages()).at(-1)?.text === 'Two.');
  await waits(chat, []);
  assertAsked(endpoint, ['First', long]);
}, { contextOptions: { viewport: { width: 390, height: 844 }, hasTouch: true } });

scenario('another tab shows the same queue and adds to it, and the tab with the reply sends', async ({ chat, newChat, server }) => {
  const first = gated('One', ', done.');
  const endpoint = server.endpoint(first.behaviour, behave.reply('Two.'), behave.reply('Three.'));
  await opened(chat, endpoint);
  await chat.send('First');
  await chat.streaming('One');
  await chat.send('Second');
  await waits(chat, ['Second']);
  const other = await newChat();
  await other.open();
  await waits(other, ['Second']);
  await other.send('Third');
  await waits(other, ['Second', 'Third']);
  await paused(other, /A reply is arriving in another tab/);
  await waits(chat, ['Second', 'Third']);
  first.release();
  for (const tab of [chat, other]) {
    await until('all is answered', async () => (await tab.messages()).at(-1)?.text === 'Three.');
    await waits(tab, []);
  }
  assertAsked(endpoint, ['First', 'Second', 'Third']);
});

scenario('what is typed into the editor of a waiting message is not lost, whatever happens to the message', async ({ chat, newChat, server }) => {
  const [first, second] = [gated('One', ', done.'), gated('Two', ', done.')];
  const endpoint = server.endpoint(first.behaviour, second.behaviour, behave.reply('Three.'), behave.reply('Four.'));
  await opened(chat, endpoint);
  await chat.send('First');
  await chat.streaming('One');
  await chat.send('Second');
  await waits(chat, ['Second']);
  const other = await newChat();
  await other.open();
  await waits(other, ['Second']);
  const editor = other.get('queued-editor');
  const edits = words => until(`the editor has "${words}"`, async () => (await editor.count()) === 1 && (await editor.inputValue()) === words);
  const isFocused = () => other.page.evaluate(() => document.activeElement?.id === 'queued-editor');
  await button(other, 0, 'edit').click();
  await until('the editor has the focus', isFocused);
  await editor.fill('Second, typed');

  // Another tab changes the message.
  await button(chat, 0, 'edit').click();
  await chat.get('queued-editor').fill('Second, otherwise');
  await chat.get('queued-editor').press('Enter');
  await waits(chat, ['Second, otherwise']);
  await chat.send('Third');
  await waits(chat, ['Second, otherwise', 'Third']);
  await waits(other, ['Third']);
  assert.deepEqual([await editor.inputValue(), await isFocused()], ['Second, typed', true]);

  await other.get('new-conversation').click();
  await until('nothing waits there', async () => (await other.get('queued').count()) === 0);
  await other.page.goBack();
  await edits('Second, typed');
  await other.reload();
  await edits('Second, typed');

  // It is sent by the other tab: the text goes into the empty composer.
  first.release();
  await until('the text is in the composer', async () => (await other.composer()) === 'Second, typed');
  assert.equal(await editor.count(), 0);
  assert.match(await other.words('notice'), /Your text is now in the message field/);

  // The composer is not empty: the text waits until it is.
  await chat.streaming('Two');
  await waits(other, ['Third']);
  await button(other, 0, 'edit').click();
  await editor.fill('Third, typed');
  second.release();
  await until('it says that the text is kept', async () => /Your text is kept/.test(await other.textNow('notice')));
  for (const tab of [chat, other]) await until('all is answered', async () => (await tab.messages()).at(-1)?.text === 'Three.');
  assert.equal(await other.composer(), 'Second, typed');
  await other.get('composer').press('Enter');
  await until('the text is in the composer', async () => (await other.composer()) === 'Third, typed');
  await until('the other text is answered', async () => (await other.messages()).at(-1)?.text === 'Four.');
  assertAsked(endpoint, ['First', 'Second, otherwise', 'Third', 'Second, typed']);
});

scenario('a message of the queue leaves the view where the user scrolled, and what the user does now goes to the end', async ({ chat, server }) => {
  const [first, second] = [gated('One', ', done.'), gated('Two', ', done.')];
  const long = behave.reply('A line of a long reply.\n\n'.repeat(60));
  const endpoint = server.endpoint(long, first.behaviour, second.behaviour, behave.reply('Three.'), behave.serverError, behave.reply('Five.'));
  await opened(chat, endpoint);
  await chat.turn('Begin');
  await chat.send('First');
  await chat.streaming('One');
  for (const text of ['Second', 'Third']) {
    await chat.send(text);
    await until('the composer is empty', async () => (await chat.composer()) === '');
  }
  await waits(chat, ['Second', 'Third']);
  const top = () => chat.page.evaluate(() => document.querySelector('.transcript').scrollTop);
  const scrollUp = async () => {
    await chat.page.evaluate(() => { document.querySelector('.transcript').scrollTop = 0; });
    await chat.get('scroll-end').waitFor();
  };
  const isAtEnd = () => until('the end is in view', async () => (await chat.get('scroll-end').count()) === 0 && (await top()) > 100);
  await scrollUp();
  first.release();
  await chat.streaming('Two');
  second.release();
  await until('all is answered', async () => (await chat.messages()).at(-1)?.text === 'Three.');
  await waits(chat, []);
  assert.ok((await top()) < 3, `the view moved to ${await top()}`);

  await chat.send('Fourth');
  await chat.get('message-error').waitFor();
  await isAtEnd();
  await scrollUp();
  // Pressed in place: a pointer would scroll to the button first.
  await chat.get('retry').last().evaluate(button => button.click());
  await until('it is answered', async () => (await chat.messages()).at(-1)?.text === 'Five.');
  await isAtEnd();
});
