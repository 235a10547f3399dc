// Messages that the limit on stored messages deleted can be viewed, restored, and deleted for good on the storage page.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { shootAll } from './support/screenshots.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();
/** A conversation of 20 messages, 10 of which the limit has deleted. */
async function bounded(chat, server) {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Yes.')));
  for (let n = 0; n < 9; n += 1) await chat.turn(`Line ${n} about moving to Lviv`);
  await chat.send('/settings');
  await chat.get('settings-search').waitFor();
  await (await chat.setting('max_storage')).fill('10');
  await chat.get('settings-save').click();
  await chat.get('settings-search').waitFor({ state: 'detached' });
  // Forgotten messages are deleted without waiting for a summary.
  await chat.send('/forget');
  await chat.turn('Line 9');
  await until('the oldest are deleted', async () => (await storedRows(chat, 'messages')).length === 10, 60_000);
  await chat.send('/settings');
  await chat.get('storage-button').click();
  await chat.get('deleted-of').filter({ hasText: '10 messages' }).waitFor();
}

/** After the last row, the title of the dialog has the focus. */
const focusStays = chat => until('the focus stays in the dialog', () => chat.page.evaluate(() => document.activeElement?.id === 'storage-dialog-title'));

scenario('deleted messages are listed with their conversation and can be restored', async ({ chat, server }) => {
  await bounded(chat, server);
  const row = chat.get('deleted-of');
  assert.match(await row.innerText(), /10 messages/);
  assert.match(await row.innerText(), /Last deleted on .+ can't be restored after /);
  await row.getByTestId('deleted-messages').locator('summary').click();
  await row.getByTestId('deleted-messages').getByText('Line 0 about moving to Lviv').waitFor();
  await row.scrollIntoViewIfNeeded();
  await shootAll(chat.page, '75-deleted');
  await row.getByTestId('deleted-restore').press('Enter');
  await row.waitFor({ state: 'detached' });
  await focusStays(chat);
  await chat.page.keyboard.press('Escape');
  await chat.reload();
  await until('all are there again', async () => (await chat.messages())[0]?.text.includes('Line 0'));
});

scenario('deleted messages can be deleted for good before their time is over', async ({ chat, server }) => {
  await bounded(chat, server);
  await chat.get('deleted-discard').press('Enter');
  await chat.get('deleted-of').waitFor({ state: 'detached' });
  await focusStays(chat);
  await chat.reload();
  await chat.send('/settings');
  await chat.get('storage-button').click();
  await chat.get('storage-counts').waitFor();
  assert.equal(await chat.get('deleted-of').count(), 0);
});
