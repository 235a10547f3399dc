// Scanned PDFs: they hold no text, and their pages become images of the message.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { closeDialogs, drop, openPage, outcomes, pick } from './support/documents.mjs';
import { openWith } from './support/open-with.mjs';
import { pdfOf, scanOf } from './support/pdf-file.mjs';
import { ifRecorded, recorded } from './support/recorded.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const pdf = (name, buffer) => ({ name, mimeType: 'application/pdf', buffer });

async function begin(chat, server, supportsImages = true) {
  const endpoint = server.endpoint(behave.reply('Two letters.'));
  await openWith(chat, { ...endpoint, supportsImages });
  // Ten pages take more than the context budget of a new page.
  await changeSettings(chat, { context_max_tokens: 32_000 });
  await chat.reload();
  return endpoint;
}

const attached = (chat, count) => until(`${count} images are attached`, async () => (await chat.get('attached-image').count()) === count, 60_000);
const says = (chat, pattern) => until(`it says ${pattern}`, async () => (await chat.get('notice').allInnerTexts()).some(text => pattern.test(text.trim())), 60_000);

/** The images in the last message of a request, as data URLs. */
const sent = endpoint => endpoint.chats.at(-1).json.messages.at(-1).content.filter(part => part.type === 'image_url').map(part => part.image_url.url);

/** Size of each image, and how much of its left and of its right half is black, in percent. */
const looks = (chat, urls) =>
  chat.page.evaluate(async urls => {
    const look = async url => {
      const [head, base64] = url.split(',');
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: /data:(.*);/.exec(head)[1] }));
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context.drawImage(image, 0, 0);
      /** How much of a column is black, in percent. */
      const black = x => {
        const reds = context.getImageData(Math.round(x), 0, 1, height).data.filter((_, at) => at % 4 === 0);
        return (100 * reds.filter(red => red < 64).length) / height;
      };
      return { head, size: [width, height], left: black(width / 4), right: black((width * 3) / 4) };
    };
    return Promise.all(urls.map(look));
  }, urls);

scenario('the pages of a scan are attached as images: as many as a message takes, and the next ones when these are sent', async ({ chat, server }) => {
  const endpoint = await begin(chat, server);
  await drop(chat, pdf('letters.pdf', scanOf(12)));
  await says(chat, /“letters\.pdf” was not added\. It contains no text\. If it is a scan, a model that reads images/);
  const offer = chat.get('scanned-document');
  assert.match(await offer.innerText(), /letters\.pdf/);
  assert.equal(await chat.words('scan-attach'), 'Attach pages 1–10 of 12 as images');
  await chat.get('scan-attach').click();
  await says(chat, /^Pages 1–10 of 12 of “letters\.pdf” are attached to your message as images\. You can attach the next pages/);
  await attached(chat, 10);
  assert.equal(await chat.get('images-refused').count(), 0);
  const names = () => chat.get('attached-image').locator('img').evaluateAll(images => images.map(image => image.alt));
  const wanted = Array.from({ length: 10 }, (_, at) => `letters.pdf, page ${at + 1}`);
  await until('each is named by its page', async () => (await names()).join() === wanted.join());

  assert.equal(await chat.words('scan-attach'), 'Attach pages 11–12 of 12 as images');
  await chat.get('scan-attach').click();
  await says(chat, /You can attach up to 10 images/);
  await attached(chat, 10);

  await chat.turn('What do they say?');
  const seen = await looks(chat, sent(endpoint));
  assert.equal(seen.length, 10);
  for (const [at, { head, size, left, right }] of seen.entries()) {
    assert.deepEqual([head, size, left], ['data:image/jpeg;base64', [1159, 1500], 0]);
    assert.ok(Math.abs(right - (100 * (at + 1)) / 12) <= 1, `page ${at + 1}: ${right} %`);
  }

  await chat.get('scan-attach').click();
  await says(chat, /^Pages 11–12 of 12 of “letters\.pdf” are attached to your message as images\.$/);
  await attached(chat, 2);
  await offer.waitFor({ state: 'detached' });
  assert.equal((await storedRows(chat, 'documents')).length, 0);
});

