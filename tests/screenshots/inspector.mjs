// Pictures of the inspector in every state, in two sizes and two themes.
//
// Only checks that each state can be reached. `inspector.test.mjs` tests the behaviour.

import * as behave from '../e2e/support/behaviours.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';
import { until } from '../e2e/support/until.mjs';

const PLAN = 'The Forum first, early, before the heat. Then Trastevere on foot, and Villa Borghese on the last day.';

const scenario = suite();

async function afterTurns(chat, server) {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply(PLAN), behave.reply('Tram 8, every six minutes.', { cachedTokens: 412 }), behave.reply('Про каву без цукру — на Piazza Navona.', { cachedTokens: 512 })));
  await chat.send('/memories');
  for (const fact of ['Lives in Lviv', 'Likes coffee without sugar']) {
    await chat.get('memory-new').fill(fact);
    await chat.get('memory-new').press('Enter');
    await chat.get('memory-text').filter({ hasText: fact }).waitFor();
  }
  await chat.page.keyboard.press('Escape');
  await chat.turn('Plan me three days in Rome.');
  await chat.turn('How do I get to Trastevere?');
  await chat.turn('А де випити кави?');
  await chat.act(0, 'message-mute');
  await chat.get('message-mark').waitFor();
}

async function openPanel(chat) {
  await chat.get('inspector-toggle').click();
  await chat.get('inspector').waitFor();
  await chat.get('inspector-switch').first().getByRole('button').first().click();
  await chat.get('inspector-layer').first().waitFor();
}

scenario('the panel', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await chat.get('composer').fill('A message that is not sent yet.');
  await openPanel(chat);
  await until('the preview has the text', async () => (await chat.get('inspector-request').textContent()).includes('not sent yet'));
  await shootAll(chat.page, '100-inspector-panel');
  for (const kind of ['memories', 'window']) await chat.page.locator(`[data-testid="inspector-layer"][data-kind="${kind}"] summary`).click();
  await chat.get('inspector-piece').first().waitFor();
  await shootAll(chat.page, '101-inspector-unfolded');
  await chat.page.locator('[data-testid="inspector-layer"][data-kind="window"] summary').click();
  await chat.get('inspector-omitted').first().locator('summary').click();
  await chat.get('left-out').first().waitFor();
  await chat.get('include').first().scrollIntoViewIfNeeded();
  await shootAll(chat.page, '102-inspector-left-out');
});

scenario('the page', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await chat.act(-1, 'what-was-sent');
  await chat.get('inspection-page').waitFor();
  for (const [index, key] of ['text', 'json', 'compare', 'left-out'].entries()) {
    await chat.get(`inspection-tab-${key}`).click();
    await shootAll(chat.page, `${110 + index}-inspection-${key}`);
  }
  await chat.page.keyboard.press('Escape');
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.send('/context');
  await chat.get('inspection-page').waitFor();
  await chat.get('inspection-tab-left-out').click();
  await chat.get('inspection-page').getByTestId('inspector-omitted').filter({ hasText: 'Forgotten' }).first().locator('summary').click();
  await chat.get('left-out').first().waitFor();
  await shootAll(chat.page, '114-inspection-forgotten');
});

scenario('nothing was sent yet', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply(PLAN)));
  await chat.send('/context');
  await chat.get('inspection-page').waitFor();
  await chat.get('inspection-tab-compare').click();
  await shootAll(chat.page, '115-inspection-first');
});
