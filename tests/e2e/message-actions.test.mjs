// Actions on a message: edit, regenerate, switch branches, fork, reply, forget, erase; by mouse and keyboard.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { holdStore, storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

/** Runs two turns, `One` and `Two`, answered with `First.` and `Second.`; `more` answers the following ones. */
async function afterTwoTurns(chat, server, ...more) {
  const endpoint = server.endpoint(behave.reply('First.'), behave.reply('Second.'), ...more);
  await chat.open();
  await chat.useEndpoint(endpoint);
  // A request for a title in between would use up a reply.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('One');
  await chat.turn('Two');
  return endpoint;
}

const OLD = ['user: One', 'assistant: First.', 'user: Two', 'assistant: Second.'];

const untilConversation = (chat, expected, what) => until(what, async () => JSON.stringify(await chat.conversation()) === JSON.stringify(expected));

const shows = (chat, at, branch) => until(`message ${at} shows branch ${branch}`, async () => (await chat.branch(at)) === branch);

/** The stored drafts of the composer. */
const drafts = chat => storedRows(chat, 'composer_drafts');

scenario('editing a message starts another branch, and the switcher leads back', async ({ chat, server }) => {
  const endpoint = await afterTwoTurns(chat, server, behave.reply('Another.'));
  await chat.act(2, 'menu-edit');
  const editor = chat.get('message-editor');
  await editor.waitFor();
  assert.equal(await editor.inputValue(), 'Two');
  await editor.fill('Two, put better');
  await editor.press('Enter');
  await untilConversation(chat, ['user: One', 'assistant: First.', 'user: Two, put better', 'assistant: Another.'], 'the edited turn');
  await chat.settled('the reply to it');
  const sent = endpoint.chats.at(-1).json.messages.filter(message => message.role !== 'system').map(message => message.content);
  assert.match(sent.join('|'), /One\|First\.\|Two, put better$/);
  await shows(chat, 2, '2/2');

  await chat.get('sibling-previous').click();
  await untilConversation(chat, OLD, 'the old branch');
  await shows(chat, 2, '1/2');
  // The button keeps the focus, so the way forward is one key press.
  await until('the switcher has the focus', () => chat.page.evaluate(() => document.activeElement?.dataset.testid === 'sibling-previous'));
  await chat.reload();
  await untilConversation(chat, OLD, 'the same branch after a reload');
  await chat.act(2, 'menu-edit');
  assert.equal(await editor.inputValue(), 'Two', 'what was sent is not kept as an unsent edit');
  await editor.press('Escape');
  await chat.get('sibling-next').click();
  await until('the new branch', async () => (await chat.conversation()).includes('user: Two, put better'));
});

scenario('what is typed into an editor is kept for the next time: over Escape, another editor, a reload and another conversation', async ({ chat, server }) => {
  const endpoint = await afterTwoTurns(chat, server);
  await chat.act(0, 'menu-edit');
  await chat.get('message-editor').fill('One, half changed');
  await chat.get('message-editor').press('Escape');
  await untilConversation(chat, OLD, 'nothing changed');
  await chat.act(0, 'menu-edit');
  assert.equal(await chat.get('message-editor').inputValue(), 'One, half changed');
  await chat.get('edit-cancel').click();

  const editor = chat.get('message-editor');
  const edits = words => until(`the editor has "${words}"`, async () => (await editor.count()) === 1 && (await editor.inputValue()) === words);
  await chat.act(0, 'menu-edit');
  await editor.fill('One, changed more');
  await chat.act(2, 'menu-edit');
  await edits('Two');
  await chat.act(0, 'menu-edit');
  await edits('One, changed more');
  await editor.fill('One, before a reload');
  await chat.reload();
  await chat.act(0, 'menu-edit');
  await edits('One, before a reload');
  await editor.fill('One, before another conversation');
  await chat.get('new-conversation').click();
  await until('an empty conversation', async () => (await chat.messages()).length === 0);
  await chat.page.goBack();
  await untilConversation(chat, OLD, 'the first conversation, with no editor');
  await chat.act(0, 'menu-edit');
  await edits('One, before another conversation');
  await editor.press('Escape');
  assert.equal(endpoint.chats.length, 2);

  // In an empty field, the up arrow edits the last message.
  await chat.get('composer').press('ArrowUp');
  await chat.get('message-editor').waitFor();
  assert.equal(await chat.get('message-editor').inputValue(), 'Two');
  await until('the editor has the focus', () => chat.page.evaluate(() => document.activeElement?.dataset.testid === 'message-editor'));
  await chat.page.keyboard.type('?');
  await chat.get('message-editor').press('Escape');
  await chat.get('composer').fill('a');
  await chat.get('composer').press('ArrowUp');
  assert.equal(await chat.get('message-editor').count(), 0, 'it moves in a text');
  await chat.get('composer').fill('');
  await chat.get('message').first().focus();
  await chat.page.keyboard.press('?');
  await chat.get('help-panel').waitFor();
});

