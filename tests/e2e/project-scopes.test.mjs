// Where memories and tasks are used: the chip of a fact that a model proposes, the pages, the inspector, and the bar.

import assert from 'node:assert/strict';
import { addProject, changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { resize, sideways } from './support/layout.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const FACT = 'Likes green tea';
const TELLS = 'I like green tea.';
const INSTRUCTIONS = 'Answer like a Roman senator.';
const [INSIDE, OUTSIDE] = ['About Rome', 'About Paris'];
const PROJECT = 'Project “Rome”';

/** Calls the tool for facts when the user tells one, and otherwise replies. Background requests have no tools. */
const model = {
  cors: 'given',
  answer: (request, response) => {
    const last = request.json.messages.at(-1);
    const hasFact = last.role === 'user' && JSON.stringify(last.content).includes(TELLS);
    const behaviour = hasFact && request.json.tools ? behave.asksFor('save_user_fact', { fact: FACT }) : behave.reply('Noted.');
    return behaviour.answer(request, response);
  },
};

/** Creates a project and moves conversations into it. */
async function createProject(chat, fields, titles) {
  const id = await addProject(chat, fields, titles);
  await chat.reload();
  return id;
}

/** Two conversations, the first of which is in the project “Rome” and open. Returns the endpoint and the project's id. */
async function begin(chat, server) {
  const endpoint = server.endpoint(model);
  await chat.open();
  await chat.useEndpoint(endpoint);
  // A request for a title would be an additional request.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn(INSIDE);
  await chat.startConversation();
  await chat.turn(OUTSIDE);
  const project = await createProject(chat, { name: 'Rome', color: 'teal', instructions: INSTRUCTIONS }, [INSIDE]);
  await goTo(chat, INSIDE);
  return { endpoint, project, key: `project:${project}` };
}

/** Opens a conversation of the list. */
async function goTo(chat, title) {
  await chat.get('conversation-item').filter({ hasText: title }).first().click();
  await until(`“${title}” is open`, async () => (await chat.messages())[0]?.text.includes(title));
}

/** Asks in a conversation. The body of the request. */
async function requestIn(chat, endpoint, title, question) {
  await goTo(chat, title);
  await chat.turn(question);
  const isAsked = ({ json, body }) => json.tools && body.includes(question);
  return endpoint.chats.findLast(isAsked).body;
}

async function closeDialog(chat) {
  await chat.page.keyboard.press('Escape');
  await until('the dialog is closed', async () => (await chat.page.locator('dialog[open]').count()) === 0);
}

const scopeOf = (chat, id) => chat.get(id).inputValue();
const becomes = (chat, id, key) => until(`${id} is ${key}`, async () => (await scopeOf(chat, id)) === key);
const nameOf = (chat, id) => chat.get(id).evaluate(select => select.selectedOptions[0].text);
const storedScopes = async chat => (await storedRows(chat, 'memories')).map(({ scope }) => scope);
const here = async chat => `conversation:${(await storedRows(chat, 'conversations')).find(({ title }) => title === INSIDE).id}`;
const layer = (chat, kind) => chat.get('inspector-layer').and(chat.page.locator(`[data-kind="${kind}"]`));

scenario('a fact proposed in a project is used there only, until its scope is changed on the page of memories', async ({ chat, server }) => {
  const { endpoint, project, key } = await begin(chat, server);
  await chat.turn(TELLS);
  assert.equal(await scopeOf(chat, 'chip-scope'), key);
  assert.equal(await nameOf(chat, 'chip-scope'), PROJECT);
  await chat.get('chip-keep').click();
  await chat.get('chip-keep').waitFor({ state: 'detached' });
  assert.deepEqual(await storedScopes(chat), [{ project }]);
  assert.match(await requestIn(chat, endpoint, INSIDE, 'What do I drink?'), /- Likes green tea/);
  assert.doesNotMatch(await requestIn(chat, endpoint, OUTSIDE, 'What else do I drink?'), /green tea/);

  await chat.send('/memories');
  assert.equal(await nameOf(chat, 'memory-scope'), PROJECT);
  await chat.get('memory-scope').selectOption('everywhere');
  await becomes(chat, 'memory-scope', 'everywhere');
  assert.match(await chat.get('memories-dialog').getByTestId('notice').innerText(), /Scope changed/);
  await closeDialog(chat);
  assert.match(await requestIn(chat, endpoint, OUTSIDE, 'And in the morning?'), /- Likes green tea/);
  assert.match(await requestIn(chat, endpoint, INSIDE, 'And in the evening?'), /- Likes green tea/);
});

scenario('a changed scope can be undone, and then the other conversation does not see the fact again', async ({ chat, server }) => {
  const { endpoint, key } = await begin(chat, server);
  await chat.turn(TELLS);
  await chat.get('chip-keep').click();
  await chat.get('chip-keep').waitFor({ state: 'detached' });
  await chat.send('/memories');
  await chat.get('memory-scope').selectOption('everywhere');
  await becomes(chat, 'memory-scope', 'everywhere');
  await chat.get('memories-dialog').getByTestId('undo').click();
  await becomes(chat, 'memory-scope', key);
  await closeDialog(chat);
  assert.doesNotMatch(await requestIn(chat, endpoint, OUTSIDE, 'What do I drink?'), /green tea/);
  assert.match(await requestIn(chat, endpoint, INSIDE, 'What else do I drink?'), /- Likes green tea/);
});

scenario('the scope of a proposed fact is chosen on its chip, before it is kept and afterwards', async ({ chat, server }) => {
  const { project, key } = await begin(chat, server);
  await chat.turn(TELLS);
  const options = await chat.get('chip-scope').locator('option').allInnerTexts();
  assert.deepEqual(options, [PROJECT, 'All conversations', 'Only this conversation']);
  await chat.get('chip-scope').focus();
  await chat.get('chip-scope').selectOption(await here(chat));
  await becomes(chat, 'chip-scope', await here(chat));
  assert.equal(await chat.get('memory-chip').last().getAttribute('data-kind'), 'proposed', 'choosing does not keep it');
  assert.equal(await chat.page.evaluate(() => document.activeElement?.dataset.testid), 'chip-scope', 'the focus stays');
  await chat.get('notice').getByTestId('undo').click();
  await becomes(chat, 'chip-scope', key);

  await chat.get('chip-scope').selectOption('everywhere');
  await becomes(chat, 'chip-scope', 'everywhere');
  await chat.get('chip-keep').click();
  await chat.get('chip-undo').waitFor();
  assert.deepEqual(await storedScopes(chat), ['everywhere']);
  await chat.get('chip-scope').selectOption(key);
  await becomes(chat, 'chip-scope', key);
  assert.deepEqual(await storedScopes(chat), [{ project }]);
});

scenario('in a conversation without a project a proposed fact has no choice', async ({ chat, server }) => {
  await begin(chat, server);
  await goTo(chat, OUTSIDE);
  await chat.turn(TELLS);
  await chat.get('chip-keep').waitFor();
  assert.equal(await chat.get('chip-scope').count(), 0);
  await chat.get('chip-keep').click();
  await chat.get('chip-undo').waitFor();
  assert.deepEqual(await storedScopes(chat), ['everywhere']);
});

scenario('the page of memories gives what is typed the scope of the open conversation, and filters by scope', async ({ chat, server }) => {
  const { key } = await begin(chat, server);
  const facts = () => chat.get('memory-text').allInnerTexts();
  const lists = wanted => until(`the page lists “${wanted}”`, async () => (await facts()).join() === wanted);
  const add = async fact => {
    await chat.get('memory-new').fill(fact);
    await chat.get('memory-new').press('Enter');
    await chat.get('memory-text').filter({ hasText: fact }).waitFor();
  };
  await chat.send('/memories');
  await chat.get('memory-none').waitFor();
  assert.equal(await scopeOf(chat, 'memory-new-scope'), key);
  await add('Travels by train');
  await chat.get('memory-new-scope').selectOption('everywhere');
  await add('Lives in Lviv');
  assert.deepEqual(await chat.get('memory-scope').evaluateAll(all => all.map(one => one.value)), ['everywhere', key]);

  const filter = chat.get('memory-scope-filter');
  assert.deepEqual(await filter.locator('option').allInnerTexts(), ['Any scope', 'All conversations', PROJECT, 'Only this conversation']);
  await filter.selectOption(key);
  await lists('Travels by train');
  assert.match(await chat.words('memory-cap'), /^1 of /);
  await filter.selectOption(await here(chat));
  await lists('');
  await filter.selectOption('everywhere');
  await lists('Lives in Lviv');
  await chat.get('memory-scope').focus();
  await chat.get('memory-scope').selectOption(key);
  await lists('');
  await until('the list has the focus', () => chat.page.evaluate(() => document.activeElement?.id === 'memory-list'));
  await filter.selectOption('');
  await until('both are listed', async () => (await facts()).length === 2);

  // The dialog of the project counts its memories, and leads to exactly these.
  await chat.get('memory-scope').first().selectOption('everywhere');
  await until('one is left', async () => (await chat.get('memory-scope').evaluateAll(all => all.map(one => one.value))).join() === `everywhere,${key}`);
  await closeDialog(chat);
  await chat.get('project-button').click();
  await until('it counts one', async () => (await chat.words('project-memories')) === '1 memory');
  await chat.get('project-memories').click();
  await lists('Travels by train');
  assert.equal(await filter.inputValue(), key);

  await closeDialog(chat);
  await goTo(chat, OUTSIDE);
  await chat.send('/memories');
  await until('both are listed again', async () => (await facts()).length === 2);
  assert.equal(await scopeOf(chat, 'memory-new-scope'), 'everywhere');
});

scenario('tasks have a scope, too, which can be changed, filtered by and undone', async ({ chat, server }) => {
  const { project, key } = await begin(chat, server);
  const titles = () => chat.get('task-title').allInnerTexts();
  const add = async title => {
    await chat.get('task-new').fill(title);
    await chat.get('task-add').click();
    await chat.get('task-title').filter({ hasText: title }).waitFor();
  };
  await chat.send('/tasks');
  assert.equal(await scopeOf(chat, 'task-new-scope'), key);
  await add('Book the train');
  await chat.get('task-new-scope').selectOption('everywhere');
  await add('Buy milk');
  await chat.get('task-scope-filter').selectOption(key);
  await until('one is listed', async () => (await titles()).join() === 'Book the train');
  assert.equal(await chat.words('tasks-all'), 'All 1');
  await chat.get('task-scope').selectOption('everywhere');
  await chat.get('task-none').waitFor();
  await chat.get('tasks-dialog').getByTestId('undo').click();
  await until('it is back', async () => (await titles()).join() === 'Book the train');
  const stored = await storedRows(chat, 'tasks');
  assert.deepEqual(stored.find(({ title }) => title === 'Book the train').scope, { project });
});

scenario('without projects nothing about scopes is shown', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(model));
  await chat.turn(TELLS);
  await chat.get('chip-keep').click();
  await chat.get('chip-undo').waitFor();
  await chat.send('/memories');
  await chat.get('memory-text').waitFor();
  await chat.get('to-tasks-dialog').click();
  await chat.get('task-none').waitFor();
  const all = ['chip-scope', 'memory-scope', 'memory-new-scope', 'memory-scope-filter', 'task-new-scope', 'task-scope-filter'];
  for (const id of all) assert.equal(await chat.get(id).count(), 0, id);
  assert.equal(await chat.get('project-button').isVisible(), false);
});

