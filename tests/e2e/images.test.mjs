// Images in messages: picked, pasted and dropped, rejected with a message, stored, sent, shown.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { openWith } from './support/open-with.mjs';
import { noPicture, picture, sizeOf } from './support/png.mjs';
import { shootAll } from './support/screenshots.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

async function open(chat, server, { supportsImages = true } = {}) {
  const endpoint = server.endpoint(behave.reply('A lighthouse.'));
  await openWith(chat, { ...endpoint, supportsImages });
  return endpoint;
}

const pick = (chat, ...files) => chat.get('image-input').setInputFiles(files);

const attached = (chat, count) => until(`${count} images are attached`, async () => (await chat.get('attached-image').count()) === count);

/** The image in the last message of a request. */
const sent = endpoint => endpoint.chats.at(-1).json.messages.at(-1).content.find(part => part.type === 'image_url').image_url.url;

const bytesOf = url => Buffer.from(url.split(',')[1], 'base64');

/** Drops a file on the page, or pastes it into the field. */
const give = (chat, kind, file) =>
  chat.page.evaluate(([kind, name, base64]) => {
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], name, { type: 'image/png' }));
    const event = kind === 'drop'
      ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
      : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.getElementById(kind === 'drop' ? 'messages' : 'composer').dispatchEvent(event);
  }, [kind, file.name, file.buffer.toString('base64')]);

scenario('an image is sent with the text, shown, and enlarged', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  const lighthouse = picture('lighthouse_at_dusk.png', 64, 48);
  await pick(chat, lighthouse);
  await attached(chat, 1);
  await chat.turn('What is this?');
  assert.equal(await chat.get('attached-image').count(), 0);
  assert.deepEqual(bytesOf(sent(endpoint)), lighthouse.buffer, 'a small picture is sent as it is');
  const shown = chat.get('message').first().getByTestId('message-image');
  assert.equal(await shown.locator('img').getAttribute('alt'), 'lighthouse at dusk');
  // Before it is read from the store, a press does nothing.
  await until('it is shown', () => shown.locator('img').evaluate(image => image.naturalWidth === 64));
  await shown.click();
  await until('it is large', () => chat.get('image-dialog').locator('img').evaluate(image => image.complete && image.naturalWidth === 64));
  await chat.page.keyboard.press('Escape');
  await chat.get('image-dialog').waitFor({ state: 'hidden' });

  await chat.reload();
  await until('it is there after a reload', () => chat.get('message-image').locator('img').evaluate(image => image.naturalWidth === 64));
  await chat.turn('And its colour?');
  assert.match(endpoint.chats.at(-1).body, /image_url/, 'it is sent with the history');
});

scenario('an enlarged image that is higher than the window is shown as a whole', async ({ chat, server }) => {
  await chat.page.setViewportSize({ width: 1440, height: 950 });
  await open(chat, server);
  await pick(chat, picture('tower.png', 300, 1600));
  await attached(chat, 1);
  await chat.turn('What is this?');
  const shown = chat.get('message').first().getByTestId('message-image');
  await until('it is shown', () => shown.locator('img').evaluate(image => image.naturalWidth === 300));
  await shown.click();
  const dialog = chat.get('image-dialog');
  await until('it is large', () => dialog.locator('img').evaluate(image => image.complete && image.naturalWidth === 300));
  const [whole, ...parts] = await Promise.all([dialog, dialog.locator('img'), dialog.locator('figcaption')].map(one => one.boundingBox()));
  for (const part of parts) assert.ok(part.y + part.height <= whole.y + whole.height, JSON.stringify({ part, whole }));
  assert.ok(parts[0].height > 700, 'it takes the room that there is');
});

/** No image is ready before `makeImages` is called in the page. */
const holdImages = chat => chat.page.addInitScript(() => {
  const make = window.createImageBitmap;
  const mayMake = new Promise(resolve => { window.makeImages = resolve; });
  window.createImageBitmap = (...given) => mayMake.then(() => make(...given));
});

scenario('a message waits for the image that was just pasted', async ({ chat, server }) => {
  await holdImages(chat);
  const endpoint = await open(chat, server);
  await chat.get('composer').fill('What is this?');
  await give(chat, 'paste', picture('one.png', 20, 20));
  await chat.get('attaching-image').waitFor();
  await chat.get('composer').press('Enter');
  await until('it says what it waits for', async () => /“one\.png” is still being prepared/.test(await chat.textNow('notice')));
  assert.equal(await chat.composer(), 'What is this?');
  await chat.page.evaluate(() => window.makeImages());
  await attached(chat, 1);
  assert.equal(await chat.get('attaching-image').count(), 0);
  await chat.get('composer').press('Enter');
  await chat.settled('a reply');
  assert.ok(sent(endpoint));
  assert.equal(endpoint.chats.length, 1);
});

