// Further commands, drafts, a second tab, and the keyboard.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { openWith } from './support/open-with.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

async function open(chat, server) {
  const endpoint = server.endpoint(behave.reply('Noted.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  return endpoint;
}

scenario('/new starts another conversation, and the list leads back to the first', async ({ chat, server }) => {
  await open(chat, server);
  await chat.turn('My cat is called Mia.');
  await chat.startConversation();
  await chat.turn('My dog is called Rex.');
  await until('both are listed', async () => (await chat.get('conversation-item').count()) === 2);

  await chat.page.locator('[data-testid="conversation-item"][data-active="false"]').click();
  await until('the first conversation', async () => (await chat.conversation())[0] === 'user: My cat is called Mia.');
});

scenario('/help shows the commands and sends nothing', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.send('/help');
  const help = await chat.words('help-panel');
  for (const command of ['/forget', '/remember', '/new', '/undo', '/help']) assert.ok(help.includes(command), `${command} is in the help`);
  assert.equal(endpoint.chats.length, 0);
});

scenario('Ctrl+Z brings back the text that was just deleted, and undoes a command after a text was sent', async ({ chat, server }) => {
  await open(chat, server);
  await chat.turn('My cat is called Mia.');
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.get('composer').focus();
  await chat.page.keyboard.type('A long thought');
  await chat.page.keyboard.press('ControlOrMeta+a');
  await chat.page.keyboard.press('Delete');
  assert.equal(await chat.composer(), '');
  await chat.page.keyboard.press('ControlOrMeta+z');
  await until('the text is back', async () => (await chat.composer()) === 'A long thought');
  assert.equal(await chat.get('forget-divider').count(), 1, 'what was forgotten is');
  await chat.page.keyboard.press('Enter');
  await chat.settled('a reply', 2);
  await chat.page.keyboard.press('ControlOrMeta+z');
  await chat.get('forget-divider').waitFor({ state: 'detached' });
});

scenario('commands are completed while the user types', async ({ chat, server }) => {
  await open(chat, server);
  await chat.get('composer').focus();
  await chat.page.keyboard.type('/for');
  await chat.get('command-suggestion').first().waitFor();
  await chat.page.keyboard.press('Tab');
  assert.match(await chat.composer(), /^\/forget\b/);
});

scenario('the suggestion that the arrow keys choose is in view, and a press accepts one', async ({ chat, server }) => {
  await open(chat, server);
  await chat.get('composer').focus();
  await chat.page.keyboard.type('/');
  await chat.get('command-suggestion').first().waitFor();
  const isInView = () => chat.page.evaluate(() => {
    const list = document.getElementById('command-suggestions');
    const [frame, chosen] = [list, list.querySelector('[aria-selected="true"]')].map(element => element.getBoundingClientRect());
    return chosen.top >= frame.top - 1 && chosen.bottom <= frame.bottom + 1;
  });
  await chat.page.keyboard.press('ArrowUp');
  await until('the last one is chosen', async () => (await chat.get('command-suggestion').last().getAttribute('aria-selected')) === 'true');
  await until('it is in view', isInView);
  await chat.page.keyboard.press('ArrowDown');
  await until('the first one is in view', isInView);

  // A finger that goes down on one may be about to scroll.
  const forget = chat.get('command-suggestion').filter({ hasText: '/forget' }).first();
  await forget.dispatchEvent('pointerdown', { pointerType: 'touch' });
  assert.equal(await chat.composer(), '/');
  await forget.click();
  assert.match(await chat.composer(), /^\/forget\b/);
  assert.equal(await chat.page.evaluate(() => document.activeElement?.id), 'composer', 'the field keeps the focus');
});

scenario('an unknown command gets a suggestion, and a second Enter sends it as text', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.send('/forgett');
  assert.match(await chat.words('notice'), /\/forget\b/);
  assert.equal(await chat.composer(), '/forgett');
  assert.equal(endpoint.chats.length, 0);

  await chat.get('composer').press('Enter');
  await chat.settled('a reply to the text');
  assert.match(endpoint.chats[0].json.messages.at(-1).content, /^\[.* UTC.*\] \/forgett$/, 'with the moment it was written');
});

scenario('a reload keeps the conversation and the unsent text', async ({ chat, server }) => {
  await open(chat, server);
  await chat.turn('My cat is called Mia.');
  const conversation = await chat.conversation();
  await chat.get('composer').pressSequentially('half a thought');
  await chat.reload();
  assert.deepEqual(await chat.conversation(), conversation);
  assert.equal(await chat.composer(), 'half a thought');
});

