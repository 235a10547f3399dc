// Steps of tests with documents: files, the page of documents, and what the inspector says of a question.

import * as behave from './behaviours.mjs';
import { openWith } from './open-with.mjs';
import { until } from './until.mjs';

export const FACT = 'Quillbert the hedgehog eats mealworms at dusk.';
export const QUESTION = 'What does Quillbert eat at dusk?';

export const file = (name, content, mimeType = 'application/octet-stream') => ({ name, mimeType, buffer: Buffer.from(content) });

/** A Markdown file of several passages; the fact is in the section “Feeding”. */
export function animals() {
  const filler = n => Array.from({ length: 40 }, (_, line) => `The keeper of house ${n} wrote on day ${line} that the roof was dry and the straw was fresh.`).join(' ');
  const sections = Array.from({ length: 12 }, (_, n) => (n === 8 ? `## Feeding\n\n${FACT} ${filler(n)}` : `## House ${n}\n\n${filler(n)}`));
  return file('animals.md', `# The animals\n\n${sections.join('\n\n')}\n`, 'text/markdown');
}

export const begin = (chat, server) => openWith(chat, server.endpoint(behave.reply('Noted.')));

export async function openPage(chat) {
  await chat.send('/documents');
  await chat.get('documents-file').waitFor({ state: 'attached' });
}

export async function closeDialogs(chat) {
  for (let open = await chat.page.locator('dialog[open]').count(); open > 0; open -= 1) {
    await chat.page.keyboard.press('Escape');
    await until('a dialog is closed', async () => (await chat.page.locator('dialog[open]').count()) < open);
  }
}

export const names = chat => chat.get('document-name').allInnerTexts();
export const listed = (chat, ...wanted) => until(`${wanted} are listed`, async () => (await names(chat)).join() === wanted.join(), 60_000);
export const outcomes = chat => chat.get('document-outcome').allInnerTexts();

/** Waits until nothing is being added. */
export const added = chat => until('nothing is being added', async () => (await chat.get('documents-progress').count()) === 0 && (await chat.get('documents-file').isEnabled()), 60_000);

export async function pick(chat, ...files) {
  await chat.get('documents-file').setInputFiles(files);
}

export const preview = chat => chat.get('inspector-request').textContent();

/** Writes the question, and waits until the inspector shows what would be sent with it. */
export async function ask(chat, isFound) {
  if (!(await chat.get('inspector').isVisible())) await chat.get('inspector-toggle').click();
  await chat.get('composer').fill(QUESTION);
  await until('the preview has the question', async () => (await preview(chat)).includes(QUESTION));
  // A preview that recall was too late for has nothing of it, and is made again.
  const isLate = async () => (await chat.get('inspector').getByText('were still being loaded').count()) > 0;
  await until(isFound ? 'it is found' : 'it is not found', async () => (await preview(chat)).includes('mealworms') === isFound && !(await isLate()), 30_000);
}

/** The only piece of the layer of recall, unfolded. */
export async function recalled(chat) {
  const layer = chat.get('inspector-layer').and(chat.page.locator('[data-kind="recall"]'));
  const piece = layer.getByTestId('recalled-piece').first();
  if (!(await piece.isVisible())) await layer.locator('summary').first().click();
  await piece.waitFor();
  return piece;
}

/** Drops a file on the messages. */
export const drop = (chat, ...files) =>
  chat.page.evaluate(files => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of files) {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
    }
    document.getElementById('messages').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })));
