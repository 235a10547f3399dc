// The search: results while typing, where they lead, and the command palette.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

async function afterTurns(chat, server) {
  const endpoint = server.endpoint(behave.reply('Noted: a red umbrella.'), behave.reply('Записано.'), behave.reply('Noted.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.turn('I left my red umbrella on the tram.');
  await chat.turn('Їжачок любить молоко.');
  await chat.startConversation();
  await chat.turn('Which umbrellas fold?');
  return endpoint;
}

const hits = chat => chat.get('search-hit').allInnerTexts();
const field = chat => chat.get('search-field');
const read = chat => until('everything is read', async () => /found|No results/.test(await chat.get('search-count').innerText()));

/** Presses the shortcut, and waits until the search field has the focus. */
async function openSearch(chat, keys = 'Control+k') {
  await chat.page.keyboard.press(keys);
  await until('the field has the focus', () => chat.page.evaluate(() => document.activeElement?.id === 'search-field'));
}

async function search(chat, text) {
  await openSearch(chat);
  await field(chat).fill(text);
  await read(chat);
}

scenario('messages of all conversations are found while typing, with matches highlighted', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await openSearch(chat);
  await chat.page.keyboard.type('umbr');
  await until('three messages and a title', async () => (await hits(chat)).filter(text => /umbrella/.test(text)).length === 4);
  assert.deepEqual([...new Set(await chat.page.locator('.found mark').allInnerTexts())].sort(), ['umbrella', 'umbrellas']);
  await chat.page.keyboard.type(' red');
  await until('two messages and their title', async () => (await hits(chat)).length === 3);
  await field(chat).fill('ЇЖАЧКИ');
  await until('another ending, another case', async () => (await hits(chat)).some(text => /Їжачок/.test(text)));
  await field(chat).fill('nowhere at all');
  await until('a sentence', async () => /No results/.test(await chat.get('search-count').innerText()));
});

scenario('the shortcut is at the same key where the layout has no Latin letters', async ({ chat }) => {
  await chat.open();
  // The driver types in a Latin layout alone.
  await chat.get('composer').evaluate(field => {
    const pressed = { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', pressed));
  });
  await field(chat).waitFor();
});

scenario('a hit in another conversation is opened by keyboard alone', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await search(chat, 'tram');
  const message = async () => (await hits(chat)).findIndex(text => /^You/m.test(text));
  await until('the message is listed', async () => (await message()) > 0);
  const index = await message();
  for (let step = 0; step < index; step += 1) await chat.page.keyboard.press('ArrowDown');
  await chat.page.keyboard.press('Enter');
  await chat.get('search-dialog').waitFor({ state: 'hidden' });
  await until('its conversation', async () => (await chat.conversation())[0] === 'user: I left my red umbrella on the tram.');
  await until('the message has the focus', () => chat.page.evaluate(() => /red umbrella/.test(document.activeElement?.innerText ?? '') && document.activeElement.id.startsWith('message-')));
});

scenario('filters limit the conversation, the author, and the time', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await search(chat, 'umbrella');
  await chat.get('search-here').click();
  await until('this conversation alone', async () => (await hits(chat)).length > 0 && (await hits(chat)).every(text => /fold/.test(text)));
  await chat.get('search-here').click();
  await chat.get('search-role').selectOption({ label: 'Replies' });
  await until('replies alone', async () => (await hits(chat)).join().includes('Noted: a red umbrella') && (await hits(chat)).length === 1);
  await chat.get('search-role').selectOption({ label: 'Anyone' });
  await chat.get('search-time').selectOption({ label: 'From … to …' });
  await chat.get('search-until').fill('2001-01-01');
  await until('nothing so old', async () => (await hits(chat)).length === 0);
});

scenario('forgotten and muted messages are found and marked, erased ones are gone at once', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await chat.act(0, 'message-mute');
  await chat.get('message-mark').waitFor();
  await search(chat, 'fold');
  await until('a mark', async () => (await chat.get('search-mark').allInnerTexts()).includes('Muted'));
  await chat.page.keyboard.press('Escape');
  await chat.send('/erase');
  await chat.get('erase-confirm').click();
  await until('the other conversation', async () => (await chat.conversation()).length === 4);
  await search(chat, 'fold');
  assert.deepEqual(await hits(chat), []);
  await chat.page.keyboard.press('Escape');

  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.send('/search tram');
  await until('a mark', async () => (await chat.get('search-mark').allInnerTexts()).includes('Forgotten'));
});

scenario('messages sent after the search was opened are found, also those of another tab', async ({ chat, newChat, server }) => {
  await afterTurns(chat, server);
  await search(chat, 'umbrella');
  await chat.page.keyboard.press('Escape');
  await chat.turn('And the yellow raincoat?');
  await search(chat, 'raincoat');
  assert.ok((await hits(chat)).some(text => /raincoat/.test(text)));
  await chat.page.keyboard.press('Escape');

  const other = await newChat();
  await other.open();
  await other.turn('My galoshes are green.');
  await until('the first tab shows it', async () => (await chat.conversation()).some(text => /galoshes/.test(text)));
  await openSearch(chat);
  await field(chat).fill('galoshes');
  await until('the message of the other tab', async () => (await hits(chat)).some(text => /galoshes/.test(text)));
});

