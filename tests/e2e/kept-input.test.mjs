// What is typed stays until it is stored, and what a dialog asks, or Undo takes back, is what it was meant for.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { failWritesWhenFull, storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const row = (chat, title) => chat.page.locator('.conversation', { hasText: title });
const titles = chat => chat.get('conversation-item').allInnerTexts();
const shows = (chat, title) => until(`"${title}" is open`, async () => (await chat.conversation())[0] === `user: ${title}`);

/** Two conversations. The first is open, and "Back" leads to the second. */
async function firstAboveSecond(chat, server) {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('About the first');
  await chat.startConversation();
  await chat.turn('About the second');
  await until('both are listed', async () => (await titles(chat)).length === 2);
  await row(chat, 'About the first').getByTestId('conversation-item').click();
  await shows(chat, 'About the first');
}

scenario('a question about a conversation goes away with it, and is not about the next one', async ({ chat, server }) => {
  await firstAboveSecond(chat, server);
  await chat.send('/erase');
  await chat.get('erase-dialog').waitFor();
  await chat.page.goBack();
  await shows(chat, 'About the second');
  await chat.get('erase-dialog').waitFor({ state: 'hidden' });
  await chat.reload();
  await until('both are still listed', async () => (await titles(chat)).length === 2);
});

scenario('the settings of a conversation are not stored in another one, and can be stored where they belong', async ({ chat, server }) => {
  await firstAboveSecond(chat, server);
  await chat.get('own-button').click();
  await chat.get('own-prompt').fill('Talk like a pirate.');
  await chat.page.goBack();
  await shows(chat, 'About the second');
  await chat.get('own-save').click();
  await until('it says why not', async () => /Another conversation was opened/.test(await chat.textNow('own-dialog')));
  await chat.page.goForward();
  await shows(chat, 'About the first');
  await chat.get('own-save').click();
  await chat.get('own-dialog').waitFor({ state: 'hidden' });
  const prompts = (await storedRows(chat, 'conversations')).map(({ title, own }) => [title, own?.system_prompt ?? null]);
  assert.deepEqual(prompts.sort(), [['About the first', 'Talk like a pirate.'], ['About the second', null]]);
});

scenario('saving what was not changed offers no Undo, which would take back an earlier step', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.send('/memories');
  await chat.get('memory-none').waitFor();
  await chat.get('user-data').click();
  await chat.get('user-save').click();
  const notice = chat.get('memories-dialog').getByTestId('notice');
  await notice.filter({ hasText: 'Saved' }).waitFor();
  assert.equal(await notice.getByTestId('undo').count(), 0);
  await chat.get('user-name').fill('Ada');
  await chat.get('user-save').click();
  await notice.getByTestId('undo').click();
  await until('the name is gone again', async () => (await storedRows(chat, 'user_data')).every(({ name }) => !name));
  await chat.page.keyboard.press('Escape');
  assert.equal(await chat.get('forget-divider').count(), 1, 'what was forgotten is');
});

scenario('a memory that was not edited and a preset that is in use offer no Undo', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  await chat.send('/memories');
  await chat.get('memory-new').fill('Likes tea');
  await chat.get('memory-new').press('Enter');
  await chat.get('memory-item').waitFor();
  await chat.get('memory-edit').click();
  await chat.get('memory-input').press('Enter');
  const notice = chat.get('memories-dialog').getByTestId('notice');
  await notice.filter({ hasText: 'updated' }).waitFor();
  assert.equal(await notice.getByTestId('undo').count(), 0);
  await chat.page.keyboard.press('Escape');
  await chat.send('/preset balanced');
  await chat.get('notice').filter({ hasText: 'balanced' }).waitFor();
  assert.equal(await chat.get('notice').getByTestId('undo').count(), 0);
});

scenario('a persona, a task, a memory and a project are stored once, however often they are sent', async ({ chat }) => {
  const twice = field => field.evaluate(field => [1, 2].forEach(() => field.form.requestSubmit()));
  await chat.open();
  await chat.send('/persona');
  await chat.get('template-new').click();
  await chat.get('template-name').fill('Cook');
  await chat.get('template-text').fill('You are a cook.');
  await twice(chat.get('template-name'));
  await chat.get('template-text').waitFor({ state: 'detached' });
  await chat.page.keyboard.press('Escape');
  await chat.send('/tasks');
  await chat.get('task-new').fill('Call the bank');
  await twice(chat.get('task-new'));
  await until('it is sent', async () => (await chat.get('task-new').inputValue()) === '');
  await chat.page.keyboard.press('Escape');
  await chat.send('/memories');
  await chat.get('memory-new').fill('Likes tea');
  await twice(chat.get('memory-new'));
  await until('that is sent, too', async () => (await chat.get('memory-new').inputValue()) === '');
  await chat.page.keyboard.press('Escape');
  await chat.get('new-project').click();
  await chat.get('project-name').fill('Garden');
  await twice(chat.get('project-name'));
  await chat.get('project-dialog').waitFor({ state: 'hidden' });
  await chat.reload();
  assert.deepEqual((await storedRows(chat, 'templates')).map(({ name }) => name), ['Cook']);
  assert.deepEqual((await storedRows(chat, 'tasks')).map(({ title }) => title), ['Call the bank']);
  assert.deepEqual((await storedRows(chat, 'memories')).map(({ text }) => text), ['Likes tea']);
  assert.deepEqual((await storedRows(chat, 'projects')).map(({ name }) => name), ['Garden']);
});

