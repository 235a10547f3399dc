// The list of conversations: pins, the archive, tags, the filter, and titles found by the model.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { isHighEnough } from './support/layout.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const titles = chat => chat.get('conversation-item').allInnerTexts();
const headings = chat => chat.page.locator('.sidebar h2').allInnerTexts();
const row = (chat, title) => chat.page.locator('.conversation', { hasText: title });
const undo = chat => chat.get('notice').getByTestId('undo').click();

async function startConversations(chat, server, texts, behaviours = [behave.reply('Noted.')]) {
  const endpoint = server.endpoint(...behaviours);
  await chat.open();
  await chat.useEndpoint(endpoint);
  for (const [index, text] of texts.entries()) {
    if (index > 0) {
      await chat.startConversation();
    }
    await chat.turn(text);
  }
  await until('all are listed', async () => (await titles(chat)).length === texts.length);
  return endpoint;
}

async function act(chat, title, id) {
  await row(chat, title).hover();
  await row(chat, title).getByTestId('conversation-more').click();
  await chat.get('conversation-menu').getByTestId(id).click();
}

scenario('a pinned conversation stays at the top, and Undo unpins it', async ({ chat, server }) => {
  await startConversations(chat, server, ['About cats', 'About dogs']);
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

scenario('a conversation can be archived and restored', async ({ chat, server }) => {
  await startConversations(chat, server, ['About cats', 'About dogs']);
  await act(chat, 'About cats', 'conversation-archive');
  await until('one is listed', async () => (await titles(chat)).join() === 'About dogs');
  await undo(chat);
  await until('both are listed', async () => (await titles(chat)).length === 2);

  await act(chat, 'About cats', 'conversation-archive');
  await chat.get('archive-open').click();
  await until('the archive', async () => (await titles(chat)).join() === 'About cats');
  await row(chat, 'About cats').getByTestId('conversation-item').click();
  await until('it opens', async () => (await chat.conversation())[0] === 'user: About cats');
  await act(chat, 'About cats', 'conversation-archive');
  await chat.get('conversations-none').waitFor();
  await chat.get('archive-close').click();
  await until('both are listed', async () => (await titles(chat)).length === 2);
});

scenario('tags can be added, filter the list, and can be undone', async ({ chat, server }) => {
  await startConversations(chat, server, ['About cats', 'About dogs']);
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
  await startConversations(chat, server, ['Rome in May', 'Cats', 'Dogs', 'A trip to Rome', 'Bread', 'Tea']);
  await chat.get('conversation-filter').fill('rome');
  await until('two are listed', async () => (await titles(chat)).join() === 'A trip to Rome,Rome in May');
  await chat.get('conversation-filter').fill('nothing');
  await chat.get('conversations-none').waitFor();
});

const hasFocus = index => index.evaluate(element => element === document.activeElement);
const focused = chat => chat.page.evaluate(() => document.activeElement?.dataset.testid);
const isShown = chat => chat.page.evaluate(() => document.querySelector('#conversation-menu')?.matches(':popover-open') ?? false);

scenario('a conversation is pinned by keyboard alone, and Escape closes its menu', async ({ chat, server }) => {
  await startConversations(chat, server, ['About cats', 'About dogs']);
  const more = row(chat, 'About cats').getByTestId('conversation-more');
  const press = async (key, item) => {
    await chat.page.keyboard.press(key);
    await until(`${item} has the focus after ${key}`, async () => (await focused(chat)) === item);
  };
  await more.focus();
  assert.equal(await more.getAttribute('aria-expanded'), 'false');
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await press(key, 'menu-rename');
    assert.equal(await more.getAttribute('aria-expanded'), 'true');
    await chat.page.keyboard.press('Escape');
    await until('it is closed', async () => !(await isShown(chat)) && (await more.getAttribute('aria-expanded')) === 'false');
    await until('the button that opened it has the focus again', () => hasFocus(more));
  }
  await press('Enter', 'menu-rename');
  await press('ArrowUp', 'menu-delete');
  await press('Home', 'menu-rename');
  await press('End', 'menu-delete');
  await press('ArrowDown', 'menu-rename');
  const roles = await chat.get('conversation-menu').locator('[role="menu"] [role="menuitem"]').count();
  assert.equal(roles, await chat.get('conversation-menu').getByRole('button').or(chat.get('conversation-menu').getByRole('menuitem')).count());
  await press('ArrowDown', 'conversation-pin');
  await chat.page.keyboard.press('Enter');
  await until('it is first', async () => (await titles(chat)).join() === 'About cats,About dogs');
  await until('and the focus went with it', () => hasFocus(more));
  await press('Enter', 'menu-rename');
  await press('ArrowDown', 'conversation-pin');
  await press('ArrowDown', 'conversation-archive');
  await chat.page.keyboard.press('Enter');
  await until('it is put away', async () => (await titles(chat)).join() === 'About dogs');
  await until('the focus is at the head of the list', () => chat.page.evaluate(() => document.activeElement.id === 'new-conversation'));
});

scenario('a menu closes on a second press or a press elsewhere, and each row has its own', async ({ chat, server }) => {
  await startConversations(chat, server, ['About cats', 'About dogs']);
  const more = async title => {
    await row(chat, title).hover();
    await row(chat, title).getByTestId('conversation-more').click();
  };
  const items = chat.get('conversation-menu').getByRole('menuitem');
  await more('About cats');
  await items.first().waitFor();
  await more('About cats');
  await items.first().waitFor({ state: 'detached' });
  assert.equal(await isShown(chat), false);
  assert.ok(await hasFocus(row(chat, 'About cats').getByTestId('conversation-more')));
  await more('About cats');
  await items.first().waitFor();
  await more('About dogs');
  await until('the other row has it', async () => (await row(chat, 'About dogs').getByTestId('conversation-more').getAttribute('aria-expanded')) === 'true');
  assert.ok(await isShown(chat));
  await chat.page.mouse.click(640, 20);
  await items.first().waitFor({ state: 'detached' });
  // A message uses the same menu component.
  await chat.act(0);
  await chat.get('message-menu').getByRole('menuitem').first().waitFor();
  await chat.get('message').nth(0).getByTestId('message-more').click();
  await chat.get('message-menu').getByRole('menuitem').first().waitFor({ state: 'detached' });
  await more('About cats');
  await chat.get('menu-rename').click();
  await chat.get('conversation-title-input').fill('About tigers');
  await chat.get('conversation-title-input').press('Enter');
  await until('it is renamed', async () => (await titles(chat)).includes('About tigers'));
  await row(chat, 'About tigers').hover();
  await row(chat, 'About tigers').getByTestId('conversation-more').click();
  await chat.get('menu-delete').click();
  await until('it is deleted', async () => (await titles(chat)).join() === 'About dogs');
  await undo(chat);
  await until('it is back', async () => (await titles(chat)).length === 2);
});

scenario('on a phone the whole menu is visible and its items are large enough', async ({ chat, server }) => {
  await startConversations(chat, server, ['One', 'Two', 'Three', 'Four', 'Five', 'Six']);
  await chat.page.setViewportSize({ width: 390, height: 844 });
  await chat.get('menu').tap();
  const last = row(chat, 'One').getByTestId('conversation-more');
  await last.tap();
  const items = chat.get('conversation-menu').getByRole('menuitem');
  await items.first().waitFor();
  const boxes = await items.evaluateAll(all => all.map(item => item.getBoundingClientRect().toJSON()));
  assert.equal(boxes.length, 10);
  for (const box of boxes) {
    assert.ok(isHighEnough(box) && box.top >= 0 && box.bottom <= 844 && box.left >= 0 && box.right <= 390, JSON.stringify(box));
  }
  await chat.page.keyboard.press('Escape');
  await items.first().waitFor({ state: 'detached' });
  assert.ok(await chat.page.locator('.sidebar.open').isVisible(), 'the drawer is still there');

  // A tap on the veil closes the menu, and presses nothing under it.
  await last.tap();
  await items.first().waitFor();
  await chat.page.evaluate(() => addEventListener('click', event => { window.isStopped = event.defaultPrevented; }, { capture: true, once: true }));
  await chat.get('new-conversation').tap();
  await items.first().waitFor({ state: 'detached' });
  await until('the tap has ended', () => chat.page.evaluate(() => window.isStopped !== undefined));
  assert.equal(await chat.page.evaluate(() => window.isStopped), true);
  assert.ok(await chat.page.locator('.sidebar.open').isVisible(), 'the drawer is still there');
  assert.ok((await chat.messages()).length > 0, 'no conversation was started');
  await chat.get('new-conversation').tap();
  await until('the next tap starts one', async () => (await chat.messages()).length === 0);
}, { contextOptions: { hasTouch: true } });

scenario('a menu near the lower edge of the window opens upwards', async ({ chat, server }) => {
  await startConversations(chat, server, ['One', 'Two', 'Three', 'Four', 'Five', 'Six']);
  await chat.page.setViewportSize({ width: 1280, height: 520 });
  const last = row(chat, 'One').getByTestId('conversation-more');
  await last.scrollIntoViewIfNeeded();
  await row(chat, 'One').hover();
  await last.click();
  await chat.get('conversation-menu').getByRole('menuitem').first().waitFor();
  const box = await chat.get('conversation-menu').boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height <= 520, JSON.stringify(box));
});

