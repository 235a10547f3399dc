// The focus by keyboard: it moves on when the button that has it disappears. And what a modal dialog says, over a page that is
// inert.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { PHONE, resize } from './support/layout.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

/** Waits until the element with this test id, or with this id, has the focus. */
const isAt = (chat, id) => until(`the focus is at ${id}`, () => chat.page.evaluate(id => {
  const { dataset, id: own } = document.activeElement;
  return (dataset.testid ?? own) === id;
}, id));

/** What a reply waits for that is never whole. */
const never = new Promise(() => {});

scenario('after Send and Stop the composer has the focus', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.held('One', ' two.', never)));
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.get('composer').fill('Tell me');
  await chat.get('send').press('Enter');
  await chat.streaming('One');
  await isAt(chat, 'composer');
  await chat.page.keyboard.type('Go on');
  assert.equal(await chat.composer(), 'Go on');
  await chat.get('stop').press('Enter');
  await chat.get('stop').waitFor({ state: 'detached' });
  await isAt(chat, 'composer');
});

scenario('after Undo and Close of a notice the composer has the focus', async ({ chat }) => {
  await chat.open();
  await chat.send('/preset journal');
  await chat.get('undo').press('Enter');
  await until('it is undone', async () => /Settings restored/.test(await chat.textNow('notice')));
  await isAt(chat, 'composer');
  await chat.get('notice').getByLabel('Close').press('Enter');
  await chat.get('notice').waitFor({ state: 'detached' });
  await isAt(chat, 'composer');
});

scenario('when the list of conversations closes on a phone, the button that opens it has the focus', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('About cats');
  await chat.startConversation();
  await chat.turn('About dogs');
  await resize(chat.page, PHONE);
  const menu = async () => {
    await chat.get('menu').click();
    await isAt(chat, 'new-conversation');
  };
  await menu();
  await chat.page.locator('.conversation', { hasText: 'About cats' }).getByTestId('conversation-item').press('Enter');
  await until('it is open', async () => (await chat.conversation())[0] === 'user: About cats');
  await isAt(chat, 'menu');

  await menu();
  await chat.page.mouse.click(PHONE.width - 10, PHONE.height / 2);
  await isAt(chat, 'menu');
  assert.equal(await chat.page.locator('.sidebar.open').count(), 0);

  await menu();
  await chat.get('search-button').press('Enter');
  await chat.get('search-field').waitFor();
  await chat.page.keyboard.press('Escape');
  await chat.get('search-field').waitFor({ state: 'detached' });
  await isAt(chat, 'menu');
});

scenario('in narrow settings the title of the opened section has the focus', async ({ chat }) => {
  await chat.open();
  await resize(chat.page, { width: 640, height: 800 });
  await chat.send('/settings');
  await chat.get('settings-search').waitFor();
  await chat.get('settings-below-to-context').press('Enter');
  await isAt(chat, 'settings-section-context-title');
  await chat.get('settings-back').press('Enter');
  await isAt(chat, 'settings-section-basic-title');
});

scenario('templates are written, copied and deleted by keyboard', async ({ chat }) => {
  await chat.open();
  await chat.send('/persona');
  const closes = async id => {
    await isAt(chat, 'template-name');
    await chat.get(id).press('Enter');
    await isAt(chat, 'template-list');
  };
  await chat.get('template-new').press('Enter');
  await closes('template-cancel');
  await chat.get('template-new').press('Enter');
  await isAt(chat, 'template-name');
  await chat.page.keyboard.type('Pirate');
  await chat.get('template-text').fill('You are a pirate.');
  await chat.get('template-save').press('Enter');
  await isAt(chat, 'template-list');
  const row = chat.get('template').filter({ hasText: 'Pirate' });
  for (const button of ['template-edit', 'template-duplicate']) {
    await row.getByTestId(button).press('Enter');
    await closes('template-cancel');
  }
  await row.getByTestId('template-delete').press('Enter');
  await row.waitFor({ state: 'detached' });
  await isAt(chat, 'template-list');
});

scenario('a dialog shows the notice and announces what happens while it is open', async ({ chat, server }) => {
  let open;
  const opened = new Promise(resolve => { open = resolve; });
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.held('One', ' two.', opened)));
  await chat.send('/preset');
  await chat.get('preset-name').fill('mine');
  await Promise.all([chat.page.waitForEvent('download'), chat.get('preset-save').click()]);
  const notice = chat.get('presets-dialog').getByTestId('notice');
  await notice.filter({ hasText: 'ricordo-preset-mine.json' }).waitFor();
  await notice.getByLabel('Close').press('Enter');
  await notice.waitFor({ state: 'detached' });
  await isAt(chat, 'presets-dialog-title');
  await chat.page.keyboard.press('Escape');
  await chat.get('presets-dialog').waitFor({ state: 'hidden' });

  await chat.send('Tell me');
  await chat.streaming('One');
  await chat.get('settings-button').click();
  const announced = chat.get('settings-dialog').locator('p.visually-hidden[role="status"]');
  await announced.waitFor({ state: 'attached' });
  assert.equal(await announced.textContent(), '', 'what was announced before is not repeated');
  open();
  await until('the reply is announced', async () => /^Reply:\s+One two\./.test(await announced.textContent()));
});
