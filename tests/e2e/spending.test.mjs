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
    /^Send this request\?\s+This sends about \d{2,4} tokens to .+\. They cost about 0\.\d+, and up to 0\.1\d with the reply\.(?: If the model uses tools, it costs more\.)?\s+Send for up to 0\.1\d/,
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
  await chat.settled('the reply');
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

/** Sends to the saved connection at this place from now on. */
async function connectTo(chat, at, model) {
  await chat.get('provider-button').click();
  await chat.get('provider-saved').nth(at).click();
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  await until(`${model} answers`, async () => (await chat.words('model-button')).includes(model));
}

/** The number of tokens in the question. */
const askedTokens = async chat => Number(/about ([\d,]+) tokens/i.exec(await chat.textNow('spending'))?.[1].replaceAll(',', ''));

scenario('what was agreed to goes only where the question said, and for no more than it said', async ({ chat, server }) => {
  const LONG = 'A long message about the piano. '.repeat(200).trim();
  let release;
  const released = new Promise(resolve => { release = resolve; });
  const far = server.endpoint(behave.reply('From afar.'));
  const near = server.endpoint(behave.rateLimited(120), behave.held('One', ', done.', released), behave.reply('All of it.'));
  await chat.open();
  await chat.useEndpoint({ ...far, model: 'far-model' });
  await chat.addEndpoint({ ...near, model: 'near-model' });
  await changeSettings(chat, { confirm_above_tokens: 800, tools: [], model_titles: false });
  await chat.reload();

  // A retry that counts down ends when another connection is chosen.
  await chat.send('Hello');
  await chat.get('retry-countdown').waitFor();
  await connectTo(chat, 0, 'far-model');
  await chat.get('retry-countdown').waitFor({ state: 'detached' });
  assert.deepEqual([near.chats.length, far.chats.length], [1, 0]);

  // So does a question, and the message stays in the composer.
  await chat.send(LONG);
  await chat.get('spending').waitFor();
  await connectTo(chat, 1, 'near-model');
  await chat.get('spending').waitFor({ state: 'detached' });
  assert.equal(await typed(chat), LONG);
  assert.deepEqual([near.chats.length, far.chats.length], [1, 0]);

  // A waiting message that has grown since it was asked about is asked about again.
  await chat.send('And now?');
  await chat.streaming('One');
  await chat.send(LONG);
  await chat.get('queued').waitFor();
  release();
  await chat.get('spending').waitFor();
  const before = await askedTokens(chat);
  await chat.get('queued-edit').click();
  await chat.get('queued-editor').fill(`${LONG} ${LONG}`);
  await chat.get('queued-save').click();
  await chat.get('queued-editor').waitFor({ state: 'detached' });
  await chat.get('spending-yes').click();
  await until('it is asked about again', async () => (await askedTokens(chat)) > before * 1.5);
  assert.equal(near.chats.length, 2);
  await chat.get('spending-yes').click();
  await until('it is sent', async () => (await chat.messages()).at(-1)?.text === 'All of it.');
  assert.deepEqual([near.chats.length, far.chats.length], [3, 0]);
  assert.ok(near.chats[2].json.messages.at(-1).content.endsWith(`${LONG} ${LONG}`));
});