scenario('a reply is regenerated, and a failed attempt leaves the old one', async ({ chat, server }) => {
  await afterTwoTurns(chat, server, behave.serverError, behave.reply('Third time.'));
  await chat.get('message').nth(3).hover();
  await chat.get('message').nth(3).getByTestId('message-regenerate').click();
  await chat.get('message-error').waitFor();
  await shows(chat, 3, '2/2');
  await chat.get('sibling-previous').click();
  await untilConversation(chat, OLD, 'the old reply');
  await chat.get('sibling-next').click();
  await chat.retry();
  await untilConversation(chat, [...OLD.slice(0, 3), 'assistant: Third time.'], 'the new reply in its place');
  await shows(chat, 3, '2/2');
});

scenario('Undo reverts an edit, and the new branch stays', async ({ chat, server }) => {
  await afterTwoTurns(chat, server, behave.reply('Another.'));
  await chat.act(0, 'menu-edit');
  await chat.get('message-editor').fill('Begin otherwise');
  await chat.get('edit-send').click();
  await untilConversation(chat, ['user: Begin otherwise', 'assistant: Another.'], 'the edited turn');
  await chat.settled('the reply to it');
  await chat.send('/undo');
  await untilConversation(chat, OLD, 'the old branch');
  await shows(chat, 0, '1/2');
});

scenario('a fork continues in a new conversation', async ({ chat, server }) => {
  const endpoint = await afterTwoTurns(chat, server, behave.reply('Elsewhere.'));
  await chat.act(1, 'menu-fork');
  await untilConversation(chat, OLD.slice(0, 2), 'the fork');
  await until('two are listed', async () => (await chat.get('conversation-item').count()) === 2);
  await chat.turn('Go on');
  assert.match(endpoint.chats.at(-1).body, /First\./);
  assert.doesNotMatch(endpoint.chats.at(-1).body, /Second\./);
  await chat.page.goBack();
  await untilConversation(chat, OLD, 'the first conversation is as it was');
});

scenario('a second press of Fork while the first one is being made does nothing', async ({ chat, server }) => {
  await afterTwoTurns(chat, server);
  const letGo = await holdStore(chat, 'messages');
  const waits = () => chat.page.evaluate(async () => (await navigator.locks.query()).pending.some(({ name }) => name.includes(':turn:')));
  await chat.act(1, 'menu-fork');
  await chat.act(1, 'menu-fork');
  await until('the second one waits', waits);
  await until('and is given up', async () => !(await waits()));
  assert.doesNotMatch(await chat.textNow('notice'), /another tab/);
  await letGo();
  await untilConversation(chat, OLD.slice(0, 2), 'the fork');
  await until('two are listed', async () => (await chat.get('conversation-item').count()) === 2);
});

scenario('a reply shows the message it refers to and links to it', async ({ chat, server }) => {
  await afterTwoTurns(chat, server, behave.reply('About one.'));
  await chat.act(0, 'menu-reply');
  await chat.get('replying').waitFor();
  await chat.get('composer').fill('Tell me more');
  await until('the draft is stored', async () => (await drafts(chat)).some(draft => draft.text === 'Tell me more' && draft.reply_to));
  await chat.reload();
  await chat.get('replying').waitFor();
  await chat.get('composer').press('Enter');
  await chat.settled('a reply', 4);
  assert.equal(await chat.get('replying').count(), 0);
  const quote = chat.get('message').nth(4).getByTestId('message-quote');
  assert.match(await quote.innerText(), /One/);
  await quote.click();
  await until('the first message has the focus', () => chat.page.evaluate(() => document.activeElement?.dataset.sequence === '0'));
});