scenario('the inspector shows the instructions of the project, names scopes, and leads to the project', async ({ chat, server }) => {
  const { endpoint } = await begin(chat, server);
  await chat.turn(TELLS);
  await chat.get('chip-keep').click();
  await chat.get('chip-undo').waitFor();
  assert.ok((await requestIn(chat, endpoint, INSIDE, 'What do I drink?')).includes(INSTRUCTIONS));
  await chat.get('inspector-toggle').click();
  await chat.get('inspector-switch').getByRole('button', { name: 'Last request' }).click();
  const instructions = layer(chat, 'project');
  await instructions.locator('summary').first().click();
  await instructions.getByTestId('inspector-words').waitFor();
  assert.match(await instructions.getByTestId('inspector-words').textContent(), new RegExp(INSTRUCTIONS));
  assert.equal(await instructions.getByTestId('piece-scope').textContent(), PROJECT);
  assert.ok(Number(await instructions.getAttribute('data-tokens')) > 0);
  const memories = layer(chat, 'memories');
  await memories.locator('summary').first().click();
  await memories.getByTestId('piece-scope').waitFor();
  assert.deepEqual(await memories.getByTestId('piece-scope').allTextContents(), [PROJECT]);
  const recent = layer(chat, 'window');
  await recent.locator('summary').first().click();
  await recent.getByTestId('inspector-piece').first().waitFor();
  assert.equal(await recent.getByTestId('piece-scope').count(), 0, 'its messages are of this conversation');

  await instructions.getByTestId('inspector-source').click();
  await chat.get('project-dialog').waitFor();
});

