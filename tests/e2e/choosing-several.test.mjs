// Several conversations selected in the list: with the mouse, the keyboard and a finger, and what is done with all of them.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { addProject } from '../../benches/support/seed.mjs';
import { conversation, conversations } from './support/chatgpt-export.mjs';
import { shootAll } from './support/screenshots.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const TITLES = ['Cats', 'Dogs', 'Birds', 'Fish', 'A trip to Rome', 'Rome in May', 'Bread'];

const titles = chat => chat.get('conversation-item').allInnerTexts();
const row = (chat, title) => chat.page.locator('.conversation', { hasText: title }).getByTestId('conversation-item');
const box = (chat, title) => chat.page.locator('.chooser .conversation', { hasText: title }).getByTestId('select-box');
const undo = chat => chat.get('notice').getByTestId('undo').click();
const count = chat => chat.textNow('select-count');

/** The selected titles, sorted. */
const selected = async chat => chat.page.evaluate(() =>
  [...document.querySelectorAll('.chooser input:checked')].map(box => box.closest('li').innerText.trim()).sort().join());

const waitFor = (chat, ...wanted) => until(`${wanted} are selected`, async () => (await selected(chat)) === wanted.sort().join());

/** Conversations from an import, the first of them open. */
async function importAll(chat, all = TITLES) {
  await chat.open();
  await chat.send('/import');
  await chat.get('import-file').waitFor({ state: 'attached' });
  const files = all.map((title, index) => conversation(title, [`About ${title}`, 'Noted.'], { at: 1_700_000_000 - index * 1000 }));
  await chat.get('import-file').setInputFiles(conversations(...files));
  await chat.get('import-report').waitFor();
  await chat.page.keyboard.press('Escape');
  await until('no dialog is open', async () => (await chat.page.locator('dialog[open]').count()) === 0);
  await until('all are listed', async () => (await titles(chat)).filter(title => all.includes(title)).length === all.length);
}

