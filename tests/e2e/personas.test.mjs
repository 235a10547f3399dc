// Personas: a name, a picture, a prompt and a preset, chosen for one conversation, shown beside its replies, and undone.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { picture } from './support/png.mjs';
import { shootAll } from './support/screenshots.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

/** What stands above the last reply, and whether it has an image. */
const beside = chat => chat.page.evaluate(() => {
  const reply = [...document.querySelectorAll('.message.assistant')].at(-1);
  const [name, face] = ['::before', '::after'].map(which => getComputedStyle(reply, which));
  return { name: name.content, letter: face.content, hasImage: face.backgroundImage.includes('blob:'), top: reply.getBoundingClientRect().top };
});

const system = endpoint => endpoint.chats.at(-1).json.messages[0].content;

scenario('a persona is made with a picture and a preset, chosen, shown beside replies, exported with its conversation, and undone', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.reply('Salve.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('Who are you?');
  const before = await beside(chat);

  // Made in the dialog: an image becomes small, and a file that is none is refused.
  await chat.send('/persona');
  await chat.get('template-new').click();
  await chat.get('template-name').fill('Marcus "the wise" Aurelius');
  await chat.get('template-text').fill('You are Marcus Aurelius.');
  await chat.get('persona-file').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
  await until('the file is refused', async () => /can't read this file/.test(await chat.textNow('templates-dialog')));
  await chat.get('persona-file').setInputFiles(picture('bust.png', 900, 1200));
  await chat.get('templates-dialog').locator('img.face').waitFor();
  await chat.get('persona-preset').selectOption('forget');
  await chat.get('preset-loss').filter({ hasText: 'newest 100' }).waitFor();
  await chat.get('persona-preset').selectOption('journal');
  await chat.get('preset-loss').waitFor({ state: 'detached' });
  await shootAll(chat.page, 'persona-editor');
  await chat.get('template-save').click();
  await chat.get('template').waitFor();
  await chat.get('template-new').click();
  await chat.get('template-name').fill('Cook');
  await chat.get('template-text').fill('You are a cook.');
  await chat.get('template-save').click();
  await until('both are stored', async () => (await storedRows(chat, 'templates')).length === 2);
  const [marcus] = await storedRows(chat, 'templates');
  assert.match(marcus.picture, /^data:image\/(webp|png);base64,/);
  assert.ok(marcus.picture.length < 40_000, `${marcus.picture.length} bytes`);
  await shootAll(chat.page, 'personas');

  // Chosen for this conversation: prompt, preset, name and picture, and nothing moves.
  await chat.get('template').filter({ hasText: 'Marcus' }).getByTestId('persona-use').click();
  await chat.get('persona-button').waitFor();
  await until('the name is beside the reply', async () => (await beside(chat)).hasImage);
  const shown = await beside(chat);
  assert.equal(shown.name, '"Marcus \\"the wise\\" Aurelius"');
  assert.equal(shown.top, before.top);
  await shootAll(chat.page, 'persona-reply');
  await chat.turn('And now?');
  assert.match(system(endpoint), /^You are Marcus Aurelius\./);
  assert.ok(!JSON.stringify(endpoint.chats.at(-1).json).includes('base64'), 'the picture is not sent');
  const own = async () => (await storedRows(chat, 'conversations')).map(row => [row.template ?? null, row.own.preset ?? null]);
  assert.deepEqual(await own(), [[marcus.id, 'journal']]);

  // Another one by its name, which has a letter; a name that nobody has is said; and two steps are undone.
  await chat.send('/persona coo');
  await until('the cook answers', async () => (await beside(chat)).letter.startsWith('"C"'));
  assert.deepEqual((await own())[0][1], null);
  await chat.send('/persona nobody');
  await until('it is said', async () => /No persona is called “nobody”/.test(await chat.textNow('notice')));
  await chat.get('composer').fill('');
  await chat.send('/undo');
  await until('Marcus is back', async () => (await beside(chat)).hasImage);
  assert.deepEqual(await own(), [[marcus.id, 'journal']]);
  await chat.send('/undo');
  await chat.get('persona-button').waitFor({ state: 'detached' });
  assert.deepEqual(await own(), [[null, null]]);

  // A new conversation starts with one, and a reload shows it again.
  await chat.send('/new');
  await chat.get('persona-choice').first().waitFor();
  await chat.get('persona-choice').filter({ hasText: 'Marcus' }).click();
  await until('it is chosen', async () => (await chat.get('persona-choice').first().getAttribute('aria-pressed')) === 'true');
  await shootAll(chat.page, 'persona-welcome');
  await chat.turn('Good morning');
  assert.match(system(endpoint), /^You are Marcus Aurelius\./);
  await chat.reload();
  await until('it is shown again', async () => (await chat.get('persona-button').count()) === 1 && (await beside(chat)).hasImage);
  await chat.get('conversation-item').first().hover();
  await chat.get('conversation-more').first().click();
  const [download] = await Promise.all([chat.page.waitForEvent('download'), chat.get('conversation-menu').getByTestId('conversation-json').click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const file = Buffer.concat(chunks).toString();
  assert.ok(file.includes('the wise') && file.includes(marcus.picture.slice(0, 60)) && !file.includes('You are a cook.'));
});

scenario('a picture that is made small after its editor was closed is not the picture of another persona', async ({ chat }) => {
  await chat.page.addInitScript(() => {
    const make = window.createImageBitmap.bind(window);
    window.createImageBitmap = async (...given) => {
      await new Promise(go => { window.makePicture = go; });
      return make(...given);
    };
    // Its letters are the last that is made of it; what the page does with them, it does in the same task.
    const letters = window.btoa.bind(window);
    window.btoa = bytes => {
      window.isPictureMade = true;
      return letters(bytes);
    };
  });
  await chat.open();
  await chat.send('/persona');
  await chat.get('template-new').click();
  await chat.get('template-name').fill('Marcus');
  await chat.get('persona-file').setInputFiles(picture('bust.png', 90, 120));
  await until('the picture is being made', () => chat.page.evaluate(() => Boolean(window.makePicture)));
  await chat.get('template-cancel').click();
  await chat.get('template-new').click();
  await chat.get('template-name').fill('Cook');
  await chat.get('template-text').fill('You are a cook.');
  await chat.page.evaluate(() => window.makePicture());
  await until('the picture is made', () => chat.page.evaluate(() => Boolean(window.isPictureMade)));
  await chat.get('template-save').click();
  await until('it is stored', async () => (await storedRows(chat, 'templates')).length === 1);
  assert.equal((await storedRows(chat, 'templates'))[0].picture ?? null, null);
});
