// The inspector compared with what the server received: it shows what is sent, and its actions work.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { openWith } from './support/open-with.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const NOON = new Date('2026-01-02T12:00:00Z');
const scenario = suite();

async function open(chat, server, ...behaviours) {
  const endpoint = server.endpoint(...(behaviours.length ? behaviours : [behave.reply('Noted.')]));
  await chat.page.clock.setFixedTime(NOON);
  return openWith(chat, endpoint);
}

async function openPanel(chat) {
  await chat.get('inspector-toggle').click();
  await chat.get('inspector').waitFor();
}

const choose = (chat, name) => chat.get('inspector-switch').last().getByRole('button', { name }).click();

/** Opens a tab of the inspector. */
async function tab(chat, key) {
  await chat.get(`inspection-tab-${key}`).click();
}

/** The complete bytes that the page shows. */
async function bytes(chat) {
  await tab(chat, 'json');
  if (!(await chat.get('inspection-as-sent').isChecked())) await chat.get('inspection-as-sent').check();
  const page = chat.get('inspection-page');
  await page.getByTestId('inspection-json').waitFor();
  if (await page.getByTestId('show-all').count()) await page.getByTestId('show-all').click();
  await until('all of it is in the page', async () => (await page.getByTestId('show-all').count()) === 0, 60_000);
  return chat.get('inspection-json').textContent();
}

async function closePage(chat) {
  await chat.page.keyboard.press('Escape');
  await chat.get('inspection-page').waitFor({ state: 'hidden' });
}

/** The request on the page, once it meets the condition. */
const shows = (chat, body, what) => until(what, async () => (await bytes(chat)) === body);

scenario('the request shown before sending is, byte for byte, the one that the server receives', async ({ chat, server }) => {
  const endpoint = await open(chat, server, behave.reply('Hello, "friend".\n', { cachedTokens: 3 }));
  await chat.turn('Привіт! My cat is called Mia. 🐈');
  const message = 'What is "my cat" called?\nAnswer in one line.';
  await chat.get('composer').fill(message);
  await openPanel(chat);
  await until('the message is in the preview', async () => (await chat.get('inspector-request').textContent()).includes('Answer in one line'));
  await chat.get('inspector-page').click();
  const shown = await bytes(chat);
  await closePage(chat);
  await chat.get('composer').press('Enter');
  await chat.settled('the second reply', 2);
  assert.equal(endpoint.chats.at(-1).body, shown);

  await chat.get('inspector-page').click();
  assert.equal(await bytes(chat), shown, 'the last request is what was sent');
  assert.match(await chat.words('inspector-counted'), /Prompt/);
  await closePage(chat);
  await chat.reload();
  await openPanel(chat);
  await choose(chat, 'Last request');
  await chat.get('inspector-page').click();
  await shows(chat, shown, 'the last request is known after a reload');
});

scenario('the request of any past reply is shown again, whatever happened since', async ({ chat, server }) => {
  const endpoint = await open(chat, server, behave.reply('One.'), behave.reply('Two.'), behave.reply('Three.'));
  for (const text of ['First', 'Second', 'Third']) await chat.turn(text);
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.reload();
  for (const [reply, sent] of endpoint.chats.entries()) {
    await chat.act(2 * reply + 1, 'what-was-sent');
    await chat.get('inspection-page').waitFor();
    await shows(chat, sent.body, `request ${reply + 1}`);
    await closePage(chat);
  }
  await chat.act(5, 'what-was-sent');
  await tab(chat, 'compare');
  assert.match(await chat.words('inspection-reuse'), /^\d+% of the prompt matches the start of the previous request/);
  await chat.get('inspection-before').click();
  await shows(chat, endpoint.chats[1].body, 'the request before');
});

scenario('the first changed byte and the size of the common prefix are shown', async ({ chat, server }) => {
  await open(chat, server, behave.reply('Mia is a fine name.'), behave.reply('Rex, too.'));
  await chat.turn('My cat is called Mia.');
  await chat.turn('My dog is called Rex.');
  await chat.send('/context');
  await chat.get('inspection-page').waitFor();
  await choose(chat, 'Last request');
  await tab(chat, 'compare');
  const difference = await chat.words('inspection-difference');
  assert.match(difference, /First difference: byte [\d,]+ of [\d,]+/);
  assert.match(difference, /The request ended here\.\s+Now\s+Mia is a fine name/, 'all of the last request begins this one');
  await tab(chat, 'text');
  const pieces = chat.get('inspection-page').getByTestId('inspector-piece');
  await pieces.first().waitFor();
  const layers = await pieces.evaluateAll(all => all.map(piece => piece.dataset.kind));
  assert.equal(layers[0], 'system_prompt');
  assert.equal(layers.at(-1), 'message');
  assert.ok(layers.includes('window') && layers.includes('tools'));
});

