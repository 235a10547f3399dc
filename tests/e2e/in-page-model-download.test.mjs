// The download of the weights: its progress is shown, and it can be cancelled.

import assert from 'node:assert/strict';
import { shootAll } from './support/screenshots.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite({ stuck: path => path.endsWith('.gguf') });

scenario('the download shows its megabytes; Cancel stops it, keeps the text and offers Retry', async ({ chat }) => {
  await chat.open();
  await chat.useInPageModel();
  await chat.send('What is the capital of France?');
  await until('the megabytes are shown', async () => /^[1-9]\d?(\.\d)? of \d+(\.\d)? MB$/.test(await chat.textNow('model-progress')), 90_000);
  await shootAll(chat.page, '61-download');
  await chat.get('model-cancel').click();
  const failed = await chat.settled('the turn ends');
  assert.notEqual(failed.finish, 'complete');
  assert.equal((await chat.messages())[0].text, 'What is the capital of France?');
  assert.equal(await chat.get('retry').count(), 1);
  await shootAll(chat.page, '62-download-given-up');
});
