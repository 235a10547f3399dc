// The pages of memories, summaries, tasks and statistics, and the dialog of /forget <text>.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { shootAll } from './support/screenshots.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();
const SUMMARY = 'They plan to move to Lviv in May.';
const ASKED = n => `Question ${n}: what will it cost Anna and Boris to move to Lviv in May, and who carries the piano?`;

async function open(chat, server, ...behaviours) {
  const endpoint = server.endpoint(...behaviours, behave.reply('Noted.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  // A title that is asked for meanwhile would use up a reply.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  return endpoint;
}

/** Runs eleven turns, then /compress; the model answers with the summary. */
async function compressed(chat, server, ...behaviours) {
  const replies = Array.from({ length: 11 }, (_, n) => behave.reply(`Answer ${n + 1}: it depends on the piano, on the stairs and on the weather.`));
  const endpoint = await open(chat, server, ...replies, behave.reply(SUMMARY), ...behaviours);
  for (let n = 1; n <= 11; n += 1) await chat.turn(ASKED(n));
  await chat.send('/compress');
  await chat.get('notice-summary').click();
  await chat.get('summary-text').waitFor();
  return endpoint;
}

const facts = chat => chat.get('memory-text').allInnerTexts();
/** The text of the focused element, or the name of an icon. */
const focused = chat => chat.page.evaluate(() => document.activeElement?.innerText.trim() || document.activeElement?.ariaLabel || '');

/** The stored prices: per million tokens of prompt and reply, in millionths. */
const prices = async chat => {
  const [settings] = await storedRows(chat, 'settings');
  return (settings.prices ?? []).map(({ prompt, completion }) => [Number(prompt), Number(completion)].join());
};

async function remember(chat, ...all) {
  for (const fact of all) {
    await chat.get('memory-new').fill(fact);
    await chat.get('memory-new').press('Enter');
    await until(`“${fact}” is listed`, async () => (await facts(chat)).includes(fact));
  }
}

scenario('memories are counted against the limit, sorted, and paged by keyboard', async ({ chat, server }) => {
  await open(chat, server);
  await chat.send('/memories');
  const names = 'apples pears plums cherries figs dates grapes melons lemons limes kiwis mangoes papayas quinces olives walnuts hazelnuts almonds peanuts chestnuts'.split(' ');
  await remember(chat, ...names.map(name => `Likes ${name}`), 'Lives in Lviv');
  assert.equal(await chat.words('memory-cap'), '21 of 50 saved');
  assert.match(await chat.words('memory-page'), /Page 1 of 2, 21 memories/);

  await chat.get('pager-next').focus();
  await chat.page.keyboard.press('Enter');
  await until('the second page', async () => (await facts(chat)).join() === 'Likes apples');
  await chat.page.keyboard.press('ArrowLeft');
  await until('the first page again', async () => (await facts(chat)).length === 20);
  assert.equal(await chat.page.evaluate(() => document.activeElement?.dataset.testid), 'pager-next', 'the focus stays');

  await chat.get('memory-order').selectOption('oldest');
  await until('the oldest first', async () => (await facts(chat))[0] === 'Likes apples');
  await chat.get('memory-new').fill('Likes melons!');
  await chat.get('memory-new').press('Enter');
  await chat.get('memory-order').selectOption('most-used');
  await until('the most used first', async () => (await facts(chat))[0]?.startsWith('Likes melons'));
  assert.match(await chat.get('memory-facts').first().innerText(), /added .*used once/);
});

scenario('memories that say nearly the same are merged on request, and that can be undone', async ({ chat, server }) => {
  await open(chat, server);
  await chat.send('/memories');
  await remember(chat, 'Has a cat called Mia', 'Works as a nurse', 'Has a cat named Mia');
  const fold = chat.get('duplicates');
  await fold.locator('summary').first().click();
  await chat.get('duplicate-keep').last().click();
  await until('one of them is left', async () => (await facts(chat)).join() === 'Works as a nurse,Has a cat named Mia');
  await fold.waitFor({ state: 'detached' });
  await chat.get('memories-dialog').getByTestId('undo').click();
  await until('both are back', async () => (await facts(chat)).length === 3);
});

scenario('a memory is edited and deleted by keyboard alone, and the focus is not lost', async ({ chat, server }) => {
  await open(chat, server);
  await chat.send('/memories');
  await remember(chat, 'Likes tea', 'Plays the cello');
  const { keyboard } = chat.page;
  await chat.tabTo('memory-edit');
  await keyboard.press('Enter');
  // Before the field has the focus, Escape would close the page.
  const isChosen = () => chat.get('memory-input').evaluate(input => input === document.activeElement && input.selectionEnd - input.selectionStart === input.value.length);
  await until('its text is chosen', isChosen);
  await keyboard.press('Escape');
  await until('the focus is back on Edit', async () => (await focused(chat)) === 'Edit');
  await keyboard.press('Enter');
  await until('its text is chosen again', isChosen);
  await keyboard.type('Plays the violin');
  await keyboard.press('Enter');
  await until('it is changed', async () => (await facts(chat))[0] === 'Plays the violin');
  await until('the focus is on Edit again', async () => (await focused(chat)) === 'Edit');
  await chat.tabTo('memory-delete');
  await keyboard.press('Enter');
  await until('it is gone', async () => (await facts(chat)).join() === 'Likes tea');
  await until('the list has the focus', () => chat.page.evaluate(() => document.activeElement?.id === 'memory-list'));
  await chat.tabTo('undo');
  await keyboard.press('Enter');
  await until('it is back', async () => (await facts(chat)).length === 2);
});

scenario('a custom field of the user data is stored and sent', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.send('/memories');
  // The stored data is loaded into the page first; it would overwrite a field added before.
  await chat.get('memory-none').waitFor();
  await chat.get('user-data').click();
  await chat.get('user-add-field').click();
  await chat.page.getByLabel('Name of the field', { exact: true }).fill('Time zone');
  await chat.page.getByLabel('Value', { exact: true }).fill('Kyiv');
  await chat.get('user-save').click();
  await chat.get('memories-dialog').getByTestId('notice').waitFor();
  await chat.page.keyboard.press('Escape');
  await chat.turn('What time is it?');
  assert.match(endpoint.chats.at(-1).body, /Time zone: Kyiv/);
});

scenario('a summary shows its details, links to its sources, and is sent as edited', async ({ chat, server }) => {
  const endpoint = await compressed(chat, server);
  const item = chat.get('summary-item');
  assert.equal(await item.getAttribute('data-standing'), 'in-force');
  assert.match(await chat.words('summary-facts'), /[\d,]+ → \d+ tokens · test-model/);
  await until('it has the focus', () => chat.page.evaluate(() => document.activeElement?.dataset.testid === 'summary-item'));

  await chat.get('summary-edit').click();
  await chat.get('summary-input').fill('They move to Odesa in June.');
  // The key of an input method ends its composition and not the edit.
  await chat.get('summary-input').dispatchEvent('keydown', { key: 'Escape', isComposing: true });
  await chat.get('summary-priority').fill('101');
  await chat.get('summary-input').press('Control+Enter');
  assert.equal(await chat.get('field-error').innerText(), 'Enter a number from 0 to 100.');
  await chat.get('summary-priority').fill('80');
  await shootAll(chat.page, 'summaries-priority');
  await chat.get('summary-input').press('Control+Enter');
  await until('it says so', async () => /priority 80 · edited by you/.test(await chat.words('summary-facts')));
  assert.equal(await chat.words('summary-text'), 'They move to Odesa in June.');
  await chat.get('summary-filter').selectOption('replaced');
  await until('the old one is kept', async () => (await chat.words('summary-text')) === SUMMARY);
  await chat.get('summary-filter').selectOption('current');

  await chat.get('summary-sources').locator('summary').click();
  await chat.get('summary-source').first().click();
  await until('its message has the focus', async () => (await focused(chat)).includes('Question 1:'));

  await chat.turn('And now?');
  assert.match(endpoint.chats.at(-1).body, /Odesa in June/);
  assert.doesNotMatch(endpoint.chats.at(-1).body, /Question 1:/);
});

scenario('a summary is rebuilt, uncompressed and deleted, and each can be undone', async ({ chat, server }) => {
  await compressed(chat, server, behave.reply('Anna and Boris will live in Lviv.'), behave.serverError);
  const page = chat.get('summaries-dialog');
  const text = () => chat.words('summary-text');
  const undo = () => page.getByTestId('undo').click();
  await chat.get('summary-rebuild').click();
  await until('it is made again', async () => (await text()) === 'Anna and Boris will live in Lviv.');
  await undo();
  await until('the old one is back', async () => (await text()) === SUMMARY);

  await chat.get('summary-rebuild').click();
  await until('it says why not', async () => /out of memory/.test(await page.getByTestId('notice').innerText()));
  assert.equal(await text(), SUMMARY, 'what was there stays');

  for (const action of ['summary-uncompress', 'summary-delete']) {
    await chat.get(action).click();
    await chat.get('summary-none').waitFor();
    await undo();
    await until('it is back', async () => (await text()) === SUMMARY);
  }
});

scenario('a summary of another conversation is made again by the connection of that one, and nothing of it goes elsewhere', async ({ chat, server }) => {
  const endpoint = await compressed(chat, server, behave.reply('Anna and Boris will live in Lviv.'));
  await chat.page.keyboard.press('Escape');
  await chat.get('model-button').click();
  await chat.get('model-only-here').check();
  await chat.get('model-item').filter({ hasText: 'test-model' }).click();
  await chat.get('model-dialog').waitFor({ state: 'hidden' });
  await chat.startConversation();
  const other = server.endpoint(behave.reply('Hello from elsewhere.'));
  await chat.addEndpoint({ ...other, model: 'other-model' });
  await chat.turn('Hello?');

  const asked = endpoint.chats.length;
  await chat.send('/memories');
  await chat.get('to-summaries-dialog').click();
  await chat.get('summary-rebuild').click();
  await until('it is made again', async () => (await chat.words('summary-text')) === 'Anna and Boris will live in Lviv.');
  assert.equal(endpoint.chats.length, asked + 1);
  assert.ok(other.chats.length > 0 && other.chats.every(request => !request.body.includes('piano')));
});

scenario('the user\'s request replaces background work that does not end', async ({ chat, server }) => {
  const reply = behave.reply('It depends on the piano, on the stairs and on the weather.');
  let stuck;
  const answer = (asked, response) => {
    if (asked.json.messages.at(-1).content.endsWith('who carries the piano?')) return reply.answer(asked, response);
    if (stuck) return behave.reply(SUMMARY).answer(asked, response);
    stuck = asked;
    return behave.stalls('Thinking').answer(asked, response);
  };
  await chat.open();
  await chat.useEndpoint(server.endpoint({ cors: 'given', answer }));
  await changeSettings(chat, { short_term_window: 2, compression: { min_messages: 4 } });
  await chat.reload();
  for (let n = 1; n <= 3; n += 1) await chat.turn(ASKED(n));
  await until('idle work asks for a title', () => stuck, 60_000);
  await chat.send('/compress');
  await chat.get('notice-summary').click();
  await until('the summary', async () => (await chat.words('summary-text')).includes(SUMMARY));
  await until('idle work hung up', () => stuck.closedByClient);
});

scenario('a forgotten source makes a summary stale; the page says why and what comes next', async ({ chat, server }) => {
  await compressed(chat, server);
  await chat.page.keyboard.press('Escape');
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.get('memory-button').click();
  await chat.get('to-summaries-dialog').click();
  assert.equal(await chat.get('summary-item').getAttribute('data-standing'), 'stale');
  assert.match(await chat.words('summary-why'), /covers messages that were forgotten/);
  await until('what comes next', async () => /Compression of this conversation\s*when at least 10 messages no longer fit/.test(await chat.words('coming')));
});

scenario('tasks are listed as open, overdue and completed', async ({ chat, server }) => {
  await open(chat, server);
  await chat.send('/tasks');
  for (const [title, due] of [['Buy milk', '2030-05-01'], ['Pay the rent', '2020-01-31'], ['Call home', '']]) {
    await chat.get('task-new').fill(title);
    await chat.get('task-due').fill(due);
    await chat.get('task-add').click();
    await chat.get('task-title').filter({ hasText: title }).waitFor();
  }
  await chat.get('task-item').filter({ hasText: 'Buy milk' }).getByTestId('task-edit').click();
  await chat.get('task-input').fill('Buy oat milk');
  await chat.get('task-input').dispatchEvent('keydown', { key: 'Escape', isComposing: true });
  await chat.get('task-input').press('Enter');
  await chat.get('task-title').filter({ hasText: 'Buy oat milk' }).waitFor();
  await chat.get('task-item').filter({ hasText: 'Call home' }).getByTestId('task-tick').click();
  const shown = async filter => {
    await chat.get(`tasks-${filter}`).click();
    return chat.get('task-title').allInnerTexts();
  };
  await until('one is done', async () => (await shown('done')).join() === 'Call home');
  assert.deepEqual(await shown('overdue'), ['Pay the rent']);
  assert.match(await chat.words('task-item'), /was due 31 Jan 2020/);
  assert.deepEqual(await shown('open'), ['Pay the rent', 'Buy oat milk']);
  assert.equal(await chat.words('tasks-overdue'), 'Overdue 1');
});

scenario('/forget <text> groups its results and leaves out the selected ones', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.turn('My cat is called Mia.');
  await chat.turn('My dog is called Rex.');
  await chat.send('/memories');
  await remember(chat, 'Has a cat');
  await chat.page.keyboard.press('Escape');
  await chat.send('/forget cat');
  await chat.get('forget-group').first().waitFor();
  assert.equal(await chat.get('forget-group').count(), 2);
  assert.equal(await chat.words('forget-count'), '2 of 2 selected');
  assert.deepEqual(await chat.get('forget-dialog').locator('mark').allInnerTexts(), ['cat', 'cat']);

  await chat.get('forget-none').click();
  assert.equal(await chat.get('forget-confirm').isDisabled(), true);
  await chat.get('forget-choice').last().check();
  assert.equal(await chat.words('forget-confirm'), 'Stop sending (1)');
  await chat.get('forget-confirm').click();
  await chat.get('notice').waitFor();
  await chat.turn('What do I have?');
  assert.doesNotMatch(endpoint.chats.at(-1).body, /Mia/);
  assert.match(endpoint.chats.at(-1).body, /- Has a cat/);

  await chat.send('/undo');
  await until('the notice says so', async () => /Sent to the model again/.test(await chat.words('notice')));
  await chat.turn('And now?');
  assert.match(endpoint.chats.at(-1).body, /Mia/);
});

