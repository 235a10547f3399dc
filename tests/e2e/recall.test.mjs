// Recall: what was said in another conversation is sent with a message that asks for it, with its source, and only as
// long as it may be.

import assert from 'node:assert/strict';
import { addProject, changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { conversation, conversations } from './support/chatgpt-export.mjs';
import { openWith } from './support/open-with.mjs';
import { RECALL, stretching } from './support/patience.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const FACT = 'My dentist is Doctor Molnarova, in the yellow house by the harbour.';
const QUESTION = 'Who was my dentist again?';

/** A conversation with the fact, and an empty one after it. */
async function begin(chat, server) {
  const endpoint = await openWith(chat, server.endpoint(behave.reply('Noted.')));
  await chat.turn(FACT);
  await chat.startConversation();
  return endpoint;
}

/** Opens the conversation in the list whose title has these words. */
async function goTo(chat, words) {
  await chat.get('conversation-item').filter({ hasText: words }).first().click();
  await until('its first message', async () => (await chat.messages())[0]?.text.includes(words));
}

const preview = chat => chat.get('inspector-request').textContent();

/** Writes the question, and waits until the inspector shows what would be sent with it. */
async function ask(chat, isRecalled) {
  if (!(await chat.get('inspector').isVisible())) await chat.get('inspector-toggle').click();
  await chat.get('composer').fill(QUESTION);
  await until('the preview has the question', async () => (await preview(chat)).includes(QUESTION));
  // A preview that recall was too late for has nothing of it, and is made again.
  const isLate = async () => (await chat.get('inspector').getByText('were still being loaded').count()) > 0;
  await until(isRecalled ? 'it is recalled' : 'it is not recalled', async () => (await preview(chat)).includes('Molnarova') === isRecalled && !(await isLate()));
}

/** Sends the question that is written. The text of the request. */
async function sent(chat, endpoint) {
  const before = await chat.lastSequence();
  await stretching(chat.page, [RECALL], async () => {
    await chat.get('composer').press('Enter');
    await chat.settled('the reply', before);
  });
  return endpoint.chats.at(-1);
}

scenario('a fact from another conversation is sent with a question about it, and the inspector says why and leads to it', async ({ chat, server }) => {
  const endpoint = await begin(chat, server);
  await ask(chat, true);
  const { json } = await sent(chat, endpoint);
  const recalled = json.messages.filter(({ content }) => content.includes('Molnarova'));
  assert.equal(recalled.length, 1);
  assert.equal(recalled[0].role, 'system');
  assert.match(recalled[0].content, /^Relevant conversation memory:\n/);

  await chat.get('inspector-switch').last().getByRole('button', { name: 'Last request' }).click();
  const layer = chat.get('inspector-layer').and(chat.page.locator('[data-kind="recall"]'));
  await layer.locator('summary').first().click();
  const piece = layer.getByTestId('recalled-piece');
  // The layer unfolds after the click.
  await piece.waitFor();
  // Its text is there at once, and drawn with the next frame: `innerText` is empty until then.
  assert.match(await piece.textContent(), /dentist/);
  await piece.getByTestId('recalled-source').click();
  await until('the conversation it is from', async () => (await chat.messages())[0]?.text.includes('Molnarova'));
});

const [LONG, SINCE] = ['About the village', 500];

/** An open conversation in which the fact was said, and then 500 messages about other things. It is in a project. */
async function beginLong(chat, server) {
  const endpoint = await openWith(chat, server.endpoint(behave.reply('Noted.')));
  await chat.send('/import');
  await chat.get('import-file').waitFor({ state: 'attached' });
  const since = Array.from({ length: SINCE }, (_, n) => (n % 2 ? `Noted, number ${n}.` : `Day ${n}: the tram to the market was late again.`));
  const at = Math.floor(Date.now() / 1_000) - 2 * SINCE;
  await chat.get('import-file').setInputFiles([conversations(conversation(LONG, [FACT, 'I see.', ...since], { at }))]);
  await chat.get('import-report').waitFor();
  const project = await addProject(chat, { name: 'Village' }, [LONG]);
  await chat.reload();
  await openLong(chat);
  return { endpoint, project };
}

const isOpen = (chat, title) => until(`${title} is open`, async () => (await chat.page.title()).startsWith(title));

async function openLong(chat) {
  await chat.get('conversation-item').filter({ hasText: LONG }).click();
  await isOpen(chat, LONG);
}

scenario('a fact said 500 messages ago in another conversation of the project answers a question, with its source; not once it is forgotten; and again after undo', async ({ chat, server }) => {
  const { endpoint, project } = await beginLong(chat, server);
  await until('its end is shown', async () => (await chat.lastSequence()) === SINCE + 1);
  assert.ok((await chat.messages()).every(({ text }) => !text.includes('Molnarova')), 'the fact is far above');
  await chat.get('project').hover();
  await chat.get('project-more').click();
  await chat.get('project-new-chat').click();
  await until('an empty conversation', async () => (await chat.messages()).length === 0);
  await ask(chat, true);
  const { json } = await sent(chat, endpoint);
  const recalled = json.messages.filter(({ content }) => content.includes('Molnarova'));
  assert.deepEqual(recalled.map(({ role }) => role), ['system']);
  const rows = await storedRows(chat, 'conversations');
  const own = rows.filter(row => row.project === project);
  assert.deepEqual(own.map(({ title }) => title).sort(), [LONG, QUESTION], 'both are in the project');

  await chat.get('inspector-switch').last().getByRole('button', { name: 'Last request' }).click();
  const layer = chat.get('inspector-layer').and(chat.page.locator('[data-kind="recall"]'));
  await layer.locator('summary').first().click();
  const piece = layer.getByTestId('recalled-piece').filter({ hasText: 'dentist' });
  await piece.first().waitFor();
  assert.match(await piece.first().getByTestId('recalled-project').textContent(), /Village/, 'where it is from is named');
  await piece.first().getByTestId('recalled-source').click();
  await isOpen(chat, LONG);
  await until('the fact is shown', async () => (await chat.messages()).some(({ sequence, text }) => sequence === 0 && text.includes(FACT)));

  await chat.get('scroll-end').click();
  await until('its end is shown', async () => (await chat.lastSequence()) === SINCE + 1);
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await askAgain(chat, false);
  assert.doesNotMatch((await sent(chat, endpoint)).body, /Molnarova/);
  await openLong(chat);
  await chat.get('forget-divider').getByTestId('undo').click();
  await chat.get('forget-divider').waitFor({ state: 'detached' });
  await askAgain(chat, true);
  assert.match((await sent(chat, endpoint)).body, /Molnarova/);
});

/** Writes the question in the conversation where it was asked before. */
async function askAgain(chat, isRecalled) {
  await chat.get('conversation-item').filter({ hasText: QUESTION }).click();
  await isOpen(chat, QUESTION);
  await chat.get('inspector-switch').last().getByRole('button', { name: 'Next request' }).click();
  await ask(chat, isRecalled);
}

scenario('a preview that recall was too late for is made again by itself', async ({ chat, server }) => {
  await begin(chat, server);
  await chat.get('inspector-toggle').click();
  // A preview gives recall 150 ms. Here it gives none.
  await chat.page.evaluate(() => {
    const wait = window.setTimeout;
    window.late = 0;
    window.setTimeout = (call, time, ...rest) => {
      window.late += time === 150 ? 1 : 0;
      return wait(call, time === 150 ? 0 : time, ...rest);
    };
  });
  await chat.get('composer').fill(QUESTION);
  await until('it is recalled', async () => (await preview(chat)).includes('Molnarova'));
  assert.ok(await chat.page.evaluate(() => window.late > 0), 'recall was too late for the first preview');
  assert.equal(await chat.get('inspector').getByText('were still being loaded').count(), 0);
});

scenario('after a reload the first question finds it, and nothing of it once it is forgotten, until that is undone', async ({ chat, server }) => {
  await begin(chat, server);
  await chat.reload();
  await ask(chat, true);
  await goTo(chat, 'My dentist');
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.startConversation();
  await ask(chat, false);
  await goTo(chat, 'My dentist');
  await chat.get('forget-divider').getByTestId('undo').click();
  await chat.get('forget-divider').waitFor({ state: 'detached' });
  await chat.startConversation();
  await ask(chat, true);
});

scenario('"not again" leaves it out of the next question, and undo brings it back', async ({ chat, server }) => {
  await begin(chat, server);
  await ask(chat, true);
  const layer = chat.get('inspector-layer').and(chat.page.locator('[data-kind="recall"]'));
  await layer.locator('summary').first().click();
  await layer.getByTestId('recalled-not-again').click();
  await until('the preview is without it', async () => !(await preview(chat)).includes('Molnarova'));
  await chat.get('composer').fill('');
  await chat.send('/undo');
  await ask(chat, true);
});

scenario('recall that is switched off sends nothing of other conversations', async ({ chat, server }) => {
  const endpoint = await begin(chat, server);
  await changeSettings(chat, { recall: { enabled: false } });
  await chat.reload();
  await ask(chat, false);
  assert.doesNotMatch((await sent(chat, endpoint)).body, /Molnarova/);
});

scenario('erasing takes the words out of the stored index', async ({ chat, server }) => {
  await begin(chat, server);
  const stems = async () => {
    const rows = await storedRows(chat, 'index_parts');
    return rows.map(row => Buffer.from(Object.values(row.bytes ?? {})).toString('latin1')).join('\n');
  };
  // The page stores the words while it is idle.
  await until('the words are stored', async () => (await stems()).includes('molnar'), 60_000);
  await goTo(chat, 'My dentist');
  await chat.send('/erase');
  await chat.get('erase-confirm').click();
  await until('they are gone', async () => !(await stems()).includes('molnar'));
  await ask(chat, false);
});