scenario('the messages above one are forgotten, and Undo restores them', async ({ chat, server }) => {
  const endpoint = await afterTwoTurns(chat, server, behave.reply('Third.'));
  await chat.act(2, 'menu-forget');
  await chat.get('forget-divider').waitFor();
  await chat.turn('Three');
  assert.doesNotMatch(endpoint.chats.at(-1).body, /First\./);
  assert.match(endpoint.chats.at(-1).body, /Second\./);
  await chat.get('forget-divider').getByTestId('undo').click();
  await chat.get('forget-divider').waitFor({ state: 'detached' });
  await chat.turn('Four');
  assert.match(endpoint.chats.at(-1).body, /First\./);
});

scenario('a message is erased after confirmation, for good', async ({ chat, server }) => {
  const endpoint = await afterTwoTurns(chat, server, behave.reply('Third.'));
  await chat.act(1, 'menu-erase');
  assert.match(await chat.words('erase-dialog'), /can't undo this/);
  await chat.get('erase-cancel').click();
  await untilConversation(chat, OLD, 'it is still there');
  await chat.act(1, 'menu-erase');
  await chat.get('erase-confirm').click();
  await untilConversation(chat, OLD.toSpliced(1, 1), 'it is gone');
  await chat.turn('Three');
  assert.doesNotMatch(endpoint.chats.at(-1).body, /First\./);
});

scenario('messages and their menu are reached by keyboard', async ({ chat, server }) => {
  await afterTwoTurns(chat, server);
  await chat.get('message').last().focus();
  await chat.page.keyboard.press('ArrowUp');
  await chat.page.keyboard.press('ArrowUp');
  await until('the second message has the focus', () => chat.page.evaluate(() => document.activeElement?.dataset.sequence === '1'));
  await chat.page.keyboard.press('m');
  await chat.get('message-menu').getByTestId('menu-copy').waitFor();
  await chat.page.keyboard.press('ArrowDown');
  await until('the next item has the focus', () => chat.page.evaluate(() => document.activeElement?.dataset.testid === 'menu-regenerate'));
  await chat.page.keyboard.press('Escape');
  await until('the message has the focus again', () => chat.page.evaluate(() => document.activeElement?.dataset.sequence === '1'));
  await chat.page.keyboard.press('Enter');
  assert.match(await chat.words('message-details'), /test-model/);
});

scenario('branches cannot be switched while a reply streams', async ({ chat, server }) => {
  await afterTwoTurns(chat, server, behave.reply('Slowly, '.repeat(400), { delayMs: 250 }));
  await chat.send('Three');
  await chat.streaming('Slowly');
  await chat.act(1, 'menu-regenerate');
  assert.match(await chat.words('notice'), /still replying/);
  await chat.get('stop').click();
  await chat.settled('the stopped reply', 4);
});

const PLAN = '# A plan\n\nHere is **a plan**.\n\n```rust\nfn light() {}\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nIt costs $\\frac{1}{2}$.';

scenario('a quote and screen reader announcements are words without Markdown syntax', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply(PLAN), behave.reply('Yes.')));
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('Plan it');
  const announcement = () => chat.page.locator('p.visually-hidden[role="status"]').textContent();
  await until('the reply is read out', async () => (await announcement()).startsWith('Reply:'));
  assert.equal((await announcement()).replace(/\s+/g, ' '), 'Reply: A plan Here is a plan. (code) (table) It costs (formula).');
  await chat.act(1, 'menu-reply');
  assert.equal(await chat.get('replying').getByTestId('message-quote').locator('span').last().innerText(), 'A plan Here is a plan. (code) (table) It costs (formula).');
});

scenario('a muted reply is dimmed, and nothing in it is struck out', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply(PLAN)));
  await chat.turn('Plan it');
  await chat.act(1, 'message-mute');
  await chat.get('message-mark').waitFor();
  const struck = await chat.get('message').nth(1).evaluate(message => [...message.querySelectorAll('.text, .text *')].filter(element => getComputedStyle(element).textDecorationLine.includes('line-through')).length);
  assert.equal(struck, 0);
  assert.equal(await chat.get('message').nth(1).locator('.marked svg').count(), 1);
});