scenario('an answer that is not a title is reported in place of the result, in the language of the page and with its conversation', async ({ chat, server }) => {
  const lines = behave.reply('Here is a title:\n\nWalks in Rome');
  await startConversations(chat, server, ['Where do I walk in Rome?'], [behave.reply('Start at the Forum.'), lines]);
  const results = async () => {
    await chat.get('memory-button').click();
    await chat.get('to-summaries-dialog').click();
    await chat.get('coming').locator('dl').waitFor();
    return chat.words('coming');
  };
  const close = async () => { await chat.page.keyboard.press('Escape'); };
  await until('the result is reported', async () => {
    const words = await results();
    await close();
    return /Creating a title\s*Failed: The model's answer is not a title: it is too long\. The title was left as it was\./.test(words);
  }, 60_000);
  await chat.get('settings-button').click();
  await Promise.all([chat.page.waitForEvent('load'), chat.get('language').selectOption('uk')]);
  // The settings stay open when the language is chosen.
  await chat.get('settings-search').waitFor();
  await close();
  assert.match(await results(), /Добір назви\s*Не вдалося: Відповідь моделі — не назва: вона задовга\. Назва лишилася, як була\./);
  await close();
  await chat.get('new-conversation').click();
  await until('the new one is open', async () => (await chat.messages()).length === 0);
  assert.match(await results(), /Добір назви: Where do I walk in Rome\?\s*Не вдалося:/);
});

