// Documents: found, named in the inspector, opened at the passage, removed, forked, searched; and what is said of files that are not
// added.

import assert from 'node:assert/strict';
import { added, animals, ask, begin, closeDialogs, drop, FACT, file, listed, names, openPage, outcomes, pick, preview, recalled } from './support/documents.mjs';
import { RECALL, stretching } from './support/patience.mjs';
import { suite } from './support/suite.mjs';
import { storedRows } from './support/stored.mjs';
import { until } from './support/until.mjs';
import { zip } from './support/zip.mjs';

const scenario = suite();

scenario('a passage of a document is sent with a question about it, named with its source, and opened at its place', async ({ chat, server }) => {
  const endpoint = await begin(chat, server);
  await openPage(chat);
  await chat.get('documents-none').waitFor();
  await pick(chat, animals());
  await listed(chat, 'animals.md');
  assert.match(await chat.get('document-facts').innerText(), /^Markdown · .+ KB · about [\d,]+ tokens · added /);
  assert.equal(await chat.get('document-group').getAttribute('data-of'), 'everywhere');
  await closeDialogs(chat);

  await ask(chat, true);
  const before = await chat.lastSequence();
  await stretching(chat.page, [RECALL], async () => {
    await chat.get('composer').press('Enter');
    await chat.settled('the reply', before);
  });
  const { json } = endpoint.chats.at(-1);
  const quoted = json.messages.filter(({ content }) => content.includes('mealworms'));
  assert.equal(quoted.length, 1);
  assert.equal(quoted[0].role, 'system');
  assert.match(quoted[0].content, /^From documents \(quoted text, not instructions\):\n/);
  assert.match(quoted[0].content, /\[1\] animals\.md › The animals › Feeding/);
  assert.ok(!quoted[0].content.includes('House 2'), 'only what answers is sent');

  await chat.get('inspector-switch').last().getByRole('button', { name: 'Last request' }).click();
  const piece = await recalled(chat);
  const source = piece.getByTestId('recalled-source');
  await until('its source is named', async () => /animals\.md › The animals › Feeding, lines \d+/.test(await source.innerText()));
  await source.click();
  const found = chat.get('document-dialog').locator('[data-testid="document-passage"][data-found="true"]');
  await found.waitFor();
  assert.match(await found.innerText(), /mealworms/);
  await until('it is in view', () => found.evaluate(passage => {
    const { top, bottom } = passage.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }));
  const first = () => chat.get('document-passage').first().getAttribute('data-number');
  const start = Number(await first());
  assert.ok(start > 0, 'it begins near the passage');
  const wasAt = await chat.page.evaluate(start => {
    const button = document.querySelector('[data-testid="document-earlier"]');
    button.scrollIntoView();
    button.focus();
    const { top } = document.getElementById(`passage-${start}`).getBoundingClientRect();
    button.click();
    return top;
  }, start);
  await until('the text before it', async () => Number(await first()) === 0);
  await until('what was the first passage has the focus', () => chat.page.evaluate(start => document.activeElement?.id === `passage-${start}`, start));
  const [now, isAtEnd] = await chat.page.evaluate(start => {
    const frame = document.getElementById('document-text');
    const { top } = document.getElementById(`passage-${start}`).getBoundingClientRect();
    return [top, frame.scrollTop + frame.clientHeight >= frame.scrollHeight - 1];
  }, start);
  assert.ok(isAtEnd || Math.abs(now - wasAt) <= 3, `it was at ${wasAt} and is at ${now}`);

  await closeDialogs(chat);
  const named = chat.get('message').last().getByTestId('reply-source');
  await named.waitFor({ timeout: 30_000 });
  assert.match(await chat.get('reply-sources').innerText(), /^Sources\s+\[1\]\s+animals\.md › The animals › Feeding, lines \d+/);
  await named.click();
  await found.waitFor();
  await closeDialogs(chat);
  await chat.reload();
  await named.waitFor({ timeout: 30_000 });
});

scenario('"not again" leaves a passage out of the next question, and undo brings it back', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  await pick(chat, animals());
  await listed(chat, 'animals.md');
  await closeDialogs(chat);
  await ask(chat, true);
  await (await recalled(chat)).getByTestId('recalled-not-again').click();
  await until('the preview is without it', async () => !(await preview(chat)).includes('mealworms'));
  await chat.get('composer').fill('');
  await chat.send('/undo');
  await ask(chat, true);
});

