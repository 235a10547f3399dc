// Pictures of recall: what the inspector says of a recalled passage, and the settings of it.
//
// Only checks that each state can be reached. `recall.test.mjs` tests the behaviour.

import * as behave from '../e2e/support/behaviours.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';
import { until } from '../e2e/support/until.mjs';

const scenario = suite();

scenario('a recalled passage', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('I will keep that in mind: Doctor Molnarova, by the harbour.'), behave.reply('Doctor Molnarova, in the yellow house by the harbour.')));
  await chat.turn('My dentist is Doctor Molnarova, in the yellow house by the harbour.');
  await chat.send('/new');
  await until('an empty conversation', async () => (await chat.messages()).length === 0);
  await chat.turn('Who was my dentist again?');
  await chat.get('inspector-toggle').click();
  await chat.get('inspector-switch').last().getByRole('button', { name: 'Last request' }).click();
  const layer = chat.page.locator('[data-testid="inspector-layer"][data-kind="recall"]');
  await layer.locator('summary').first().click();
  await chat.get('recalled-piece').first().waitFor();
  await chat.get('inspector-words').last().scrollIntoViewIfNeeded();
  await shootAll(chat.page, '103-inspector-recalled');
});

scenario('the settings of recall', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.send('/settings');
  await chat.get('settings-search').waitFor();
  await chat.get('settings-search').fill('recall');
  await shootAll(chat.page, '160-settings-recall');
});