scenario('memories and tasks are found', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.asksFor('add_task', { title: 'Book the ferry to Naples' }), behave.reply('It is on your list.')));
  await chat.turn('Remind me.');
  await search(chat, 'ferr');
  await until('the task', async () => (await hits(chat)).some(text => /Book the ferry/.test(text)));
  await chat.get('search-hit').filter({ hasText: 'Book the ferry' }).click();
  await chat.get('tasks-dialog').waitFor();
});

scenario('a memory that is found is shown among the memories, also one of the archive', async ({ chat }) => {
  await chat.open();
  await chat.send('/memories');
  const add = async fact => {
    await chat.get('memory-new').fill(fact);
    await chat.get('memory-new').press('Enter');
    await chat.get('memory-text').filter({ hasText: fact }).waitFor();
  };
  await add('Sings tenor');
  const likes = 'apples pears plums cherries figs dates grapes melons lemons limes papayas quinces radishes turnips leeks beets celery fennel sorrel spinach endives';
  for (const name of likes.split(' ')) await add(`Likes ${name}`);
  await add('Plays the oboe');
  await chat.get('memory-item').filter({ hasText: 'oboe' }).getByTestId('memory-archive').click();
  await chat.get('memory-item').filter({ hasText: 'oboe' }).waitFor({ state: 'detached' });
  await chat.page.keyboard.press('Escape');
  await chat.get('memories-dialog').waitFor({ state: 'hidden' });

  const facts = async () => (await chat.get('memory-text').allInnerTexts()).join();
  const follow = async (word, fact) => {
    await search(chat, word);
    await chat.get('search-hit').filter({ hasText: fact }).click();
    await until('it is the one that is shown', async () => (await facts()) === fact);
    assert.equal(await chat.get('memory-search').inputValue(), word);
  };
  // Escape empties the search field first.
  const close = async () => {
    await chat.get('memories-dialog').getByRole('banner').getByRole('button', { name: 'Close' }).click();
    await chat.get('memories-dialog').waitFor({ state: 'hidden' });
  };
  await follow('tenor', 'Sings tenor');
  assert.equal(await chat.get('memory-kind').inputValue(), 'all');
  await close();
  await follow('oboe', 'Plays the oboe');
  assert.equal(await chat.get('memory-kind').inputValue(), 'archived');
  await chat.get('memory-kind').selectOption('all');
  await chat.get('memory-search').fill('');
  await until('the first page of all', async () => (await chat.get('memory-text').count()) === 20);
  await close();
  await chat.send('/memories');
  await until('opened by itself, it shows all', async () => (await chat.get('memory-text').count()) === 20);
});

scenario('the palette runs commands, opens pages and switches conversations', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await openSearch(chat, 'Control+Shift+p');
  assert.equal(await field(chat).inputValue(), '>');
  await chat.page.keyboard.type('memor');
  await until('a command and a page', async () => (await hits(chat)).some(text => /^\/memories/.test(text)));
  await chat.page.keyboard.press('Enter');
  await chat.get('memories-dialog').waitFor();
  await chat.page.keyboard.press('Escape');

  await openSearch(chat);
  await chat.page.keyboard.type('/forget 1');
  await chat.page.keyboard.press('Enter');
  await chat.get('forget-divider').waitFor();

  await openSearch(chat);
  await chat.page.keyboard.type('>red umbrella');
  await until('the conversation', async () => (await hits(chat)).length === 1);
  await chat.page.keyboard.press('Enter');
  await until('it is open', async () => (await chat.conversation())[0] === 'user: I left my red umbrella on the tram.');
});

scenario('an opened hit keeps its line breaks, and its matches are highlighted', async ({ chat, server }) => {
  await afterTurns(chat, server);
  const shape = () => chat.page.evaluate(() => {
    const text = [...document.querySelectorAll('[data-testid="message-text"]')].find(text => /Noted: a red umbrella/.test(text.innerText));
    const { lineHeight, fontSize } = getComputedStyle(text);
    return text && `${lineHeight} ${fontSize} ${text.getBoundingClientRect().height}`;
  });
  await chat.get('conversation-item').last().click();
  await until('its conversation', async () => (await chat.conversation()).some(line => /Noted: a red/.test(line)));
  const before = await shape();
  await search(chat, 'umbrella noted');
  await chat.get('search-hit').filter({ hasText: 'Noted: a red umbrella' }).first().click();
  const marked = () => chat.page.evaluate(() => [...CSS.highlights.get('sought') ?? []].map(String));
  await until('the words are marked', async () => (await marked()).length > 0);
  assert.equal(await shape(), before);
  assert.deepEqual(await marked(), ['Noted', 'umbrella']);
});