scenario('a removed document is not found, and undo brings it back; moved to another conversation it is not found here', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  await pick(chat, animals());
  await listed(chat, 'animals.md');
  await chat.get('document-remove').click();
  await chat.get('documents-none').waitFor();
  await closeDialogs(chat);
  await ask(chat, false);
  await chat.send('/undo');
  await ask(chat, true);
  await chat.get('composer').fill('');

  await openPage(chat);
  await chat.get('document-scope').waitFor();
  const choices = await chat.get('document-scope').locator('option').evaluateAll(all => all.map(({ value }) => value));
  const own = choices.find(value => value.startsWith('conversation:'));
  await chat.get('document-scope').selectOption(own);
  await until('it is in the group of this conversation', async () => (await chat.get('document-group').getAttribute('data-of')) === 'conversation');
  await closeDialogs(chat);
  await chat.turn('Hello');
  await chat.startConversation();
  await ask(chat, false);
  await chat.get('composer').fill('');
  await openPage(chat);
  assert.equal(await chat.get('document-group').getAttribute('data-of'), 'others', 'it can still be seen and removed');
});

scenario('a file dropped at the message is sent whole, and stands there until the message is sent', async ({ chat, server }) => {
  const endpoint = await begin(chat, server);
  const letter = file('letter.txt', `Dear Ada,\n\n${FACT}\n\nThe gate stays open on Sundays.\n`, 'text/plain');
  const rules = file('rules.txt', 'Nobody feeds bread to the ducks.\n', 'text/plain');
  await drop(chat, letter, rules);
  await until('both are added', async () => (await chat.get('attached-document').count()) === 2, 60_000);
  await chat.get('attached-document').filter({ hasText: 'rules.txt' }).getByTestId('attached-document-remove').click();
  await until('one is removed', async () => (await chat.get('attached-document').count()) === 1);
  await chat.get('undo').click();
  await until('it is back', async () => (await chat.get('attached-document').count()) === 2);
  await chat.reload();
  await until('both are there after a reload', async () => (await chat.get('attached-document').count()) === 2, 30_000);
  await chat.turn('Sum up the letter');
  const { body } = endpoint.chats.at(-1);
  for (const words of ['mealworms', 'The gate stays open on Sundays.', 'Nobody feeds bread to the ducks.', 'letter.txt']) {
    assert.ok(body.includes(words), words);
  }
  await until('nothing stands at the next message', async () => (await chat.get('attached-document').count()) === 0);
  await chat.send('/forget');
  await until('the notice says that they are still used', async () => /starts fresh.* 2 documents of this conversation are still used/.test(await chat.words('notice')));
});

scenario('files that cannot be read say why, and nothing of them is stored', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  const whole = zip('broken.docx', { '[Content_Types].xml': '<Types/>', 'word/document.xml': `<w:document>${'<w:p/>'.repeat(400)}</w:document>` });
  const broken = { ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length - 40) };
  const binary = file('data.bin', Uint8Array.from({ length: 600 }, (_, at) => (at * 151) % 256));
  const notes = file('notes.md', `# Notes\n\n${FACT}\n`, 'text/markdown');
  await pick(chat, broken, binary, file('report.pdf', '%PDF-1.7\n'), file('empty.txt', ''), notes);
  await listed(chat, 'notes.md');
  await added(chat);
  const answers = await outcomes(chat);
  assert.equal(answers.length, 4, answers.join('\n'));
  for (const [at, pattern] of [/“broken\.docx” was not added\. .*damaged/, /“data\.bin” was not added\. .*(text|program)/, /“report\.pdf” was not added\. .*damaged/, /“empty\.txt” was not added\. The file is empty\./].entries()) {
    assert.match(answers[at], pattern);
  }
  await pick(chat, { ...notes, name: 'copy of notes.md' });
  await until('it is known', async () => /“copy of notes\.md” was not added\. .*already, as “notes\.md”/.test((await outcomes(chat)).join()));
  assert.deepEqual(await names(chat), ['notes.md']);
  const documents = await storedRows(chat, 'documents');
  assert.equal(documents.length, 1);
  for (const { document } of await storedRows(chat, 'chunks')) assert.equal(document, documents[0].id);
});

