// Visits every page and every dialog with some content, for tests that check all of them (for cut text, for accessibility).
// Works in every language, because it finds elements by test id only.

import assert from 'node:assert/strict';
import { addProject } from '../../../benches/support/seed.mjs';
import * as behave from './behaviours.mjs';
import { projects, setting } from './every-page-settings.mjs';
import { answerBy, closed, command } from './every-page-steps.mjs';
import { EVERYTHING } from './markdown-cases.mjs';
import { picture } from './png.mjs';
import { until } from './until.mjs';

const ARABIC = 'يتحدث العربية';

/** Code that can be shown: a page, a diagram, and a picture that is none. */
const TO_SHOW = ['html\n<p>A page</p>', 'mermaid\ngraph LR\n  Start --> End', 'svg\n<svg><g></svg>'].map(code => `\`\`\`${code}\n\`\`\``).join('\n\n');

/** The visits. Each starts with a page that is not open yet, and calls `look(name)` for every state to check. */
export const VISITS = { connecting, talking, remembering, scoping, setting, finding };

/** Makes a visit and collects what `look(view)` finds, grouped by finding: a finding on all pages is reported once. */
export async function collect(visit, chat, server, look) {
  const found = new Map();
  await visit(chat, server, async view => {
    for (const line of await look(view)) found.set(line, [...(found.get(line) ?? []), view]);
  });
  assert.deepEqual([...found].map(([line, views]) => `${line} — ${views.join('; ')}`), []);
}

/** The first visit, and every way to connect a model. */
async function connecting(chat, server, look) {
  await chat.open();
  await look('the first visit');
  await chat.get('restore-open').click();
  await chat.get('restore-file').waitFor({ state: 'attached' });
  await look('restoring a backup');
  await closed(chat);
  await chat.get('connect-option-computer').click();
  await until('everything is looked at', () => chat.get('finder-again').isEnabled());
  await look('a server on this computer');
  await closed(chat);
  await chat.get('connect-option-key').click();
  await chat.get('connect-key').waitFor();
  await look('a provider with a key');
  await closed(chat);
  await chat.get('provider-button').click();
  await look('what to connect to');
  await chat.get('provider-kind-in-page').click();
  await look('the model in the page');
  await chat.anotherKind('openai');
  await chat.get('endpoint-url').fill('not a url');
  await chat.get('endpoint-model').fill('llama-3.2');
  await chat.get('endpoint-save').click();
  await chat.get('endpoint-error').waitFor();
  await look('an address that is none');
  await chat.get('endpoint-url').fill(server.endpoint(behave.unauthorized).baseUrl);
  await chat.get('endpoint-check').click();
  await chat.get('doctor').waitFor();
  await until('the check has ended', () => chat.get('endpoint-check').isEnabled());
  await look('the doctor');
  await closed(chat);
  await chat.useEndpoint({ ...server.endpoint(behave.reply('OK.')), model: 'another-model' });
  await chat.get('provider-button').click();
  await look('the connections');
  await closed(chat);
  await chat.get('model-button').click();
  await chat.get('model-filter').waitFor();
  await look('the models');
  await closed(chat);
  await command(chat, '/compare');
  await chat.get('several-list').locator('label').filter({ hasText: '· test-model' }).getByRole('checkbox').check();
  await look('the choice of several models');
  await chat.get('several-ask').click();
  await chat.get('several-notice').waitFor();
  await look('several models for the next message');
  await chat.send('Hello');
  await chat.get('answer').nth(1).getByText('OK.').waitFor();
  await until('both answers are here', async () => (await chat.get('answers-stop').count()) === 0);
  await look('answers side by side');
  await closed(chat);
  await chat.get('own-button').click();
  await chat.get('own-save').waitFor();
  await look('what a conversation has of its own');
  await closed(chat);
}

