// A request above the limits of the settings shows its price on the Send button, and is sent only when the user agrees.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { shootAll } from './support/screenshots.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();
const PRICES = [{ model: 'test', prompt: 5_000_000, cached: 500_000, completion: 50_000_000 }];
/** The longest reply alone costs 0.10. */
const LIMITS = { prices: PRICES, max_response_tokens: 2_048, confirm_above_cost: 0.05, model_titles: false };

/** The chat with a server of its own and these settings. */
async function open(chat, server, settings) {
  const endpoint = server.endpoint(behave.reply('Noted.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await changeSettings(chat, settings);
  await chat.reload();
  return endpoint;
}

const typed = chat => chat.get('composer').inputValue();

scenario('a dear message says its price, is kept when it is declined, and is sent when it is agreed to', async ({ chat, server }) => {
  const endpoint = await open(chat, server, LIMITS);
  const send = chat.get('send');
  await chat.get('composer').fill('What does the move to Lviv cost?');
  await until('the button has the price', async () => /^Send for up to 0\.1\d$/.test((await send.getAttribute('aria-label')) ?? ''));
  assert.match(await send.innerText(), /^0\.1\d$/);
  await send.click();
  await chat.get('spending').waitFor();
  assert.match(
    await chat.words('spending'),
    /^Send this request\?\s+About \d{2,4} tokens go to .+\. They cost about 0\.\d+, and up to 0\.1\d with the reply\.\s+Send for up to 0\.1\d/,
  );
  await shootAll(chat.page, 'spending-10-asked');
  await chat.get('spending-no').click();
  await chat.get('spending').waitFor({ state: 'detached' });
  assert.equal(await typed(chat), 'What does the move to Lviv cost?');
  assert.equal(endpoint.chats.length, 0);

  await chat.page.setViewportSize({ width: 390, height: 844 });
  await send.click();
  await chat.get('spending').waitFor();
  await chat.get('composer').press('End');
  await chat.page.keyboard.type(' Roughly.');
  await chat.get('spending').waitFor({ state: 'detached' });
  await chat.get('composer').press('Enter');
  await chat.get('spending-yes').click();
  await chat.get('message-text').filter({ hasText: 'Noted.' }).waitFor();
  assert.equal(await typed(chat), '');
  assert.equal(endpoint.chats.length, 1);
  assert.match(endpoint.chats[0].body, /Lviv cost\? Roughly\./);

  // Regenerating costs as much, and asks again.
  await chat.page.setViewportSize({ width: 1280, height: 800 });
  await chat.reload();
  await chat.get('message').last().hover();
  await chat.get('message-regenerate').click();
  await chat.get('spending-yes').click();
  await until('it was asked again', () => endpoint.chats.length === 2);
});

scenario('a limit in tokens needs no prices, and a short message is sent unasked', async ({ chat, server }) => {
  const endpoint = await open(chat, server, { confirm_above_tokens: 800, tools: [], model_titles: false });
  await chat.turn('Hello');
  assert.equal(endpoint.chats.length, 1);
  await chat.get('composer').fill('A long message about the piano. '.repeat(200));
  await until('the button says how much it is', async () => /^\d,\d{3} tokens$/.test(await chat.get('send').innerText()));
  await chat.get('composer').press('Enter');
  await chat.get('spending').waitFor();
  assert.doesNotMatch(await chat.words('spending'), /cost/);
  await chat.reload();
  assert.equal((await typed(chat)).length, 'A long message about the piano. '.length * 200, 'nothing typed is lost');
  assert.equal(endpoint.chats.length, 1);
});