scenario('what is recalled from another conversation names its project', async ({ chat, server }) => {
  const { project } = await begin(chat, server);
  await chat.turn('My dentist is Doctor Molnarova, in the yellow house by the harbour.');
  await chat.startConversation();
  await chat.turn('Thanks');
  const [second] = (await storedRows(chat, 'conversations')).filter(({ title }) => title === 'Thanks');
  assert.equal(second.project, project, 'it is in the project of the one before');
  await chat.get('inspector-toggle').click();
  await chat.get('composer').fill('Who was my dentist again?');
  await until('it is recalled', async () => (await chat.get('inspector-request').textContent()).includes('Molnarova'));
  await layer(chat, 'recall').locator('summary').first().click();
  await chat.get('recalled-project').first().waitFor();
  assert.equal(await chat.get('recalled-project').first().textContent(), PROJECT);
});

scenario('the bar names the project of the open conversation and opens it, and has room for everything on a phone', async ({ chat, server }) => {
  await begin(chat, server);
  const button = chat.get('project-button');
  assert.equal(await button.innerText(), 'Rome');
  await button.click();
  await chat.get('project-dialog').waitFor();
  await closeDialog(chat);
  await goTo(chat, OUTSIDE);
  assert.equal(await button.isVisible(), false);

  await createProject(chat, { name: 'Ein Wochenende in Rom mit allen, die mitkommen wollen', color: 'red' }, [OUTSIDE]);
  for (const [width, height] of [[1280, 800], [390, 844], [320, 568]]) {
    await resize(chat.page, { width, height });
    await button.waitFor();
    const box = await button.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width, `${width}: ${JSON.stringify(box)}`);
    const least = width < 768 ? 44 : 24;
    assert.ok(box.width >= least && box.height >= least, `${width}: ${JSON.stringify(box)}`);
    const ends = await chat.page.locator('.bar > *').evaluateAll(all => all.map(one => one.getBoundingClientRect().right));
    assert.ok(Math.max(...ends) <= width, `${width}: ${ends}`);
    assert.deepEqual(await sideways(chat.page), []);
    assert.equal(await chat.page.getByRole('button', { name: 'Project: Ein Wochenende in Rom', exact: false }).count(), 1);
  }
});