scenario('the number of a fork is visible in the list, however long its title', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('First.')));
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('Plan my move to a new flat in another town with all that goes with it');
  await chat.act(1, 'menu-fork');
  await until('two are listed', async () => (await chat.get('conversation-item').count()) === 2);
  const number = chat.get('conversation-item').locator('.copy > :last-child');
  assert.equal((await number.textContent()).trim(), '(2)');
  const [inside, around] = [await number.boundingBox(), await chat.get('conversation-item').first().boundingBox()];
  assert.ok(inside.width > 5 && inside.x + inside.width <= around.x + around.width + 1, JSON.stringify({ inside, around }));
});

scenario('after an edit by keyboard the composer has the focus', async ({ chat, server }) => {
  await afterTwoTurns(chat, server, behave.reply('Another.'));
  await chat.act(2, 'menu-edit');
  await chat.get('message-editor').fill('Two, put better');
  await chat.get('message-editor').press('Enter');
  await until('the reply to it', async () => (await chat.conversation()).includes('assistant: Another.'));
  await until('the composer has the focus', () => chat.page.evaluate(() => document.activeElement?.id === 'composer'));
});

/** Presses a button twice, before the page has done anything about the first press. */
const pressTwice = button => button.evaluate(button => [1, 2].forEach(() => button.click()));

scenario('Regenerate, Retry and the editor send one request, however fast they are pressed again', async ({ chat, server }) => {
  const more = [behave.reply('Third.'), behave.serverError, behave.reply('Fifth.'), behave.reply('Sixth.')];
  const endpoint = await afterTwoTurns(chat, server, ...more, behave.reply('Last.'));
  // A request too many would come before those of the next press.
  const sent = async (requests, reply) => {
    await until(`the reply is "${reply}"`, async () => (await chat.messages()).at(-1)?.text === reply);
    await chat.settled(`"${reply}"`);
    assert.equal(endpoint.chats.length, requests);
    assert.doesNotMatch(await chat.textNow('notice'), /another tab/);
  };
  await chat.get('message').nth(3).hover();
  await pressTwice(chat.get('message').nth(3).getByTestId('message-regenerate'));
  await sent(3, 'Third.');
  await chat.send('Fail');
  await chat.get('message-error').waitFor();
  await pressTwice(chat.get('retry').last());
  await sent(5, 'Fifth.');
  await chat.act(4, 'menu-edit');
  await chat.get('message-editor').fill('Put better');
  await pressTwice(chat.get('edit-send'));
  await sent(6, 'Sixth.');
  await chat.turn('The last one');
  assert.deepEqual((await chat.conversation()).slice(3), ['assistant: Third.', 'user: Put better', 'assistant: Sixth.', 'user: The last one', 'assistant: Last.']);
  assert.equal(endpoint.chats.length, 7);
});

scenario('a screen reader hears replies of the open conversation alone, and each copy', async ({ chat, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  let release;
  const released = new Promise(resolve => { release = resolve; });
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.held('Slowly', ' and far away.', released), behave.reply('Here.')));
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.page.evaluate(() => {
    window.announced = [];
    const place = document.querySelector('p.visually-hidden[role="status"]');
    new MutationObserver(() => window.announced.push(place.textContent)).observe(place, { subtree: true, childList: true, characterData: true });
  });
  const announced = words => chat.page.evaluate(words => window.announced.filter(text => text.includes(words)).length, words);
  await chat.send('Tell me');
  await chat.streaming('Slowly');
  await chat.get('new-conversation').click();
  await until('the new conversation is open', async () => (await chat.messages()).length === 0);
  release();
  await until('the reply is stored', async () => (await storedRows(chat, 'messages')).length === 2);
  await chat.turn('And here?');
  await until('the reply of the open conversation is announced', async () => (await announced('Here.')) > 0);
  assert.equal(await announced('far away'), 0);
  for (const times of [1, 2]) {
    await chat.act(1, 'menu-copy');
    await until(`it is announced ${times} times`, async () => (await announced('Copied')) === times);
  }
});
