// Pictures of projects: the list, their menu and dialogs, the top bar, the chip of a proposed fact, scopes on the pages, and
// the instructions in the inspector.
//
// Only checks that each state can be reached. `projects.test.mjs` and `project-scopes.test.mjs` test the behaviour.

import { addProject } from '../../benches/support/seed.mjs';
import * as behave from '../e2e/support/behaviours.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';
import { until } from '../e2e/support/until.mjs';

const scenario = suite();

const model = {
  cors: 'given',
  answer: (request, response) => {
    const last = request.json.messages.at(-1);
    const hasFact = last.role === 'user' && JSON.stringify(last.content).includes('green tea');
    const behaviour = hasFact && request.json.tools
      ? behave.asksFor('save_user_fact', { fact: 'Likes green tea' })
      : behave.reply('Take the regional train: two hours, and no change.');
    return behaviour.answer(request, response);
  },
};

async function begin(chat, server) {
  await chat.open();
  await chat.useEndpoint(server.endpoint(model));
  for (const title of ['Which train to Orvieto?', 'Where to stay in Trastevere', 'Renaming a column without downtime', 'A sourdough that rises']) {
    await chat.turn(title);
    await chat.send('/new');
    await until('an empty conversation', async () => (await chat.messages()).length === 0);
  }
  await addProject(chat, { name: 'A week in Rome and around it, with the children', color: 'teal', instructions: 'We travel with two children, by train, and eat early. Prices in euros.' }, ['Which train to Orvieto?', 'Where to stay in Trastevere']);
  await addProject(chat, { name: 'Work', color: 'orange', instructions: '' }, ['Renaming a column without downtime']);
  await addProject(chat, { name: 'Empty', color: 'purple', instructions: '' }, []);
  await chat.reload();
}

async function openList(chat) {
  if (!(await chat.get('conversation-item').first().isVisible())) await chat.get('menu').click();
}

scenario('the list, a menu and the dialogs', async ({ chat, server }) => {
  await begin(chat, server);
  await openList(chat);
  await shootAll(chat.page, '210-projects-list');
  await chat.get('project-more').first().click();
  await chat.get('project-edit').waitFor();
  await shootAll(chat.page, '211-project-menu');
  await chat.get('project-edit').click();
  await chat.get('project-name').waitFor();
  await shootAll(chat.page, '212-project-dialog');
  await chat.page.keyboard.press('Escape');
  await chat.send('/project');
  await chat.get('move-choices').waitFor();
  await shootAll(chat.page, '213-project-move');
});

scenario('the first project', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(model));
  await chat.turn('Which train to Orvieto?');
  await openList(chat);
  await shootAll(chat.page, '214-projects-none');
});

scenario('a conversation of a project, its scopes and the inspector', async ({ chat, server }) => {
  await begin(chat, server);
  await openList(chat);
  await chat.get('conversation-item').filter({ hasText: 'Orvieto' }).first().click();
  await until('it is open', async () => (await chat.messages())[0]?.text.includes('Orvieto'));
  await chat.turn('I like green tea.');
  await chat.get('chip-keep').waitFor();
  await shootAll(chat.page, '215-project-chip');
  await chat.get('chip-keep').click();
  await chat.send('/memories');
  await chat.get('memory-item').first().waitFor();
  await shootAll(chat.page, '216-project-memories');
  await chat.page.keyboard.press('Escape');
  await chat.get('inspector-toggle').click();
  await chat.get('inspector-switch').last().getByRole('button', { name: 'Last request' }).click();
  const layer = chat.page.locator('[data-testid="inspector-layer"][data-kind="project"]');
  await layer.locator('summary').first().click();
  await layer.scrollIntoViewIfNeeded();
  await shootAll(chat.page, '217-project-inspector');
});
