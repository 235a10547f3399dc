// Pictures of the actions on a message.

import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from '../e2e/support/behaviours.mjs';
import { picture } from '../e2e/support/png.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';
import { until } from '../e2e/support/until.mjs';

const scenario = suite();

scenario('branches, the menu, the editor, images and replies', async ({ chat, server }) => {
  const endpoint = server.endpoint(
    behave.reply('The Forum and the Colosseum, early, before the heat.', { cachedTokens: 412 }),
    behave.reply('Take the tram number 8 from Piazza Venezia: about 15 minutes.'),
    behave.reply('Or walk along the river: 40 minutes, and lovely in the evening.'),
    behave.reply('A lighthouse on a rock, with green and white stripes.'),
  );
  await chat.open();
  await chat.useEndpoint({ ...endpoint, supportsImages: true });
  // A request for a title in between would use up a reply.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('Plan me a day in Rome. I like walking and old stones.');
  await chat.turn('How do I get to Trastevere?');
  await chat.act(3, 'menu-regenerate');
  await until('the other reply', async () => (await chat.conversation()).at(-1).includes('river'));
  await chat.settled('the other reply');
  await chat.get('message').nth(3).hover();
  await shootAll(chat.page, '60-branches');
  await chat.act(3);
  await chat.get('message-details').waitFor();
  await shootAll(chat.page, '61-menu', ['wide']);
  await chat.page.keyboard.press('Escape');
  await chat.page.setViewportSize({ width: 390, height: 844 });
  await chat.act(3);
  await shootAll(chat.page, '61-menu', ['phone']);
  await chat.page.keyboard.press('Escape');
  await chat.act(2, 'menu-edit');
  await shootAll(chat.page, '62-editor');
  await chat.get('edit-cancel').click();
  await chat.act(1, 'menu-reply');
  await chat.get('image-input').setInputFiles([picture('lighthouse.png', 320, 200), picture('stripes.png', 200, 320, [160, 72, 115])]);
  await until('two images', async () => (await chat.get('attached-image').count()) === 2);
  await chat.get('composer').fill('And what are these?');
  await shootAll(chat.page, '63-attached');
  await chat.turn('And what are these?');
  await shootAll(chat.page, '64-images');
  // Before it is read from the store, a press does nothing.
  await until('it is shown', () => chat.get('message-image').first().locator('img').evaluate(image => image.naturalWidth > 0));
  await chat.get('message-image').first().click();
  await chat.get('image-dialog').locator('img').waitFor();
  await shootAll(chat.page, '65-large');
});