scenario('a file that is dropped on a dialog is not attached to the conversation below it', async ({ chat, server }) => {
  await open(chat, server);
  await chat.send('/help');
  await chat.page.locator('dialog[open] h2').waitFor();
  const isTaken = await chat.page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'notes.txt', { type: 'text/plain' }));
    const dropped = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector('dialog[open] h2').dispatchEvent(dropped);
    return dropped.defaultPrevented;
  });
  assert.ok(isTaken, 'the browser does not open it');
  await chat.page.keyboard.press('Escape');
  await give(chat, 'drop', picture('two.png', 20, 20));
  await attached(chat, 1);
  assert.equal(await chat.get('attached-document').count(), 0);
});

scenario('images are pasted, dropped, and removed again', async ({ chat, server }) => {
  await open(chat, server);
  await give(chat, 'paste', picture('one.png', 20, 20));
  await attached(chat, 1);
  await give(chat, 'drop', picture('two.png', 20, 20));
  await attached(chat, 2);
  await chat.get('attached-remove').first().click();
  await attached(chat, 1);
  await until('that is stored', async () => (await storedRows(chat, 'blobs')).length === 1);
  await chat.reload();
  await attached(chat, 1);
});

scenario('a large image is scaled down before it is sent', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await pick(chat, picture('wide.png', 3000, 300));
  await attached(chat, 1);
  // An image can be sent without text.
  await chat.get('send').click();
  await chat.settled('a reply');
  assert.deepEqual(sizeOf(bytesOf(sent(endpoint))), [2048, 204]);
});

scenario('a file that is not an image is rejected by name, and the others are accepted', async ({ chat, server }) => {
  await open(chat, server);
  await pick(chat, noPicture, picture('good.png', 20, 20));
  await attached(chat, 1);
  assert.match(await chat.words('notice'), /holiday\.png/);
});

scenario('a model without image support is named before anything is sent, and nothing is lost', async ({ chat, server }) => {
  const endpoint = await open(chat, server, { supportsImages: false });
  await chat.get('composer').fill('What is this?');
  await pick(chat, picture('one.png', 20, 20));
  await attached(chat, 1);
  assert.match(await chat.words('images-refused'), /test-model can't read images/);
  await chat.get('composer').press('Enter');
  assert.match(await chat.words('notice'), /can't read images/);
  assert.equal(await chat.composer(), 'What is this?');
  assert.equal(endpoint.chats.length, 0);
  await chat.get('attached-remove').click();
  await attached(chat, 0);
  await chat.get('composer').press('Enter');
  await chat.settled('a reply to the words alone');
});

scenario('a message with an image is edited with it, and each branch has its own copy', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  // A request for a title between two turns would be an additional request.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await pick(chat, picture('one.png', 20, 20));
  await attached(chat, 1);
  await chat.turn('What is this?');
  await chat.act(0, 'menu-edit');
  await chat.get('message-editor').fill('Where is this?');
  await chat.get('message-editor').press('Enter');
  await until('the edited turn', async () => (await chat.conversation()).includes('user: Where is this?') && endpoint.chats.length === 2);
  assert.ok(sent(endpoint));
  await chat.settled('a reply');
  await chat.act(0, 'menu-erase');
  await chat.get('erase-confirm').click();
  await until('the reply alone', async () => (await chat.messages()).length === 1);
  await chat.get('sibling-previous').click();
  await until('the old message with its image', () => chat.get('message-image').locator('img').evaluate(image => image.naturalWidth === 20));
});

scenario('a message is edited down to its image, and that is sent again', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await pick(chat, picture('one.png', 20, 20));
  await attached(chat, 1);
  await chat.turn('What is this?');
  for (const requests of [2, 3]) {
    await chat.act(0, 'menu-edit');
    await chat.get('message-editor').fill('');
    await chat.get('message-editor').press('Enter');
    await until('it was sent', () => endpoint.chats.length === requests);
    assert.ok(sent(endpoint));
    assert.doesNotMatch(endpoint.chats.at(-1).body, /What is this/);
    await until('it is answered', async () => (await chat.messages()).at(-1).finish === 'complete');
  }
});