scenario('statistics show charts, and costs follow the price table', async ({ chat, server }) => {
  await open(chat, server);
  await chat.turn('My cat is called Mia.');
  await chat.send('/stats');
  await until('three charts', async () => (await chat.get('chart').count()) === 3);
  assert.equal(await chat.get('chart-total').first().innerText(), '2');
  await chat.get('stats-no-cost').waitFor();
  await chat.get('prices').locator('summary').click();
  await chat.get('price-add').click();
  assert.equal(await chat.get('price-model').inputValue(), 'test-model');
  await chat.get('price-prompt').fill('a lot');
  assert.match(await chat.words('field-error'), /such as 0\.25/);
  await chat.get('price-prompt').fill('1000');
  await chat.get('price-reply').fill('2,5');
  await chat.get('price-reply').press('Tab');
  await chat.get('stats-no-cost').waitFor({ state: 'detached' });
  assert.equal(await chat.get('chart').count(), 4, 'what it cost is drawn as soon as a price is known');
  assert.match(await chat.get('chart-total').last().innerText(), /^0\.\d{4}$/);
  assert.match(await chat.get('stats').locator('tr.sum td').last().innerText(), /^0\.\d{4}$/);

  await until('both prices are stored', async () => (await prices(chat)).join() === '1000000000,2500000');
  await chat.reload();
  await chat.send('/stats');
  await chat.get('prices').locator('summary').click();
  assert.equal(await chat.get('price-reply').inputValue(), '2.5');
  await chat.get('price-remove').click();
  await chat.get('stats-no-cost').waitFor();
  await chat.get('price-undo').click();
  await chat.get('stats-no-cost').waitFor({ state: 'detached' });
});