scenario('a text typed in the last moment before a reload is kept', async ({ chat, server }) => {
  await open(chat, server);
  await chat.turn('My cat is called Mia.');
  for (const text of ['half a thought', 'another thought', '']) {
    await Promise.all([
      chat.page.waitForNavigation(),
      chat.page.evaluate(text => {
        const composer = document.querySelector('[data-testid="composer"]');
        composer.value = text;
        composer.dispatchEvent(new Event('input', { bubbles: true }));
        location.reload();
      }, text),
    ]);
    await chat.ready();
    assert.equal(await chat.composer(), text);
  }
});

scenario('two tabs show the same conversation, whichever of them sends', async ({ chat, newChat, server }) => {
  await open(chat, server);
  const other = await newChat();
  await other.open();
  await chat.turn('My cat is called Mia.');
  await until('the other tab shows both messages', async () => (await other.conversation()).join() === 'user: My cat is called Mia.,assistant: Noted.');
  await other.turn('My dog is called Rex.');
  // While the reply streams in the other tab, the first tab shows an empty message for it.
  await chat.settled('the second reply in the first tab', 2);
  assert.deepEqual(await chat.conversation(), await other.conversation());
});

scenario('the keyboard alone can send, stop and undo', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.reply('Noted.'), behave.reply('word '.repeat(2_000), { delayMs: 20 }));
  await chat.open();
  await chat.useEndpoint(endpoint);
  const { keyboard } = chat.page;

  await chat.tabTo('composer');
  await keyboard.type('My cat is called Mia.');
  await keyboard.press('Enter');
  await chat.settled('the first reply');

  await chat.tabTo('composer');
  await keyboard.type('Tell me a story');
  await keyboard.press('Enter');
  await chat.streaming('word word');
  await chat.tabTo('stop');
  await keyboard.press('Enter');
  assert.equal((await chat.settled('the stopped reply', 1)).finish, 'stopped');

  await chat.tabTo('composer');
  await keyboard.type('/forget');
  await keyboard.press('Enter');
  await chat.get('forget-divider').waitFor();
  await chat.tabTo('undo');
  await keyboard.press('Enter');
  await chat.get('forget-divider').waitFor({ state: 'detached' });
});

/** The focused element: its test id, tag and text. */
const focus = chat => chat.page.evaluate(() => {
  const { dataset, localName, innerText } = document.activeElement;
  return `${dataset.testid ?? localName} ${innerText ?? ''}`.trim();
});

scenario('a dialog that a command opens focuses its question or its title, not the Close button', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('Hello');
  for (const [command, expected] of [['/erase', /^erase-cancel/], ['/help', /^h2 /], ['/stats', /^h2 /], ['/preset', /^h2 /]]) {
    await chat.send(command);
    await chat.page.locator('dialog[open]').waitFor();
    await until(`${command} begins with ${expected}`, async () => expected.test(await focus(chat)));
    await chat.page.keyboard.press('Escape');
    await chat.page.locator('dialog[open]').waitFor({ state: 'detached' });
    await chat.get('composer').focus();
  }
});

scenario('nothing shows another branch while a reply is coming, in this tab or another, and the reply stays where it is stored', async ({ chat, newChat, server }) => {
  let release;
  const released = new Promise(resolve => { release = resolve; });
  const endpoint = server.endpoint(behave.reply('One.'), behave.held('Two', ', done.', released));
  await openWith(chat, endpoint);
  await chat.turn('First');
  const other = await newChat();
  await other.open();
  await chat.act(1, 'menu-regenerate');
  await chat.streaming('Two');
  await chat.get('composer').focus();
  await chat.page.keyboard.press('ControlOrMeta+z');
  await until('it says that a reply is coming', async () => /still replying/.test(await chat.textNow('notice')));
  await other.send('/clear');
  await until('the other tab waits for this one', async () => /reply in another tab/.test(await other.textNow('notice')));
  release();
  await until('the reply is whole', async () => (await chat.messages()).at(-1).text === 'Two, done.');
  await chat.settled('the reply');
  assert.equal(await chat.branch(1), '2/2');
  await chat.get('composer').focus();
  await chat.page.keyboard.press('ControlOrMeta+z');
  await until('the old branch is shown', async () => (await chat.conversation()).join() === 'user: First,assistant: One.');
  assert.equal(await chat.branch(1), '1/2');
  await chat.reload();
  assert.equal((await chat.conversation()).join(), 'user: First,assistant: One.');
});