scenario('the page of documents offers the pages of a scan, too, and a model without image support is named as for any image', async ({ chat, server }) => {
  await begin(chat, server, false);
  await openPage(chat);
  await pick(chat, pdf('scan.pdf', scanOf(2)), pdf('other.pdf', scanOf(1)));
  await until('both are dealt with', async () => (await outcomes(chat)).length === 2, 60_000);
  assert.match((await outcomes(chat))[0], /“scan\.pdf” was not added\. It contains no text/);
  const offers = chat.get('scan-attach');
  assert.deepEqual(await offers.allInnerTexts(), ['Attach its pages as images', 'Attach its pages as images']);
  await offers.first().click();
  await says(chat, /^All pages of “scan\.pdf” are attached to your message as images\.$/);
  await attached(chat, 2);
  assert.equal(await offers.count(), 1, 'the other one is still offered');
  assert.equal((await outcomes(chat)).length, 2);
  await closeDialogs(chat);
  assert.match(await chat.words('images-refused'), /test-model can't read images/);
  assert.equal(await chat.get('scanned-document').count(), 0, 'only a file that was added to the message is offered beside it');
});

scenario('making images is stopped, what is attached stays, and the offer too', async ({ chat, context, server }) => {
  await begin(chat, server);
  let release;
  const released = new Promise(resolve => (release = resolve));
  let asked = 0;
  await context.route('**/vendor/pdf/wasm/jbig2.wasm', async route => {
    asked += 1;
    if (asked === 2) await released;
    await route.continue().catch(() => {});
  });
  await drop(chat, pdf('scan.pdf', scanOf(3)));
  // Taking out the text does not need the pictures.
  await chat.get('scan-attach').waitFor({ timeout: 60_000 });
  assert.equal(asked, 0);
  await chat.get('scan-attach').click();
  await attached(chat, 3);
  await chat.get('scanned-document').waitFor({ state: 'detached' });

  await drop(chat, pdf('next.pdf', scanOf(3)));
  await chat.get('scan-attach').waitFor({ timeout: 60_000 });
  await chat.get('scan-attach').click();
  await until('the second decoder is being loaded', () => asked === 2, 60_000);
  assert.match(await chat.get('attaching-document').innerText(), /Making an image of page 1 of 3 of “next\.pdf”…/);
  await chat.send('What does it say?');
  await says(chat, /“next\.pdf” is still being read/);
  await chat.get('attaching-stop').click();
  await says(chat, /^Stopped\.$/);
  await chat.get('attaching-document').waitFor({ state: 'detached' });
  assert.equal(await chat.get('attached-image').count(), 3);
  release();
  assert.equal(await chat.words('scan-attach'), 'Attach its pages as images');
  await chat.get('scan-dismiss').click();
  await chat.get('scanned-document').waitFor({ state: 'detached' });
  await until('the focus is in the composer', () => chat.get('composer').evaluate(field => field === document.activeElement));
});

scenario('a recorded scan becomes images', async ({ chat, server }) => {
  const endpoint = await begin(chat, server);
  await drop(chat, pdf('images-only.pdf', await readFile(recorded('images-only.pdf'))));
  await chat.get('scan-attach').click({ timeout: 60_000 });
  await attached(chat, 6);
  await chat.turn('What is this?');
  const seen = await looks(chat, sent(endpoint));
  assert.deepEqual(seen.map(({ size }) => size), Array(6).fill([1500, 1500]));
}, ifRecorded);

scenario('the pages without text of a PDF that has some are named and offered, at a message and on the page of documents', async ({ chat, server }) => {
  await begin(chat, server);
  await drop(chat, pdf('survey.pdf', pdfOf(['The roof is dry.', '', '', 'The cellar is wet.', ''])));
  await says(chat, /^Added “survey\.pdf”\. Pages 2–3, 5 contain no text\. If they are scans, a model that reads images can read them\.$/);
  assert.equal((await storedRows(chat, 'documents')).length, 1);
  assert.equal(await chat.words('scan-attach'), 'Attach pages 2–3, 5 of 5 as images');
  await chat.get('scan-attach').click();
  await says(chat, /^Pages 2–3, 5 of 5 of “survey\.pdf” are attached to your message as images\.$/);
  const names = await chat.get('attached-image').locator('img').evaluateAll(images => images.map(image => image.alt));
  assert.deepEqual(names, ['survey.pdf, page 2', 'survey.pdf, page 3', 'survey.pdf, page 5']);
  await chat.get('scanned-document').waitFor({ state: 'detached' });

  await openPage(chat);
  await pick(chat, pdf('cellar.pdf', pdfOf(['The cellar is wet, still.', ''])));
  await until('it is dealt with', async () => (await outcomes(chat)).length === 1, 60_000);
  assert.match((await outcomes(chat))[0], /Page 2 contains no text\. If it is a scan/);
  assert.equal(await chat.words('scan-attach'), 'Attach page 2 of 2 as an image');
});