scenario('the pages are in Ukrainian, and nothing is wider than a phone', async ({ chat, server }) => {
  await chat.page.addInitScript(() => localStorage.setItem('ricordo.language', 'uk'));
  await chat.page.setViewportSize({ width: 390, height: 844 });
  await chat.open();
  const pages = [
    ['/memories', 'memories-dialog', 'Спогади', 'memory-none'],
    ['/tasks', 'tasks-dialog', 'Задачі', 'task-none'],
    ['/stats', 'stats-dialog', 'Статистика', 'stats-none'],
  ];
  for (const [command, id, title, nothing] of pages) {
    await chat.send(command);
    const page = chat.get(id);
    assert.equal(await page.locator('h2').innerText(), title);
    const content = page.locator('.content');
    await chat.get(nothing).waitFor();
    assert.deepEqual(await content.evaluate(element => [element.scrollWidth > element.clientWidth]), [false], `${id} is not too wide`);
    await chat.page.keyboard.press('Escape');
  }
});

scenario('a memory that is archived to make room is named, restored and pinned', async ({ chat, server }) => {
  await open(chat, server);
  await chat.get('settings-button').click();
  await (await chat.setting('memories.max_facts')).fill('10');
  await chat.get('settings-save').click();
  await chat.get('settings-search').waitFor({ state: 'detached' });
  await chat.send('/memories');
  const others = 'apples pears plums cherries figs dates grapes melons lemons'.split(' ').map(name => `Likes ${name}`);
  await remember(chat, 'Allergic to nuts', ...others, 'Sings tenor');
  const dialog = chat.get('memories-dialog');
  const notice = dialog.getByTestId('notice');
  await until('what made room is named', async () => /Remembered: Sings tenor\. Archived to make room: Allergic to nuts\./.test(await notice.innerText()));
  await notice.getByTestId('undo').click();
  await until('the step is taken back', async () => (await facts(chat)).includes('Allergic to nuts') && !(await facts(chat)).includes('Sings tenor'));

  await remember(chat, 'Sings tenor');
  await notice.getByTestId('notice-pin').click();
  await until('another one makes room for it, and is named', async () => /Archived to make room: Likes apples\./.test(await notice.innerText()));
  const item = dialog.getByTestId('memory-item').filter({ hasText: 'Allergic to nuts' });
  assert.match(await item.innerText(), /pinned/i);
  await remember(chat, 'Lives in Lviv');
  await until('what is pinned stays', async () => /Archived to make room: Likes pears\./.test(await notice.innerText()));
});

