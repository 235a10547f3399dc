// The app without weights: they could not be downloaded at set-up, so the page says how to pick a file.

import assert from 'node:assert/strict';
import { COMPUTES } from './support/browser.mjs';
import { modelPath } from './support/environment.mjs';
import { pickModel } from './support/pick-file.mjs';
import { suite } from './support/suite.mjs';

const scenario = suite({ missing: path => path.endsWith('.gguf'), flags: COMPUTES });

scenario('without weights the page asks for a file, keeps the text, and answers once a file is picked', async ({ chat }) => {
  await chat.open();
  await chat.useInPageModel();
  const failed = await chat.turn('What is the capital of France?');
  assert.equal(failed.finish, 'failed');
  assert.match(failed.error, /file/i);
  assert.match(failed.error, /GGUF/i);
  assert.equal((await chat.messages())[0].text, 'What is the capital of France?');

  await chat.get('provider-button').click();
  await chat.get('provider-kind-in-page').click();
  await pickModel(chat, modelPath());
  // Before the file's first bytes are read, Retry would request the missing weights.
  await chat.page.locator('.status .with-unit button').waitFor({ state: 'detached' });
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  const reply = await chat.retry(180_000);
  assert.match(reply.text, /Paris/);
});

for (const [name, viewport] of [['a laptop', { width: 1280, height: 800 }], ['a phone', { width: 390, height: 844 }]]) {
  scenario(`on the first visit the model choices and example questions are visible on ${name}`, async ({ chat }) => {
    await chat.page.setViewportSize(viewport);
    await chat.open();
    const hidden = await chat.page.evaluate(() => {
      const floor = document.querySelector('.composer-area').getBoundingClientRect().top;
      return [...document.querySelectorAll('.welcome .connect-option, .welcome .examples button')].filter(one => one.getBoundingClientRect().bottom > floor).map(one => one.innerText);
    });
    assert.deepEqual(hidden, []);
    assert.equal(await chat.words('model-button'), 'SmolLM2-135M');
  });
}