scenario('conversations are selected with mouse and keyboard, filtered, tagged, moved, archived, exported and deleted, and one Undo takes each back', async ({ chat, newChat }) => {
  await importAll(chat);
  await addProject(chat, { name: 'Rome' });
  await chat.reload();
  await row(chat, 'Cats').click();
  await until('it is open', async () => (await chat.conversation())[0] === 'user: About Cats');
  await until('it is loaded', () => chat.get('select-several').isVisible());

  // Ctrl and Shift with a click, and a range back from there.
  await row(chat, 'Dogs').click({ modifiers: ['Control'] });
  await waitFor(chat, 'Dogs');
  assert.equal(await count(chat), '1 selected');
  assert.equal((await chat.conversation())[0], 'user: About Cats', 'nothing was opened');
  await box(chat, 'Fish').click({ modifiers: ['Shift'] });
  await waitFor(chat, 'Dogs', 'Birds', 'Fish');
  await shootAll(chat.page, 'selecting', ['wide']);

  // The keyboard: arrows move, Shift extends, Space toggles, Ctrl+A selects all, Escape leaves.
  await chat.page.keyboard.press('ArrowUp');
  await until('the row above has the focus', () => box(chat, 'Birds').evaluate(element => element === document.activeElement));
  await chat.page.keyboard.press('Space');
  await waitFor(chat, 'Dogs', 'Fish');
  await chat.page.keyboard.press('Shift+ArrowUp');
  await waitFor(chat, 'Fish');
  await chat.page.keyboard.press('Control+a');
  await until('all', async () => (await count(chat)) === `${TITLES.length + 1} selected`);
  await chat.page.keyboard.press('Escape');
  await chat.get('chooser').waitFor({ state: 'detached' });
  await until('the focus is in the list', () => chat.page.evaluate(() => document.activeElement.dataset.testid === 'conversation-item'));
  await row(chat, 'Birds').focus();
  await chat.page.keyboard.press('Shift+ArrowDown');
  await waitFor(chat, 'Birds', 'Fish');
  await chat.get('select-end').click();

  // All shown are those that were found, and they get a tag, which they have in common.
  await chat.get('conversation-filter').fill('rome');
  await chat.get('select-several').click();
  await chat.get('select-all').click();
  await waitFor(chat, 'A trip to Rome', 'Rome in May');
  await chat.get('select-tag').click();
  await chat.get('select-tags-input').fill('travel, may');
  // The key of an input method ends its composition and not the selection.
  await chat.get('select-tags-input').dispatchEvent('keydown', { key: 'Escape', isComposing: true });
  await chat.get('select-tags-input').press('Enter');
  await until('two tags', async () => (await chat.get('conversation-tag').allInnerTexts()).sort().join() === 'may,travel');
  await chat.get('select-tag').click();
  assert.equal(await chat.get('select-tags-input').inputValue(), 'travel, may');
  await chat.get('select-tags-input').fill('travel');
  await chat.get('select-tags-input').press('Enter');
  await until('one tag', async () => (await chat.textNow('conversation-tag')) === 'travel');
  await undo(chat);
  await until('two tags again', async () => (await chat.get('conversation-tag').count()) === 2);

  // Into the project and back.
  await chat.get('select-move').click();
  await chat.get('select-project').first().click();
  const inProject = async () => (await storedRows(chat, 'conversations')).filter(row => row.project).map(row => row.title).sort().join();
  await until('they are in it', async () => (await inProject()) === 'A trip to Rome,Rome in May');
  await undo(chat);
  await until('they are out of it', async () => (await inProject()) === '');

  // One file with both of them.
  await chat.get('select-export').click();
  const [download] = await Promise.all([chat.page.waitForEvent('download'), chat.get('select-json').click()]);
  assert.match(download.suggestedFilename(), /^2-conversations-\d{4}-\d\d-\d\d\.json$/);
  const file = await readFile(await download.path(), 'utf8');
  assert.ok(file.includes('About A trip to Rome') && file.includes('About Rome in May') && !file.includes('About Cats'));

  // What another tab deletes is no longer selected.
  const other = await newChat();
  await other.open();
  await other.page.locator('.conversation', { hasText: 'Rome in May' }).hover();
  await other.page.locator('.conversation', { hasText: 'Rome in May' }).getByTestId('conversation-delete').click();
  await waitFor(chat, 'A trip to Rome');
  await other.get('notice').getByTestId('undo').click();
  await until('it is listed again', async () => (await chat.get('select-box').count()) === 2);

  // Another tab hears of all of them in one message, and of what undo brought back.
  await other.page.evaluate(name => {
    window.received = [];
    new BroadcastChannel(`ricordo:${name}`).onmessage = event => window.received.push(event.data);
  }, chat.database);
  await chat.get('conversation-filter').fill('');
  await box(chat, 'Cats').check();
  await box(chat, 'Bread').check();
  await chat.get('select-archive').click();
  await chat.get('chooser').waitFor({ state: 'detached' });
  await until('four are listed', async () => (await titles(chat)).filter(title => TITLES.includes(title)).length === 4);
  const listed = async tab => (await titles(tab)).filter(title => TITLES.includes(title)).length;
  await until('the other tab lists four, too', async () => (await listed(other)) === 4);
  const received = () => other.page.evaluate(() => window.received);
  const archived = (await storedRows(chat, 'conversations')).filter(row => row.archived).map(row => row.id);
  assert.equal(archived.length, 3);
  assert.equal((await received()).filter(news => news === 'several').length, 1);
  assert.ok(!(await received()).some(news => archived.includes(news)), 'and not of each');
  await undo(chat);
  await until('all are listed', async () => (await listed(chat)) === 7 && (await listed(other)) === 7);
  await until('undo was announced', async () => (await received()).filter(news => news === 'several').length === 2);
  await other.page.close();

  // Deleted with the open one after one question, and back with one Undo.
  await row(chat, 'Fish').click({ modifiers: ['Shift'] });
  await waitFor(chat, 'Cats', 'Dogs', 'Birds', 'Fish');
  await chat.get('select-delete').click();
  await chat.get('select-sure').waitFor();
  await shootAll(chat.page, 'selecting-delete', ['wide']);
  assert.match(await chat.get('chooser').innerText(), /Delete 4 conversations\?/);
  await chat.get('select-keep').click();
  assert.equal(await count(chat), '4 selected');
  await chat.get('select-delete').click();
  await chat.get('select-sure').click();
  await until('three are listed', async () => (await titles(chat)).filter(title => TITLES.includes(title)).join() === 'A trip to Rome,Rome in May,Bread');
  assert.match(await chat.textNow('notice'), /4 conversations deleted/);
  assert.ok(!(await chat.conversation()).includes('user: About Cats'), 'another one is open');
  await undo(chat);
  await until('all are listed', async () => (await titles(chat)).filter(title => TITLES.includes(title)).length === 7);
});

scenario('a long press selects on a phone, and the buttons are large enough and inside the drawer', async ({ chat, context }) => {
  await importAll(chat);
  await chat.page.setViewportSize({ width: 390, height: 844 });
  await chat.get('menu').tap();
  await until('it is loaded', () => chat.get('select-several').isVisible());
  // Once the drawer stands still.
  await row(chat, 'Dogs').click({ trial: true });
  const { x, y } = await row(chat, 'Dogs').boundingBox();
  const session = await context.newCDPSession(chat.page);
  const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x: x + 30, y: y + 12 }]);
  await waitFor(chat, 'Dogs');
  await touch('touchEnd', []);
  await box(chat, 'Bread').tap();
  await waitFor(chat, 'Dogs', 'Bread');
  await shootAll(chat.page, 'selecting', ['phone']);
  await chat.page.setViewportSize({ width: 390, height: 844 });
  const boxes = await chat.page.locator('.chooser :is(button, label):not([popover] *)').evaluateAll(all => all.map(item => item.getBoundingClientRect().toJSON()));
  assert.ok(boxes.length >= TITLES.length + 7);
  for (const rect of boxes) {
    assert.ok(rect.left >= 0 && rect.right <= 340 && rect.height >= 24, JSON.stringify(rect));
  }
  await chat.get('select-end').tap();
  await chat.get('chooser').waitFor({ state: 'detached' });
  assert.ok(await chat.page.locator('.sidebar.open').isVisible(), 'the drawer is still there');
}, { contextOptions: { hasTouch: true } });