scenario('the model finds a title after the first turn, but never replaces the user\'s own', async ({ chat, server }) => {
  const endpoint = await startConversations(chat, server, ['Where do I walk in Rome?'], [behave.reply('Start at the Forum.'), behave.reply('"Walks in Rome"')]);
  await until('the title of the model', async () => (await titles(chat)).join() === 'Walks in Rome', 60_000);
  assert.match(endpoint.chats[1].body, /Title:/);
  await row(chat, 'Walks in Rome').hover();
  await row(chat, 'Walks in Rome').getByTestId('conversation-rename').click();
  await chat.get('conversation-title-input').fill('My Rome');
  await chat.get('conversation-title-input').press('Enter');
  await until('the title of the user', async () => (await titles(chat)).join() === 'My Rome');
});

scenario('the archive is shown whole whatever tag filters the list, and a list without it says where all conversations are', async ({ chat, server }) => {
  await startConversations(chat, server, ['About cats', 'About dogs']);
  await act(chat, 'About cats', 'conversation-tags');
  await chat.get('conversation-tags-input').fill('pets');
  await chat.get('conversation-tags-input').press('Enter');
  await chat.get('conversation-tag').waitFor();
  await act(chat, 'About dogs', 'conversation-archive');
  await until('one is listed', async () => (await titles(chat)).join() === 'About cats');
  await chat.get('conversation-tag').click();
  await chat.get('archive-open').click();
  await until('the archive', async () => (await titles(chat)).join() === 'About dogs');
  await act(chat, 'About dogs', 'conversation-select');
  await until('it can be selected', async () => /1 selected/.test(await chat.textNow('select-count')));

  await chat.open();
  assert.equal((await chat.conversation())[0], 'user: About cats', 'one in the archive is not opened unasked');
  await act(chat, 'About cats', 'conversation-archive');
  await chat.get('conversations-none').filter({ hasText: 'All conversations are in the archive' }).waitFor();
});