scenario('a PDF is added as a document and not as an image, so a damaged one is refused with the reason', async ({ chat, server }) => {
  await open(chat, server);
  await pick(chat, { name: 'contract.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  assert.match(await chat.words('notice'), /“contract\.pdf” was not added\. .*damaged/);
  await attached(chat, 0);
});

scenario('an image made by the model is stored with its reply, shown in limited size, described in later requests, and erased', async ({ chat, server }) => {
  const drawn = picture('drawn.png', 1024, 768);
  const endpoint = server.endpoint(behave.drawing('', drawn.buffer), behave.drawing('Now in blue:', drawn.buffer), behave.reply('Noted.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('Draw a lighthouse');
  const shown = at => chat.get('message').nth(at).getByTestId('message-image').locator('img');
  const isShown = at => until(`the image of message ${at} is shown`, () => shown(at).evaluate(image => image.naturalWidth === 1024));
  await isShown(1);
  assert.equal(await chat.get('message-error').count(), 0, 'it is not an empty reply');
  assert.equal(await shown(1).getAttribute('alt'), 'Image created by the model');
  const box = await shown(1).boundingBox();
  assert.ok(box.width <= 480 && box.height <= 400, JSON.stringify(box));
  await chat.turn('Make it blue');
  await isShown(3);
  assert.equal((await chat.conversation())[3], 'assistant: Now in blue:');
  const contents = endpoint.chats.at(-1).json.messages.filter(message => message.role === 'assistant').map(message => message.content);
  assert.deepEqual(contents, ['[The assistant made an image here, which the user sees; it is not sent again (image/png)]']);
  await shootAll(chat.page, 'image-made');
  await chat.reload();
  await isShown(1);
  await isShown(3);
  await shown(3).click();
  await until('it is large', () => chat.get('image-dialog').locator('img').evaluate(image => image.complete && image.naturalWidth === 1024));
  await chat.page.keyboard.press('Escape');
  await chat.act(1, 'menu-erase');
  await chat.get('erase-confirm').click();
  await until('one image is left', async () => (await storedRows(chat, 'blobs')).length === 1);
});

scenario('images that are ready once another conversation is open go into the message field of their own', async ({ chat, server }) => {
  await holdImages(chat);
  await open(chat, server);
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('Hello');
  await chat.get('composer').fill('What are these?');
  for (const name of ['one.png', 'two.png']) await give(chat, 'paste', picture(name, 20, 20));
  await until('both are being prepared', async () => (await chat.get('attaching-image').count()) > 0);
  await chat.get('new-conversation').click();
  await until('the new conversation is open', async () => (await chat.messages()).length === 0);
  await chat.page.evaluate(() => window.makeImages());
  await until('the page says where they are', async () => /^What you attached is in the message field of “Hello”\./.test(await chat.textNow('notice')));
  await until('both are stored', async () => (await storedRows(chat, 'blobs')).length === 2);
  assert.equal(await chat.get('attached-image').count(), 0);
  await chat.get('conversation-item').filter({ hasText: 'Hello' }).click();
  await attached(chat, 2);
  assert.equal(await chat.composer(), 'What are these?');
});

/** Runs in a page: lets nothing be read or written in a database until `isHeld` is false, and counts in `begun` what is about to be. */
const holdDatabase = name => new Promise((resolve, reject) => {
  const opening = indexedDB.open(name);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const database = opening.result;
    const store = database.transaction([...database.objectStoreNames], 'readwrite').objectStore('blobs');
    Object.assign(window, { isHeld: true, begun: 0 });
    const look = () => {
      store.count().onsuccess = () => (window.isHeld ? look() : database.close());
    };
    look();
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...given) {
      window.begun += 1;
      return begin.apply(this, given);
    };
    resolve();
  };
});

scenario('an image that is being stored while the user types stays in the message', async ({ chat, server }) => {
  await open(chat, server);
  await chat.page.evaluate(holdDatabase, chat.database);
  const begun = () => chat.page.evaluate(() => window.begun);
  await give(chat, 'paste', picture('one.png', 20, 20));
  await until('the image is about to be stored', async () => (await begun()) > 0);
  const before = await begun();
  await chat.get('composer').fill('What is this?');
  await until('the text is about to be stored', async () => (await begun()) > before);
  await chat.page.evaluate(() => { window.isHeld = false; });
  await attached(chat, 1);
  await until('both are stored', async () => (await storedRows(chat, 'composer_drafts')).some(draft => draft.text === 'What is this?' && draft.images?.length === 1));
  await chat.reload();
  await attached(chat, 1);
  assert.equal(await chat.composer(), 'What is this?');
});

scenario('a photo that is named as a picture is sent as what it is, without what the camera wrote into it', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  const jpeg = Buffer.from(await chat.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 30);
    canvas.getContext('2d').fillRect(0, 0, 40, 30);
    const photo = await canvas.convertToBlob({ type: 'image/jpeg' });
    return [...new Uint8Array(await photo.arrayBuffer())];
  }));
  const camera = Buffer.from('Exif\0\0Taken in Trastevere', 'latin1');
  const buffer = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, camera.length + 2]), camera, jpeg.subarray(2)]);
  await pick(chat, { name: 'photo.png', mimeType: 'image/png', buffer });
  await attached(chat, 1);
  await chat.turn('Where is this?');
  assert.match(sent(endpoint), /^data:image\/jpeg;base64,/);
  const bytes = bytesOf(sent(endpoint));
  assert.deepEqual([...bytes.subarray(0, 2)], [0xff, 0xd8]);
  assert.ok(!bytes.includes('Trastevere'));
});