/** A conversation with every kind of content, and the actions on a message. */
async function talking(chat, server, look) {
  await chat.open();
  const endpoint = server.endpoint(
    behave.reply(`${EVERYTHING}\n\n${TO_SHOW}`, { cachedTokens: 40 }),
    behave.asksFor('save_user_fact', { fact: 'Likes to walk' }),
    behave.reply('Noted.'),
    behave.unauthorized,
    behave.reply('مرحبا بالعالم'),
    behave.reply('Slowly. '.repeat(4_000), { delayMs: 250, pieceLength: 8 }),
  );
  await answerBy(chat, { ...endpoint, supportsImages: true });
  await chat.turn('Plan me a walk');
  await look('a conversation');
  const shows = chat.page.locator('[data-press="show"]');
  for (const at of [0, 1, 2]) await shows.nth(at).press('Enter');
  await chat.page.locator('.shown :is(.frame iframe, img, .trouble)').nth(2).waitFor();
  await look('a page that runs, a diagram, and a wrong picture');
  for (const at of [0, 1]) await shows.nth(at).press('Enter');
  await chat.turn('I like to walk');
  await look('what a tool noted');
  await chat.turn('And back?');
  await look('an error');
  await chat.turn('אני אוהב ללכת');
  await chat.act(0, 'message-pin');
  await chat.act(-1, 'menu-reply');
  await chat.get('image-input').setInputFiles([picture('lighthouse.png', 320, 200)]);
  await chat.get('attached-image').first().waitFor();
  await look('an image and a reply');
  await chat.send('What is this?');
  await chat.streaming('Slowly');
  await look('a reply while it comes');
  for (const text of ['And this?', 'Is it far? '.repeat(60)]) await chat.send(text);
  await chat.get('queued').nth(1).waitFor();
  await look('messages that wait');
  await chat.get('queued-edit').first().click();
  await chat.get('queued-editor').waitFor();
  await look('a waiting message that is edited');
  await chat.get('queued-cancel').click();
  await chat.get('stop').click();
  await chat.settled('the stopped reply');
  await chat.get('queue-go-on').waitFor();
  await look('a paused queue');
  await chat.get('queued-drop').first().click();
  await until('one waits', async () => (await chat.get('queued').count()) === 1);
  await chat.get('queued-drop').click();
  await chat.get('queue').waitFor({ state: 'detached' });
  await chat.get('message-image').first().click();
  await chat.get('image-dialog').locator('img').waitFor();
  await look('an image, large');
  await closed(chat);
  await chat.act(-2);
  await chat.get('message-details').waitFor();
  await look('the menu of a message');
  await chat.page.keyboard.press('Escape');
  await chat.act(-2, 'menu-edit');
  await look('a message that is edited');
  await chat.get('edit-cancel').click();
  await chat.get('composer').fill('/');
  await chat.get('command-suggestion').first().waitFor();
  await look('the commands');
  await chat.send('/frogett');
  await chat.get('notice').waitFor();
  await look('a notice');
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await look('what is forgotten');
  await chat.get('inspector-toggle').click();
  await chat.get('inspector').waitFor();
  await chat.get('inspector-switch').first().getByRole('button').first().click();
  await chat.get('inspector-layer').first().waitFor();
  await look('the inspector');
  await chat.get('inspector-toggle').click();
  await chat.get('outline-toggle').click();
  await chat.get('outline-row').first().waitFor();
  await look('the outline');
  await chat.get('outline-toggle').click();
  await chat.act(1, 'what-was-sent');
  await chat.get('inspection-page').waitFor();
  for (const key of ['text', 'json', 'compare', 'left-out']) {
    await chat.get(`inspection-tab-${key}`).click();
    await look(`what was sent: ${key}`);
  }
  await closed(chat);
  await command(chat, '/erase');
  await look('the question before erasing');
  await closed(chat);
}