scenario('a command of the palette leaves the message that is being written', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.get('composer').fill('A long message');
  const palette = async text => {
    await chat.page.keyboard.press('Control+Shift+p');
    await chat.get('search-field').fill(`>${text}`);
    await chat.get('search-hit').first().waitFor();
    await chat.page.keyboard.press('Enter');
  };
  await palette('search');
  await until('its arguments are asked for here', async () => (await chat.get('search-field').inputValue()) === '/search ');
  await chat.page.keyboard.press('Escape');
  // Arguments that it does not take: the entry says which it takes.
  await chat.page.keyboard.press('Control+Shift+p');
  await chat.get('search-field').fill('>mute perhaps');
  await until('its usage is shown', async () => /\/mute \[off\]/.test(await chat.get('search-hit').first().textContent()));
  // Pressed with the mouse, it is typed on, too.
  await chat.get('search-field').fill('>search');
  await chat.get('search-hit').filter({ hasText: '/search' }).first().click();
  await until('the field has the keyboard', () => chat.get('search-field').evaluate(field => field === document.activeElement));
  await chat.page.keyboard.type('a word');
  await until('it is typed into the field', async () => (await chat.get('search-field').inputValue()) === '/search a word');
  await chat.page.keyboard.press('Escape');
  for (const command of ['project nosuch', 'persona nosuch']) {
    await palette(command);
    await chat.get('notice').filter({ hasText: 'nosuch' }).waitFor();
    assert.equal(await chat.composer(), 'A long message');
  }
  await chat.reload();
  assert.equal(await chat.composer(), 'A long message');
});

scenario('what is typed while another conversation opens stays with the first', async ({ chat, server }) => {
  await firstAboveSecond(chat, server);
  await row(chat, 'About the second').getByTestId('conversation-item').evaluate(item => {
    item.click();
    const field = document.querySelector('[data-testid="composer"]');
    field.value = 'half a thought';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await shows(chat, 'About the second');
  assert.equal(await chat.composer(), '');
  await row(chat, 'About the first').getByTestId('conversation-item').click();
  await shows(chat, 'About the first');
  assert.equal(await chat.composer(), 'half a thought');
});

scenario('a template that finds no room stays in its editor', async ({ chat }) => {
  await chat.page.addInitScript(failWritesWhenFull);
  await chat.open();
  await chat.send('/persona');
  await chat.get('template-new').click();
  await chat.get('template-name').fill('Cook');
  await chat.get('template-text').fill('You are a cook.');
  await chat.page.evaluate(() => (window.storageIsFull = true));
  await chat.get('template-save').click();
  await chat.get('storage-banner').waitFor({ state: 'attached' });
  assert.equal(await chat.get('template-text').inputValue(), 'You are a cook.');
  await chat.page.evaluate(() => (window.storageIsFull = false));
  await chat.get('template-save').click();
  await chat.get('template-text').waitFor({ state: 'detached' });
  assert.deepEqual((await storedRows(chat, 'templates')).map(({ name }) => name), ['Cook']);
});

scenario('a title and a project that are being written survive another window and a press beside the dialog', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('About the first');
  await row(chat, 'About the first').hover();
  await row(chat, 'About the first').getByTestId('conversation-rename').click();
  const field = chat.get('conversation-title-input');
  await field.fill('Half a title');
  // What the browser does when its window loses the focus: the field stays the active element.
  await field.evaluate(field => field.dispatchEvent(new FocusEvent('blur')));
  assert.equal(await field.inputValue(), 'Half a title');
  await chat.get('composer').click();
  await field.waitFor({ state: 'detached' });

  await chat.get('new-project').click();
  await chat.get('project-instructions').fill('Answer briefly.');
  await chat.page.mouse.click(5, 400);
  assert.equal(await chat.get('project-instructions').inputValue(), 'Answer briefly.');
  await chat.page.keyboard.press('Escape');
  await chat.get('project-dialog').waitFor({ state: 'hidden' });
  await chat.get('new-project').click();
  await chat.page.mouse.click(5, 400);
  await chat.get('project-dialog').waitFor({ state: 'hidden' });
});

scenario('a press beside the text of a page leaves the page open with what is typed', async ({ chat }) => {
  await chat.open();
  await chat.send('/memories');
  await chat.get('memory-new').fill('Likes tea');
  await chat.page.mouse.click(20, 400);
  assert.equal(await chat.get('memory-new').inputValue(), 'Likes tea');
  await chat.page.keyboard.press('Escape');
  await chat.get('memories-dialog').waitFor({ state: 'hidden' });
});

scenario('the filter of the list can be emptied however few conversations are left', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  for (const about of ['cats', 'dogs', 'birds', 'fish', 'horses', 'Rome']) {
    await chat.turn(`About ${about}`);
    if (about !== 'Rome') await chat.startConversation();
  }
  await until('all are listed', async () => (await titles(chat)).length === 6);
  await chat.get('conversation-filter').fill('rome');
  await until('one is found', async () => (await titles(chat)).length === 1);
  await row(chat, 'About Rome').hover();
  await row(chat, 'About Rome').getByTestId('conversation-delete').click();
  await until('none is found', async () => (await titles(chat)).length === 0);
  await chat.get('conversation-filter').fill('');
  await until('the others are listed', async () => (await titles(chat)).length === 5);
});
