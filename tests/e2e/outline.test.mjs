// The outline of a long conversation: its rows, what of them is in the context, and where they lead.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { makeLong } from './support/long-conversation.mjs';
import { shootAll } from './support/screenshots.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const TOTAL = 2_000;
const PARAGRAPHS = 'Take the tram to the end of the line and walk back along the river.\n\n'.repeat(12);
const PLAN = `# Day one\n\n${PARAGRAPHS}## Evening\n\n${PARAGRAPHS}# Day two\n\n${PARAGRAPHS}`;
const KEYS = 'Control+Shift+O';

const scenario = suite();

/** A conversation of 1,001 turns whose last reply has three headings. */
async function openLong(chat, server) {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.'), behave.reply(PLAN), behave.reply('As you like.')));
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('How do I get to Trastevere?');
  assert.equal(await makeLong(chat, TOTAL), TOTAL);
  await chat.open();
  await chat.turn('Plan two days');
}

/** The rows in the page, in order: kind, state and accessible text. */
const rows = chat => chat.page.evaluate(() => [...document.querySelectorAll('[data-testid="outline-line"]')].map(line => ({
  kind: line.dataset.kind,
  state: line.dataset.state ?? null,
  text: line.textContent,
  isCurrent: line.querySelector('[aria-current]') !== null,
})));

const count = chat => chat.get('outline-count').innerText();

/** The test id or the sequence of what has the focus. */
const focused = chat => chat.page.evaluate(() => document.activeElement?.dataset.sequence ?? document.activeElement?.dataset.testid ?? '');

const whenFocused = (chat, what) => until(`the focus is on ${what}`, async () => (await focused(chat)) === what);

/** The last lines, once the number of turns in the context is known. */
async function lastRows(chat, number) {
  await until('the turns are counted', async () => /\d.* of 1,001/.test(await count(chat)));
  return (await rows(chat)).slice(-number);
}

/** The distance of a heading of the last reply from the top of the list. */
const topOfHeading = (chat, name) => chat.page.evaluate(name => {
  const heading = [...document.querySelectorAll('[data-testid="message"] h3, [data-testid="message"] h4')].find(one => one.textContent === name);
  return heading ? heading.getBoundingClientRect().top - document.querySelector('.transcript').getBoundingClientRect().top : -1;
}, name);

scenario('it lists turns and headings with what the model sees of them, and leads to each by keyboard', async ({ chat, server }) => {
  await openLong(chat, server);
  const { keyboard } = chat.page;
  await chat.get('composer').focus();
  await keyboard.press(KEYS);
  await whenFocused(chat, 'outline-filter');
  await until('the reply is in the context', async () => (await lastRows(chat, 1))[0].state === 'message');
  assert.deepEqual((await lastRows(chat, 4)).map(({ kind, state, text }) => [kind, state, text]), [
    ['turn', 'message', 'Plan two days, in the context'],
    ['heading-1', 'message', 'Heading: Day one, in the context'],
    ['heading-2', 'message', 'Heading: Evening, in the context'],
    ['heading-1', 'message', 'Heading: Day two, in the context'],
  ]);
  assert.ok((await rows(chat)).some(({ isCurrent }) => isCurrent), 'the part in view is marked');
  await shootAll(chat.page, 'outline');

  // The first turn of a thousand, by keyboard alone.
  await keyboard.press('ArrowDown');
  await keyboard.press('Home');
  await until('the first row has the focus', () => chat.page.evaluate(() => document.activeElement?.textContent.startsWith('Message 0.')));
  const [first] = (await rows(chat)).filter(({ kind }) => kind === 'turn');
  assert.equal(first.state, 'nothing');
  assert.match(first.text, /, not sent$/);
  await keyboard.press('Enter');
  await whenFocused(chat, '0');
  await until('its row is marked', async () => (await rows(chat)).find(({ isCurrent }) => isCurrent)?.text.startsWith('Message 0.'));

  // A heading in the middle of a long reply, found by a word of it.
  await chat.get('outline-filter').fill('even');
  await until('one row', async () => (await rows(chat)).length === 1);
  await keyboard.press('Enter');
  await until('the heading is at the top of the view', async () => {
    const top = await topOfHeading(chat, 'Evening');
    return top >= 0 && top < 200;
  });

  await chat.get('outline-filter').focus();
  // The key of an input method ends its composition and does not empty the filter.
  await chat.get('outline-filter').dispatchEvent('keydown', { key: 'Escape', isComposing: true });
  assert.equal(await chat.get('outline-filter').inputValue(), 'even');
  await keyboard.press('Escape');
  assert.equal(await chat.get('outline-filter').inputValue(), '');
  await keyboard.press('Escape');
  await chat.get('outline').waitFor({ state: 'detached' });
  await whenFocused(chat, 'composer');
});

scenario('a forget and its undo change what the rows say, and so does a turn', async ({ chat, server }) => {
  await openLong(chat, server);
  await chat.get('outline-toggle').click();
  await until('the reply is in the context', async () => (await lastRows(chat, 1))[0].state === 'message');
  const before = await lastRows(chat, 4);
  // Which row is current depends on what is in view.
  const contents = rows => JSON.stringify(rows.map(({ kind, state, text }) => [kind, state, text]));
  await chat.send('/forget');
  await until('everything is forgotten', async () => (await count(chat)).startsWith('0 of'));
  const forgotten = await rows(chat);
  assert.equal(forgotten.at(-1).kind, 'boundary');
  assert.ok(forgotten.filter(({ kind }) => kind !== 'boundary').every(({ state }) => state === 'forgotten'));
  assert.match(forgotten.at(-2).text, /^Heading: Day two, forgotten$/);
  await shootAll(chat.page, 'outline-forgotten');
  await chat.get('forget-divider').getByTestId('undo').click();
  await until('it is back', async () => contents((await rows(chat)).slice(-4)) === contents(before));

  await chat.act(-1, 'message-mute');
  const muted = ['Reply: Day one, muted, not sent', 'Heading: Day one, not sent'];
  await until('the reply is muted', async () => (await rows(chat)).slice(-4, -2).map(({ text }) => text).join() === muted.join());
  await chat.turn('Shorter, please');
  await until('the new turn is listed', async () => (await rows(chat)).at(-1).text === 'Shorter, please, in the context');
  assert.match(await count(chat), /of 1,002 turns/);
});

scenario('on a phone it is a sheet: a row leads to its message and closes it', async ({ chat, server }) => {
  await openLong(chat, server);
  await chat.page.setViewportSize({ width: 390, height: 844 });
  await chat.get('outline-toggle').tap();
  await lastRows(chat, 1);
  const sizes = await chat.page.evaluate(() => [...document.querySelectorAll('[data-testid="outline-row"]')].map(row => row.getBoundingClientRect().height));
  assert.ok(sizes.every(height => height >= 44), `rows are ${sizes} pixels high`);
  await chat.get('outline-lines').evaluate(lines => { lines.scrollTop = 0; });
  const row = chat.get('outline-row').filter({ hasText: 'Message 4.' });
  await row.tap();
  await chat.get('outline').waitFor({ state: 'detached' });
  await whenFocused(chat, '4');
}, { contextOptions: { hasTouch: true } });
