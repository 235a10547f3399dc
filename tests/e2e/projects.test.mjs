// Projects in the list of conversations: creating them, moving conversations in and out, and what a project changes in a
// request.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { isHighEnough } from './support/layout.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const titles = chat => chat.get('conversation-item').allInnerTexts();
const row = (chat, title) => chat.page.locator('li.conversation', { hasText: title });
const heading = (chat, name) => chat.get('project').filter({ hasText: name });
const group = (chat, name) => chat.page.locator('section', { has: heading(chat, name) });
const inProject = (chat, name) => group(chat, name).getByTestId('conversation-item').allInnerTexts();
const isOpen = async (chat, name) => (await heading(chat, name).getAttribute('aria-expanded')) === 'true';
const undo = chat => chat.get('notice').getByTestId('undo').click();
const notice = chat => chat.get('notice').innerText();

/** Conversations that begin with these texts, the last one open. */
async function start(chat, server, texts) {
  const endpoint = server.endpoint(behave.reply('Noted.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  // A request for a title would be an additional request.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  for (const [index, text] of texts.entries()) {
    if (index > 0) await chat.startConversation();
    await chat.turn(text);
  }
  await until('all are listed', async () => (await titles(chat)).length === texts.length);
  return endpoint;
}

/** Fills in the open dialog of a project, and saves it. */
async function save(chat, { name, instructions, color }) {
  if (name !== undefined) await chat.get('project-name').fill(name);
  if (instructions !== undefined) await chat.get('project-instructions').fill(instructions);
  if (color !== undefined) await chat.page.locator(`[data-testid="project-color"][value="${color}"]`).check();
  await chat.get('project-save').click();
  await chat.get('project-dialog').waitFor({ state: 'hidden' });
}

/** Creates a project, by the button above the list or by the menu of another project. */
async function create(chat, given) {
  if (await chat.get('new-project').isVisible()) await chat.get('new-project').click();
  else await ofProject(chat, (await chat.get('project').first().locator('.name').innerText()).trim(), 'project-new');
  await save(chat, given);
  await heading(chat, given.name).waitFor();
}

async function ofProject(chat, name, item) {
  await heading(chat, name).hover();
  await group(chat, name).getByTestId('project-more').click();
  await chat.get('project-menu').getByTestId(item).click();
}

async function ofConversation(chat, title, item) {
  await row(chat, title).hover();
  await row(chat, title).getByTestId('conversation-more').click();
  await chat.get('conversation-menu').getByTestId(item).click();
}

/** Moves a conversation by its menu. `name`: that of a project, or "No project". */
async function move(chat, title, name) {
  await ofConversation(chat, title, 'conversation-move');
  await chat.get('move-choices').getByRole('radio', { name, exact: true }).check();
  await chat.get('move-submit').click();
}

scenario('nothing but the button above the list mentions projects before the first one', async ({ chat, server }) => {
  await start(chat, server, ['About cats']);
  assert.equal(await chat.get('project').count(), 0);
  await row(chat, 'About cats').hover();
  await row(chat, 'About cats').getByTestId('conversation-more').click();
  await chat.get('conversation-pin').waitFor();
  assert.equal(await chat.get('conversation-move').count(), 0);
  await chat.page.keyboard.press('Escape');
  await create(chat, { name: 'Rome', color: 'teal' });
  assert.equal(await chat.get('new-project').isVisible(), false, 'the menu of the project has it now');
  assert.match(await group(chat, 'Rome').innerText(), /No conversations yet/);
  await ofConversation(chat, 'About cats', 'conversation-move');
  await chat.get('move-submit').waitFor();
});

scenario('a conversation moves to a project by its menu, and each move can be undone', async ({ chat, server }) => {
  await start(chat, server, ['About cats', 'About dogs']);
  await create(chat, { name: 'Rome' });
  await move(chat, 'About cats', 'Rome');
  await until('it is in the project', async () => (await inProject(chat, 'Rome')).join() === 'About cats');
  assert.match(await notice(chat), /Moved to “Rome”\./);
  assert.match(await heading(chat, 'Rome').innerText(), /1/);
  await undo(chat);
  await until('it is out of the project', async () => (await inProject(chat, 'Rome')).length === 0);

  await move(chat, 'About cats', 'Rome');
  await until('it is in the project', async () => (await inProject(chat, 'Rome')).length === 1);
  await ofConversation(chat, 'About cats', 'conversation-move');
  assert.ok(await chat.get('move-choices').getByRole('radio', { name: 'Rome' }).isChecked(), 'the present project is chosen');
  await chat.page.keyboard.press('Escape');
  await chat.get('move-dialog').waitFor({ state: 'hidden' });
  await move(chat, 'About cats', 'No project');
  await until('it is out again', async () => (await inProject(chat, 'Rome')).length === 0);
  await undo(chat);
  await until('it is back in the project', async () => (await inProject(chat, 'Rome')).join() === 'About cats');
});

scenario('a project that is created where a conversation moves takes it in', async ({ chat, server }) => {
  await start(chat, server, ['About cats', 'About dogs']);
  await create(chat, { name: 'Rome' });
  await ofConversation(chat, 'About dogs', 'conversation-move');
  await chat.get('move-new').click();
  await save(chat, { name: 'Kyiv' });
  await until('it is in the new project', async () => (await inProject(chat, 'Kyiv')).join() === 'About dogs');
  // A project that is created later takes nothing in.
  await ofProject(chat, 'Kyiv', 'project-new');
  await save(chat, { name: 'Lviv' });
  await heading(chat, 'Lviv').waitFor();
  await chat.reload();
  await until('the list is there', async () => (await inProject(chat, 'Kyiv')).join() === 'About dogs');
  assert.deepEqual(await inProject(chat, 'Lviv'), []);
});

scenario('a name that is refused is explained at its field, and nothing typed is lost', async ({ chat, server }) => {
  await start(chat, server, ['About cats']);
  await chat.get('new-project').click();
  await chat.get('project-instructions').fill('Be brief.');
  await chat.get('project-name').press('Enter');
  await chat.get('project-dialog').getByTestId('field-error').waitFor();
  await until('the field has the focus', () => chat.page.evaluate(() => document.activeElement.id === 'project-name'));
  await chat.get('project-name').fill('x'.repeat(81));
  await chat.get('project-name').press('Enter');
  await until('the other reason', async () => /81/.test(await chat.get('project-dialog').getByTestId('field-error').innerText()));
  assert.equal(await chat.get('project-instructions').inputValue(), 'Be brief.');
  assert.equal(await chat.get('project-length').textContent(), '', 'the length is said only near the limit');
  await chat.get('project-instructions').fill('x'.repeat(20_001));
  assert.match(await chat.words('project-length'), /20,001 of 20,000/);
  await chat.get('project-name').fill('Rome');
  await chat.get('project-name').press('Enter');
  await until('it is at the instructions', () => chat.page.evaluate(() => document.activeElement.id === 'project-instructions'));
  await save(chat, { instructions: 'Be brief.' });
  await heading(chat, 'Rome').waitFor();
});

scenario('a folded project stays folded after a reload, and is folded and unfolded by keyboard', async ({ chat, server }) => {
  await start(chat, server, ['About cats', 'About dogs']);
  await create(chat, { name: 'Rome' });
  await move(chat, 'About cats', 'Rome');
  await until('it is in the project', async () => (await inProject(chat, 'Rome')).length === 1);
  const content = await heading(chat, 'Rome').getAttribute('aria-controls');
  assert.equal(await chat.page.locator(`[id="${content}"]`).getByTestId('conversation-item').count(), 1);
  await heading(chat, 'Rome').click();
  await until('it is folded', async () => !(await isOpen(chat, 'Rome')) && (await titles(chat)).join() === 'About dogs');
  await chat.reload();
  await heading(chat, 'Rome').waitFor();
  assert.equal(await isOpen(chat, 'Rome'), false);
  await until('it says how many it has', async () => /1/.test(await heading(chat, 'Rome').innerText()));
  await heading(chat, 'Rome').focus();
  await chat.page.keyboard.press('Enter');
  await until('it is unfolded', async () => (await inProject(chat, 'Rome')).join() === 'About cats');
  await chat.page.keyboard.press('Space');
  await until('it is folded', async () => !(await isOpen(chat, 'Rome')));
});

scenario('a filter shows what it finds in folded projects, too', async ({ chat, server }) => {
  await start(chat, server, ['About cats', 'About dogs']);
  await create(chat, { name: 'Rome' });
  await create(chat, { name: 'Kyiv' });
  await move(chat, 'About cats', 'Rome');
  await until('it is in the project', async () => (await inProject(chat, 'Rome')).length === 1);
  await ofConversation(chat, 'About cats', 'conversation-tags');
  await chat.get('conversation-tags-input').fill('pets');
  await chat.get('conversation-tags-input').press('Enter');
  await chat.get('conversation-tag').waitFor();
  await heading(chat, 'Rome').click();
  await until('it is folded', async () => (await titles(chat)).join() === 'About dogs');
  await chat.get('conversation-tag').click();
  await until('it is found', async () => (await inProject(chat, 'Rome')).join() === 'About cats');
  assert.deepEqual(await titles(chat), ['About cats']);
  assert.equal(await heading(chat, 'Kyiv').count(), 0, 'a project without a match is not shown');
  assert.ok(await heading(chat, 'Rome').isDisabled(), 'what is found cannot be hidden');
  await chat.get('conversation-tag').click();
  await until('it is folded again', async () => !(await isOpen(chat, 'Rome')) && (await titles(chat)).join() === 'About dogs');
});

scenario('/project moves the open conversation by a name, and says what it could not find', async ({ chat, server }) => {
  await start(chat, server, ['About cats']);
  for (const name of ['Rome 2026', 'Rome 2027', 'Kyiv']) await create(chat, { name });
  const says = async (command, words) => {
    await chat.send(command);
    await until(`the answer to ${command}`, async () => words.test(await notice(chat).catch(() => '')));
  };
  await says('/project kyi', /Moved to “Kyiv”\./);
  await until('it is there', async () => (await inProject(chat, 'Kyiv')).join() === 'About cats');
  await says('/project Kyiv', /already in “Kyiv”/);
  await says('/project rome', /Several projects match: Rome 2026, Rome 2027/);
  assert.equal(await chat.composer(), '/project rome', 'the name can be corrected');
  await says('/project Paris', /No project is called “Paris”/);
  assert.deepEqual(await inProject(chat, 'Kyiv'), ['About cats']);
  await says('/project none', /Moved out of the project\./);
  await until('it is out', async () => (await inProject(chat, 'Kyiv')).length === 0);
  await undo(chat);
  await until('it is back', async () => (await inProject(chat, 'Kyiv')).length === 1);
  await chat.send('/project');
  await chat.get('move-choices').waitFor();
  assert.equal(await chat.get('move-choice').count(), 4);
  await chat.get('move-choices').getByRole('radio', { name: 'Rome 2027' }).check();
  await chat.page.keyboard.press('Enter');
  await until('it is in the chosen one', async () => (await inProject(chat, 'Rome 2027')).length === 1);
});

scenario('a row is dragged to a project with the mouse, and to a date to take it out', async ({ chat, server }) => {
  await start(chat, server, ['About cats', 'About dogs']);
  await create(chat, { name: 'Rome' });
  // The menu is loaded together with dragging.
  await heading(chat, 'Rome').hover();
  await group(chat, 'Rome').getByTestId('project-more').click();
  await chat.get('project-menu').getByRole('menuitem').first().waitFor();
  await chat.page.keyboard.press('Escape');
  await row(chat, 'About cats').dragTo(heading(chat, 'Rome'));
  await until('it is in the project', async () => (await inProject(chat, 'Rome')).join() === 'About cats');
  assert.match(await notice(chat), /Moved to “Rome”\./);
  await row(chat, 'About cats').dragTo(chat.page.locator('.sidebar h2', { hasText: 'Today' }));
  await until('it is out of the project', async () => (await inProject(chat, 'Rome')).length === 0);
  assert.equal(await chat.page.locator('section.over').count(), 0);
  // Where it is already, nothing happens.
  await row(chat, 'About dogs').dragTo(chat.page.locator('.sidebar h2', { hasText: 'Today' }));
  assert.equal(await chat.composer(), '', 'nor is anything written where it is dropped');
  await row(chat, 'About dogs').dragTo(chat.get('composer'));
  assert.equal(await chat.composer(), '');
  assert.equal((await titles(chat)).length, 2);
});

scenario('deleting a project keeps its conversations, and Undo brings it back', async ({ chat, server }) => {
  await start(chat, server, ['About cats', 'About dogs']);
  await create(chat, { name: 'Rome', instructions: 'Be brief.' });
  for (const title of ['About cats', 'About dogs']) {
    await move(chat, title, 'Rome');
    await until('it is in the project', async () => (await inProject(chat, 'Rome')).includes(title));
  }
  await ofProject(chat, 'Rome', 'project-delete');
  await heading(chat, 'Rome').waitFor({ state: 'detached' });
  assert.equal((await titles(chat)).length, 2);
  assert.match(await notice(chat), /Project “Rome” deleted/);
  await undo(chat);
  await until('it has its conversations again', async () => (await heading(chat, 'Rome').count()) === 1 && (await inProject(chat, 'Rome')).length === 2);

  await ofProject(chat, 'Rome', 'project-edit');
  assert.equal(await chat.get('project-instructions').inputValue(), 'Be brief.');
  await chat.get('project-memories').waitFor();
  assert.match(await chat.words('project-memories'), /0 memories/);
  assert.match(await chat.words('project-tasks'), /0 tasks/);
  assert.match(await chat.words('project-documents'), /0 documents/);
  await chat.get('project-dialog-delete').click();
  await heading(chat, 'Rome').waitFor({ state: 'detached' });
  await chat.get('new-project').waitFor();
  assert.equal((await titles(chat)).length, 2);
});

scenario('what is done to a project while a temporary chat is open can be undone from the notice, and elsewhere once that chat is erased', async ({ chat, server }) => {
  await start(chat, server, ['About cats']);
  await create(chat, { name: 'Rome', instructions: 'Be brief.' });
  await move(chat, 'About cats', 'Rome');
  await until('it is in the project', async () => (await inProject(chat, 'Rome')).length === 1);
  await chat.get('new-temporary').click();
  await chat.get('temporary-mark').waitFor();
  const remove = async () => {
    await ofProject(chat, 'Rome', 'project-delete');
    await chat.get('notice').filter({ hasText: 'Project “Rome” deleted. Its conversations are in the list. You can undo this with /undo in “About cats”.' }).waitFor();
    await heading(chat, 'Rome').waitFor({ state: 'detached' });
  };
  const isBack = () => until('it has its conversation again', async () => (await heading(chat, 'Rome').count()) === 1 && (await inProject(chat, 'Rome')).length === 1);
  await remove();
  await undo(chat);
  await isBack();
  assert.equal(await chat.get('temporary-mark').count(), 1, 'and the temporary chat stays');

  await ofConversation(chat, 'About cats', 'conversation-pin');
  await chat.get('notice').filter({ hasText: 'Pinned' }).getByTestId('undo').waitFor();
  await remove();
  await row(chat, 'About cats').getByTestId('conversation-item').click();
  await until('it is open', async () => (await chat.conversation())[0] === 'user: About cats');
  await chat.send('/undo');
  await isBack();
});

scenario('the instructions of a project are in its requests and in no others, and editing them can be undone', async ({ chat, server }) => {
  const endpoint = await start(chat, server, ['About cats']);
  await create(chat, { name: 'Rome', instructions: 'Answer in rhymes.' });
  await ofProject(chat, 'Rome', 'project-new-chat');
  await until('an empty conversation', async () => (await chat.messages()).length === 0);
  await chat.turn('Where shall I eat?');
  const hasRhymes = () => JSON.stringify(endpoint.chats.at(-1).json).includes('Answer in rhymes.');
  assert.ok(hasRhymes());
  await until('it is in the project', async () => (await inProject(chat, 'Rome')).join().startsWith('Where shall I eat'));
  await ofProject(chat, 'Rome', 'project-edit');
  await save(chat, { instructions: 'Answer in prose.' });
  await chat.turn('And drink?');
  assert.ok(!hasRhymes());
  assert.match(JSON.stringify(endpoint.chats.at(-1).json), /Answer in prose\./);
  await chat.send('/undo');
  // The notice follows once the change is undone and the page has read the projects again.
  await until('it is undone', async () => (await chat.textNow('notice')).startsWith('Project restored.'));
  await ofProject(chat, 'Rome', 'project-edit');
  assert.equal(await chat.get('project-instructions').inputValue(), 'Answer in rhymes.');
  await chat.page.keyboard.press('Escape');
  await chat.get('project-dialog').waitFor({ state: 'hidden' });
  await chat.startConversation();
  await chat.turn('And sleep?');
  assert.ok(hasRhymes(), '/new stays in the project');
  await chat.get('new-conversation').click();
  await until('an empty conversation', async () => (await chat.messages()).length === 0);
  await chat.turn('Tell me about dogs');
  assert.doesNotMatch(JSON.stringify(endpoint.chats.at(-1).json), /rhymes|prose/);
});

scenario('the model and preset of a project apply in its conversations, whose settings say so', async ({ chat, server }) => {
  await start(chat, server, ['About cats']);
  await create(chat, { name: 'Rome' });
  await ofProject(chat, 'Rome', 'project-edit');
  const model = chat.get('project-model').locator('option', { hasText: 'SmolLM2' }).first();
  await chat.get('project-model').selectOption(await model.getAttribute('value'));
  await chat.get('project-preset').selectOption('journal');
  await save(chat, {});
  const button = () => chat.get('model-button').innerText();
  assert.match(await button(), /test-model/);
  await chat.send('/project rome');
  await until('the model of the project', async () => /SmolLM2/.test(await button()));
  await chat.get('own-button').click();
  await until('its settings', async () => /^From the project: .*SmolLM2/.test(await chat.words('own-model')));
  assert.match(await chat.get('own-preset').locator('option').first().textContent(), /From the project: journal/);
  await chat.page.keyboard.press('Escape');
  await chat.get('own-dialog').waitFor({ state: 'hidden' });
  // A model for all conversations does not answer here.
  await chat.get('model-button').click();
  assert.ok(await chat.get('model-only-here').isChecked());
  await chat.get('model-only-here').uncheck();
  await chat.get('model-item').filter({ hasText: 'test-model' }).first().click();
  await until('it says that', async () => /Project “Rome” keeps its own model/.test(await notice(chat).catch(() => '')));
  assert.match(await button(), /SmolLM2/);
  await chat.send('/project none');
  await until('the default model', async () => /test-model/.test(await button()));
});

scenario('another tab shows a project and what moves to it', async ({ chat, server, newChat }) => {
  await start(chat, server, ['About cats']);
  const other = await newChat();
  await other.open();
  await create(chat, { name: 'Rome' });
  await heading(other, 'Rome').waitFor();
  await move(chat, 'About cats', 'Rome');
  await until('it moved in the other tab', async () => (await inProject(other, 'Rome')).join() === 'About cats');
  await undo(chat);
  await until('it is out again in the other tab', async () => (await inProject(other, 'Rome')).length === 0);
});

scenario('on a phone everything about projects is large enough for fingers', async ({ chat, server }) => {
  await start(chat, server, ['About cats']);
  await create(chat, { name: 'A project with a name that does not fit on one line of the list' });
  await chat.page.setViewportSize({ width: 390, height: 844 });
  const name = heading(chat, 'A project');
  const large = async (what, locator) => {
    const boxes = await locator.evaluateAll(all => all.map(one => one.getBoundingClientRect().toJSON()));
    assert.ok(boxes.length > 0, what);
    for (const box of boxes) assert.ok(isHighEnough(box) && box.left >= 0 && box.right <= 390, `${what}: ${JSON.stringify(box)}`);
  };
  await chat.get('menu').tap();
  await until('the drawer is open', async () => (await name.boundingBox()).x >= 0);
  await large('the heading', name);
  await large('the button of the menu', chat.get('project-more'));
  const text = await name.locator('.name').evaluate(({ clientHeight, scrollWidth, clientWidth }) => ({ clientHeight, isCut: scrollWidth > clientWidth }));
  assert.ok(text.clientHeight < 40 && text.isCut, 'the name is on one line');
  assert.match(await name.getAttribute('title'), /of the list$/);
  await chat.get('project-more').tap();
  await chat.get('project-menu').getByRole('menuitem').first().waitFor();
  await large('the menu', chat.get('project-menu').getByRole('menuitem'));
  await chat.get('project-menu').getByTestId('project-edit').tap();
  const dialog = chat.get('project-dialog');
  await chat.get('project-memories').waitFor();
  await large('the colors', dialog.locator('.colors label'));
  await large('the buttons', dialog.locator('footer button, .links button, .check, .danger'));
  await chat.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await row(chat, 'About cats').getByTestId('conversation-more').tap();
  await chat.get('conversation-menu').getByTestId('conversation-move').tap();
  await chat.get('move-choices').waitFor();
  await large('the choices', chat.get('move-choices').locator('label'));
  await large('the buttons', chat.get('move-dialog').locator('footer button'));
}, { contextOptions: { hasTouch: true } });
