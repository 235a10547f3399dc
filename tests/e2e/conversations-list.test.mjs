// The list of conversations: pins, the archive, tags, the filter, and titles that the model finds.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const titles = chat => chat.get('conversation-item').allInnerTexts();
const headings = chat => chat.page.locator('.sidebar h2').allInnerTexts();
const row = (chat, title) => chat.page.locator('.conversation', { hasText: title });
const undo = chat => chat.get('notice').getByTestId('undo').click();

async function talks(chat, server, texts, behaviours = [behave.reply('Noted.')]) {
  const endpoint = server.endpoint(...behaviours);
  await chat.open();
  await chat.useEndpoint(endpoint);
  for (const [place, text] of texts.entries()) {
    if (place > 0) {
      await chat.send('/new');
      await until('an empty conversation', async () => (await chat.messages()).length === 0);
    }
    await chat.turn(text);
  }
  await until('all are listed', async () => (await titles(chat)).length === texts.length);
  return endpoint;
}

async function act(chat, title, id) {
  await row(chat, title).hover();
  await row(chat, title).getByTestId('conversation-more').click();
  await row(chat, title).getByTestId(id).click();
}

scenario('a pinned conversation stays at the top, and Undo takes the pin away', async ({ chat, server }) => {
  await talks(chat, server, ['About cats', 'About dogs']);
  await act(chat, 'About cats', 'conversation-pin');
  await until('it is first', async () => (await titles(chat)).join() === 'About cats,About dogs');
  assert.deepEqual(await headings(chat), ['Pinned', 'Today']);
  await chat.reload();
  await until('it is first after a reload', async () => (await titles(chat)).join() === 'About cats,About dogs');
  await act(chat, 'About cats', 'conversation-pin');
  await until('one group', async () => (await headings(chat)).join() === 'Today');
  await undo(chat);
  await until('two groups', async () => (await headings(chat)).join() === 'Pinned,Today');
});

scenario('the archive holds what is put away, and gives it back', async ({ chat, server }) => {
  await talks(chat, server, ['About cats', 'About dogs']);
  await act(chat, 'About cats', 'conversation-archive');
  await until('one is listed', async () => (await titles(chat)).join() === 'About dogs');
  await undo(chat);
  await until('both are listed', async () => (await titles(chat)).length === 2);

  await act(chat, 'About cats', 'conversation-archive');
  await chat.get('archive-open').click();
  await until('the archive', async () => (await titles(chat)).join() === 'About cats');
  await row(chat, 'About cats').getByTestId('conversation-item').click();
  await until('it opens', async () => (await chat.talk())[0] === 'user: About cats');
  await act(chat, 'About cats', 'conversation-archive');
  await chat.get('conversations-none').waitFor();
  await chat.get('archive-close').click();
  await until('both are listed', async () => (await titles(chat)).length === 2);
});

scenario('tags are given, filter the list, and can be undone', async ({ chat, server }) => {
  await talks(chat, server, ['About cats', 'About dogs']);
  await act(chat, 'About cats', 'conversation-tags');
  await chat.get('conversation-tags-input').fill('Pets, #home, pets');
  await chat.get('conversation-tags-input').press('Enter');
  await until('two tags', async () => (await chat.get('conversation-tag').allInnerTexts()).join() === 'Pets,home');
  await chat.get('conversation-tag').first().click();
  await until('one is listed', async () => (await titles(chat)).join() === 'About cats');
  await chat.get('conversation-tag').first().click();
  await until('both are listed', async () => (await titles(chat)).length === 2);
  await undo(chat);
  await chat.get('conversation-tag').first().waitFor({ state: 'detached' });
});

scenario('a long list has a field that filters it by words', async ({ chat, server }) => {
  await talks(chat, server, ['Rome in May', 'Cats', 'Dogs', 'A trip to Rome', 'Bread', 'Tea']);
  await chat.get('conversation-filter').fill('rome');
  await until('two are listed', async () => (await titles(chat)).join() === 'A trip to Rome,Rome in May');
  await chat.get('conversation-filter').fill('nothing');
  await chat.get('conversations-none').waitFor();
});

scenario('with the keyboard alone a conversation is pinned, and Escape leaves the line of acts', async ({ chat, server }) => {
  await talks(chat, server, ['About cats', 'About dogs']);
  const more = row(chat, 'About cats').getByTestId('conversation-more');
  await more.focus();
  await chat.page.keyboard.press('Enter');
  await row(chat, 'About cats').getByTestId('conversation-pin').focus();
  await chat.page.keyboard.press('Escape');
  await row(chat, 'About cats').getByTestId('conversation-pin').waitFor({ state: 'detached' });
  const hasFocus = () => more.evaluate(element => element === document.activeElement);
  await until('the button that opened it has the focus again', hasFocus);
  await chat.page.keyboard.press('Enter');
  await row(chat, 'About cats').getByTestId('conversation-pin').focus();
  await chat.page.keyboard.press('Enter');
  await until('it is first', async () => (await titles(chat)).join() === 'About cats,About dogs');
  await until('and the focus went with it', hasFocus);
  await chat.page.keyboard.press('Enter');
  await row(chat, 'About cats').getByTestId('conversation-archive').focus();
  await chat.page.keyboard.press('Enter');
  await until('it is put away', async () => (await titles(chat)).join() === 'About dogs');
  await until('the focus is at the head of the list', () => chat.page.evaluate(() => document.activeElement.id === 'new-conversation'));
});

scenario('the model finds a title after the first turn, and never in place of the user\'s own', async ({ chat, server }) => {
  const endpoint = await talks(chat, server, ['Where do I walk in Rome?'], [behave.reply('Start at the Forum.'), behave.reply('"Walks in Rome"')]);
  await until('the title of the model', async () => (await titles(chat)).join() === 'Walks in Rome', 60_000);
  assert.match(endpoint.chats[1].body, /Title:/);
  await row(chat, 'Walks in Rome').hover();
  await row(chat, 'Walks in Rome').getByTestId('conversation-rename').click();
  await chat.get('conversation-title-input').fill('My Rome');
  await chat.get('conversation-title-input').press('Enter');
  await until('the title of the user', async () => (await titles(chat)).join() === 'My Rome');
});