scenario('something that was left out is included with the button beside its reason, and that can be undone', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.reply('Noted.'));
  // Keeps the real clock: the pin must be later than the forget to count.
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.turn('My cat is called Mia.');
  await chat.turn('My dog is called Rex.');
  await chat.act(0, 'message-mute');
  await chat.get('message-mark').waitFor();
  await openPanel(chat);
  await choose(chat, 'Next request');
  const muted = chat.get('inspector-omitted').filter({ hasText: 'Muted by you' });
  await muted.locator('summary').click();
  await muted.getByTestId('left-out').filter({ hasText: 'Mia' }).waitFor();
  await muted.getByTestId('left-out').getByTestId('include').click();
  await muted.waitFor({ state: 'detached' });
  await chat.turn('What is my cat called?');
  assert.match(endpoint.chats.at(-1).body, /Mia/);

  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await choose(chat, 'Next request');
  const forgotten = chat.get('inspector-omitted').filter({ hasText: 'Forgotten' });
  await forgotten.locator('summary').click();
  await forgotten.getByTestId('left-out').filter({ hasText: 'Rex' }).getByTestId('include').click();
  await chat.get('message-mark').filter({ hasText: 'Pinned' }).waitFor();
  await chat.turn('And my dog?');
  assert.match(endpoint.chats.at(-1).body, /Rex/);
  assert.doesNotMatch(endpoint.chats.at(-1).body, /Mia/);
});

scenario('layers open, show their limits, and link to their sources', async ({ chat, server }) => {
  await open(chat, server);
  await chat.turn('My cat is called Mia.');
  await openPanel(chat);
  await choose(chat, 'Next request');
  const window = chat.get('inspector-layer').and(chat.page.locator('[data-kind="window"]'));
  // The request is made again after the reply, and without the line that it is an estimate.
  await until('the reply is in it', async () => (await chat.get('inspector-request').textContent()).includes('Noted.'));
  await window.locator('summary').click();
  assert.match(await window.getByTestId('inspector-share').innerText(), /^At least 2,000 tokens .* at most 8,000 tokens\.$/);
  // While there was no reply yet, the inspector showed only the question.
  await until('both messages are in it', async () => (await window.getByTestId('inspector-piece').count()) === 2);
  await chat.get('composer').fill('Typing goes on');
  await until('the preview has the text', async () => (await chat.get('inspector-request').textContent()).includes('Typing goes on'));
  assert.equal(await window.getByTestId('inspector-piece').count(), 2, 'what is unfolded stays so');
  await window.getByTestId('inspector-source').first().click();
  await until('the message has the focus', () => chat.page.evaluate(() => document.activeElement?.textContent.includes('My cat is called Mia.')));
});

scenario('a message that does not fit is reported, and the meter shows by how much', async ({ chat, server }) => {
  await open(chat, server);
  await openPanel(chat);
  await chat.get('composer').fill('word '.repeat(20_000));
  await until('the gauge is over the budget', async () => {
    const [size, budget] = (await chat.get('inspector-toggle').innerText()).replaceAll(',', '').match(/\d+/g) ?? [];
    return Number(size) > Number(budget);
  });
});

scenario('the cost is computed with the prices of the settings', async ({ chat, server }) => {
  await open(chat, server, behave.reply('Noted.', { cachedTokens: 0 }));
  await changeSettings(chat, { prices: [{ model: 'test', prompt: 1_000_000, cached: 100_000, completion: 2_000_000 }] });
  await chat.reload();
  await openPanel(chat);
  assert.match(await chat.words('inspector-cost'), /^About 0\.\d{6} for the prompt, at most 0\.\d{6} for the reply$/);
  await chat.turn('Hello');
  await choose(chat, 'Last request');
  assert.match(await chat.words('inspector-cost'), /^0\.\d{6}$/);
});

scenario('a request of a megabyte is shown completely', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await changeSettings(chat, { context_max_tokens: 1_000_000 });
  await chat.reload();
  const message = 'Слово за словом. '.repeat(40_000);
  await chat.turn(message, 180_000);
  await chat.send('/context');
  await choose(chat, 'Last request');
  const shown = await bytes(chat);
  assert.ok(Buffer.byteLength(shown) > 1_000_000);
  assert.equal(shown, endpoint.chats[0].body);
});

scenario('entries that were left out do not overlap', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('My cat is called Mia.');
  for (const at of [0, 1]) {
    await chat.act(at, 'message-mute');
    await until(`${at + 1} are muted`, async () => (await chat.get('message-mark').count()) === at + 1);
  }
  await openPanel(chat);
  await choose(chat, 'Next request');
  const muted = chat.get('inspector-omitted').filter({ hasText: 'Muted by you' });
  await muted.locator('summary').click();
  await until('both are listed', async () => (await muted.getByTestId('left-out').count()) === 2);
  const over = await muted.evaluate(group => {
    const entries = [...group.querySelectorAll('[data-testid="left-out"]')];
    return entries.flatMap((entry, at) => {
      const own = entry.getBoundingClientRect();
      return [...entry.querySelectorAll('*')].map(part => part.getBoundingClientRect()).filter(part => part.bottom > own.bottom + 1 || part.left < own.left - 1 || part.right > own.right + 1).map(part => `${at}: ${JSON.stringify(part)} in ${JSON.stringify(own)}`);
    });
  });
  assert.deepEqual(over, []);
});