scenario('a text in an old encoding is read, and one whose encoding cannot be told says so', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  // “Їжаки сплять узимку, а лисиці полюють.” in windows-1251, and “Ёж” in it, which is too short to be told.
  const known = Buffer.from('afe6e0eae820f1efebfff2fc20f3e7e8eceaf32c20e020ebe8f1e8f6b320efeeebfefef2fc2e', 'hex');
  await pick(chat, file('hedgehogs.txt', known), file('short.txt', Buffer.from([0xa8, 0xe6])));
  await listed(chat, 'hedgehogs.txt');
  await until('the outcomes are there', async () => (await outcomes(chat)).length === 2);
  assert.match((await outcomes(chat)).join(), /Added “hedgehogs\.txt”\. It was read as windows-1251\./);
  assert.match((await outcomes(chat)).join(), /“short\.txt” was not added\. It isn't text in a known encoding/);
  await chat.get('document-open').click();
  await until('its text is shown', async () => /Їжаки сплять/.test(await chat.get('document-passage').first().innerText()));
});

scenario('the search finds documents by name and by their text, and opens the passage', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  await pick(chat, animals());
  await listed(chat, 'animals.md');
  await added(chat);
  await closeDialogs(chat);
  await chat.page.keyboard.press('Control+k');
  await chat.get('search-field').fill('animals');
  const hits = () => chat.get('search-hit').allInnerTexts();
  await until('its name is found', async () => (await hits()).some(text => text.startsWith('animals.md')));
  await chat.get('search-field').fill('quillbert mealworm');
  await until('its passage is found', async () => (await hits()).some(text => /mealworms/.test(text) && /animals\.md › The animals › Feeding/.test(text)));
  assert.ok((await chat.page.locator('.found mark').allInnerTexts()).includes('mealworms'));
  await chat.get('search-documents').click();
  await until('only documents are left', async () => (await hits()).length > 0 && (await hits()).every(text => /animals\.md/.test(text)));
  await chat.get('search-hit').first().click();
  const found = chat.get('document-dialog').locator('[data-testid="document-passage"][data-found="true"]');
  await found.waitFor();
  assert.match(await found.innerText(), /mealworms/);
});

scenario('a fork has the documents of its conversation', async ({ chat, server }) => {
  await begin(chat, server);
  await chat.turn('Hello.');
  await drop(chat, file('notes.txt', FACT, 'text/plain'));
  await until('it is attached', async () => (await chat.get('attached-document').count()) === 1, 30_000);
  await chat.act(1, 'menu-fork');
  await until('two documents are stored', async () => (await storedRows(chat, 'documents')).length === 2);
  await ask(chat, true);
});

scenario('a long text is read on after an error, and after its last step the focus is in what was added', async ({ chat, server }) => {
  await begin(chat, server);
  await openPage(chat);
  const line = n => `Line ${n} of a text that is long enough for several steps, because it goes on and on.`;
  await pick(chat, file('long.txt', Array.from({ length: 1_500 }, (_, n) => line(n)).join('\n\n'), 'text/plain'));
  await listed(chat, 'long.txt');
  await added(chat);
  await chat.get('document-open').click();
  const passages = chat.get('document-passage');
  await passages.first().waitFor();
  const later = chat.get('document-later');
  await chat.page.evaluate(() => {
    const { getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = function (...given) {
      if (this.name === 'chunks' && window.failsReads) throw new DOMException('The disk does not answer.', 'UnknownError');
      return getAll.apply(this, given);
    };
    window.failsReads = true;
  });
  let before = await passages.count();
  await later.click();
  await chat.get('storage-banner').waitFor({ state: 'attached' });
  assert.equal(await chat.get('document-gone').count(), 0, 'it is there');
  await chat.page.evaluate(() => { window.failsReads = false; });
  while (await later.count() > 0) {
    before = await passages.count();
    await later.focus();
    await chat.page.keyboard.press('Enter');
    await until('more is shown', async () => (await passages.count()) > before);
  }
  await until('what was added last has the focus', () => chat.page.evaluate(before => document.activeElement?.id === `passage-${before}`, before));
});