scenario('a memory with key words is sent only with one of them, and the inspector names the word', async ({ chat, server }) => {
  const endpoint = await open(chat, server, behave.reply('Noted.'), behave.reply('Noted.'));
  await chat.send('/memories');
  await remember(chat, 'The piano belongs to Oksana');
  await chat.get('memory-key-words-edit').click();
  await chat.get('memory-input').fill('!!');
  await chat.get('memory-input').press('Enter');
  await chat.get('notice').filter({ hasText: 'A key word is a word' }).first().waitFor();
  await chat.get('memory-input').fill('piano, Lake Street');
  await shootAll(chat.page, 'memories-40-key-words');
  await chat.get('memory-input').press('Enter');
  await chat.get('memory-key-words').waitFor();
  assert.equal(await chat.words('memory-key-words'), 'Sent only with: piano, Lake Street');
  await chat.page.keyboard.press('Escape');

  await chat.turn('Hello');
  assert.doesNotMatch(endpoint.chats.at(-1).body, /belongs to Oksana/);
  await chat.get('composer').fill('Who tunes pianos?');
  await chat.get('inspector-toggle').click();
  const layer = chat.get('inspector-layer').and(chat.page.locator('[data-kind="recall"]'));
  await layer.locator('summary').first().press('Enter');
  await chat.get('recalled-piece').waitFor();
  assert.match(await chat.words('recalled-piece'), /^Included because of the key word pianos/);
  await shootAll(chat.page, 'inspector-60-key-word');
  await chat.get('composer').press('Enter');
  await until('it was sent', () => endpoint.chats.length === 2);
  assert.match(endpoint.chats.at(-1).body, /belongs to Oksana/);
});