/** Memories, summaries, documents, tasks, statistics, and the dialog of /forget <text>. */
async function remembering(chat, server, look) {
  const replies = Array.from({ length: 11 }, (_, n) => behave.reply(`Answer ${n + 1}: it depends on the piano and on the weather in Lviv.`, { cachedTokens: 30 * n }));
  await chat.open();
  await answerBy(chat, server.endpoint(...replies, behave.reply('They plan to move to Lviv; the piano is the open question.'), behave.reply('Noted.')));
  for (let n = 1; n <= 11; n += 1) await chat.turn(`Question ${n}: what will it cost Anna and Boris to move to Lviv in May, and who carries the piano?`);
  await command(chat, '/memories');
  await look('no memories');
  for (const fact of ['Has a cat called Mia', 'Has a cat named Mia', ARABIC, 'Plays the piano']) {
    await chat.get('memory-new').fill(fact);
    await chat.get('memory-new').press('Enter');
    await chat.get('memory-text').filter({ hasText: fact }).waitFor();
  }
  await chat.get('memory-pin').first().click();
  await look('memories');
  await chat.get('duplicates').locator('summary').first().click();
  await chat.get('memory-edit').first().click();
  await look('memories that are alike, and one that is edited');
  await chat.page.keyboard.press('Escape');
  await chat.get('user-data').click();
  await chat.get('user-add-field').click();
  await look('who the user is');
  await closed(chat);
  await chat.send('/compress');
  // The notice stays while it has the focus, however long the check takes.
  await chat.get('notice-summary').focus();
  await look('the notice of a summary');
  await chat.get('notice-summary').click();
  await chat.get('summary-sources').locator('summary').click();
  await chat.get('summary-source').first().waitFor();
  await look('a summary');
  await chat.get('summary-edit').click();
  await look('a summary that is edited');
  await chat.page.keyboard.press('Escape');
  await chat.get('to-documents-dialog').click();
  await chat.get('documents-none').waitFor();
  await look('no documents');
  const notes = { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\n\nA cat called Mia lives in Lviv.\n') };
  await chat.get('documents-file').setInputFiles([notes, { ...notes, name: 'report.pdf', buffer: Buffer.from('%PDF-1.7') }]);
  await chat.get('document-item').waitFor();
  await chat.get('document-outcome').waitFor();
  await look('documents, and a file that was not added');
  await chat.get('document-open').click();
  await chat.get('document-passage').waitFor();
  await look('the text of a document');
  await chat.page.keyboard.press('Escape');
  await until('the page of the documents is on top', async () => (await chat.page.locator('dialog[open]').count()) === 1);
  await chat.get('to-tasks-dialog').click();
  for (const [title, due] of [['Book the train', '2030-05-01'], ['Buy shoes', '2020-01-31']]) {
    await chat.get('task-new').fill(title);
    await chat.get('task-due').fill(due);
    await chat.get('task-add').click();
    await chat.get('task-title').filter({ hasText: title }).waitFor();
  }
  await chat.get('task-tick').last().click();
  await look('tasks');
  await chat.get('to-stats-dialog').click();
  await chat.get('prices').locator('summary').click();
  await chat.get('price-add').click();
  await look('statistics');
  await closed(chat);
  await command(chat, '/forget piano');
  await look('what is about a text');
  await closed(chat);
}

/** A conversation of a project: where what is learned in it is used. */
async function scoping(chat, server, look) {
  await chat.open();
  await answerBy(chat, server.endpoint(behave.reply('Two days are enough.'), behave.asksFor('save_user_fact', { fact: ARABIC }), behave.reply('Noted.')));
  await chat.turn('Plan a weekend');
  const name = 'A weekend in Rome with everybody, and with a name that is too long';
  await addProject(chat, { name, color: 'teal', instructions: 'Answer in one sentence.' }, ['Plan a weekend']);
  await chat.reload();
  await chat.turn('I speak Arabic');
  await chat.get('chip-scope').waitFor();
  await look('a fact of a project');
  await chat.get('conversation-item').first().hover();
  await chat.get('conversation-more').first().click();
  await chat.get('conversation-select').click();
  await chat.get('select-box').first().waitFor();
  await look('conversations that are selected');
  await chat.get('select-delete').click();
  await chat.get('select-sure').waitFor();
  await look('the question before they are deleted');
  await chat.get('select-keep').click();
  await chat.get('select-end').click();
  await chat.get('chip-keep').click();
  await command(chat, '/memories');
  await chat.get('memory-scope').waitFor();
  await look('memories with their scope');
  await chat.get('to-tasks-dialog').click();
  await chat.get('task-new').fill('Book the train');
  await chat.get('task-add').click();
  await chat.get('task-scope').waitFor();
  await look('tasks with their scope');
  await closed(chat);
  await chat.get('inspector-toggle').click();
  await chat.get('inspector-switch').first().getByRole('button').first().click();
  for (const kind of ['project', 'memories']) {
    const layer = chat.get('inspector-layer').and(chat.page.locator(`[data-kind="${kind}"]`));
    await layer.locator('summary').first().click();
    await layer.getByTestId('piece-scope').waitFor();
  }
  await look('the inspector in a project');
  await chat.get('inspector-toggle').click();
}

/** The search, the palette, the list of conversations. */
async function finding(chat, server, look) {
  await chat.open();
  await answerBy(chat, server.endpoint(behave.reply('Start at the **Forum** in Rome.'), behave.reply('Rain on the roof.'), behave.reply('Noted.')));
  await chat.turn('Plan me three days in Rome');
  await chat.startConversation();
  await look('an empty conversation');
  await chat.turn('A poem about rain in Rome');
  const row = chat.page.locator('.conversation', { hasText: 'Plan me three' });
  await row.hover();
  await row.getByTestId('conversation-more').click();
  await look('the menu of a conversation');
  await chat.get('conversation-menu').getByTestId('conversation-tags').click();
  await chat.get('conversation-tags-input').fill('Rome, travel');
  await chat.get('conversation-tags-input').press('Enter');
  await chat.get('conversation-tag').first().waitFor();
  await look('the list of conversations');
  await projects(chat, look);
  await chat.page.keyboard.press('Control+k');
  await chat.get('search-field').waitFor();
  await look('the search, empty');
  await chat.get('search-field').fill('rome');
  await until('hits', async () => (await chat.get('search-hit').count()) > 2);
  await look('what is found');
  await chat.get('search-field').fill('>');
  await until('commands', async () => (await chat.get('search-hit').count()) > 3);
  await look('the palette');
  await closed(chat);
}
