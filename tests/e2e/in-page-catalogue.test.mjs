// Models that run in the page, by address: an interrupted download resumes, a wrong checksum is rejected, a cancelled
// download is kept, and a deleted model is gone.

import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COMPUTES } from './support/browser.mjs';
import { modelPath } from './support/environment.mjs';
import { pickModel } from './support/pick-file.mjs';
import { shootAll } from './support/screenshots.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';
import { sha256Of, startWeightsServer } from './support/weights-server.mjs';

const MEGABYTE = 1_048_576;
const LOADED_MS = 180_000;
const scenario = suite({ flags: COMPUTES });

async function begin(chat, url, sha256 = '') {
  await chat.get('provider-button').click();
  await chat.get('provider-kind-in-page').click();
  await chat.get('weights-own').click();
  await chat.get('weights-url').fill(url);
  await chat.get('weights-sha256').fill(sha256);
  await chat.get('weights-go').click();
}

scenario('a download that is interrupted twice resumes, is verified, answers, and is deleted', async ({ chat, t }) => {
  const sha256 = await sha256Of(modelPath());
  const weights = await startWeightsServer(modelPath(), { cuts: [20 * MEGABYTE, 50 * MEGABYTE] });
  t.after(() => weights.close());
  await chat.open();
  await begin(chat, weights.url, sha256);
  await until('it answers', async () => (await chat.get('weights').last().innerText()).includes('In use'), LOADED_MS);
  assert.equal(weights.requests.length, 3);
  assert.equal(weights.requests[0], '');
  assert.ok(weights.requests.slice(1).every(range => /^bytes=[1-9]\d+-$/.test(range)), JSON.stringify(weights.requests));
  assert.match(await chat.words('weights-checksum'), new RegExp(sha256));
  await shootAll(chat.page, '63-catalogue');
  await chat.page.keyboard.press('Escape');
  const reply = await chat.turn('What is the capital of France?', LOADED_MS);
  assert.match(reply.text, /Paris/);

  await chat.get('provider-button').click();
  await chat.get('provider-kind-in-page').click();
  await chat.get('weights-delete').click();
  await until('it is gone', async () => (await chat.get('weights-checksum').count()) === 0);
  const left = await chat.page.evaluate(async () => (await (await caches.open('ricordo-weights')).keys()).length);
  assert.equal(left, 0);
});

scenario('a file with another checksum is rejected and deleted, and the previous model still answers', async ({ chat, t }) => {
  const weights = await startWeightsServer(modelPath());
  t.after(() => weights.close());
  await chat.open();
  await begin(chat, weights.url, '0'.repeat(64));
  assert.match(await until('it is refused', async () => (await chat.get('weights-error').count()) === 1 && chat.words('weights-error'), LOADED_MS), /checksum/);
  const left = await chat.page.evaluate(async () => (await (await caches.open('ricordo-weights')).keys()).length);
  assert.equal(left, 0);
  assert.equal(await chat.get('weights-shipped').count(), 0, 'the one that comes with the app answers');
});

scenario('a cancelled download is kept and resumes after a reload', async ({ chat, t }) => {
  const weights = await startWeightsServer(modelPath(), { stalls: 30 * MEGABYTE });
  t.after(() => weights.close());
  await chat.open();
  await begin(chat, weights.url);
  await until('some megabytes are here', async () => Number((await chat.words('model-progress')).split(' ')[0]) > 20, LOADED_MS);
  await chat.get('model-cancel').click();
  assert.match(await chat.words('weights-error'), /kept/);
  weights.recover();
  await chat.reload();
  await begin(chat, weights.url);
  await until('it answers', async () => (await chat.get('weights').last().innerText()).includes('In use'), LOADED_MS);
  assert.match(weights.requests.at(-1), /^bytes=[1-9]\d+-$/);
});

scenario('a download that ends after its dialog was closed puts the model in use', async ({ chat, t }) => {
  const weights = await startWeightsServer(modelPath(), { stalls: 30 * MEGABYTE });
  t.after(() => weights.close());
  await chat.open();
  await begin(chat, weights.url);
  await until('some megabytes are here', async () => Number((await chat.words('model-progress')).split(' ')[0]) > 20, LOADED_MS);
  await chat.page.keyboard.press('Escape');
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  weights.recover();
  await until('it is in use', async () => (await chat.textNow('notice')).includes('Now using'), LOADED_MS);
  const reply = await chat.turn('What is the capital of France?', LOADED_MS);
  assert.match(reply.text, /Paris/);
  assert.equal(await chat.page.locator('.crash').count(), 0);
});

scenario('a file that is no model and an invalid address get an error message', async ({ chat, origin }) => {
  await chat.open();
  await begin(chat, 'nothing');
  assert.match(await chat.words('weights-error'), /http/);
  await chat.get('weights-url').fill(`${origin}/nothing.gguf`);
  await chat.get('weights-go').click();
  await until('the error is shown', async () => /no weights at/.test(await chat.words('weights-error')));
});

scenario('a message that is sent while another model is downloading is answered, and the download goes on', async ({ chat, t }) => {
  const weights = await startWeightsServer(modelPath(), { stalls: 30 * MEGABYTE });
  t.after(() => weights.close());
  await chat.open();
  await begin(chat, weights.url);
  await until('some megabytes are here', async () => Number((await chat.words('model-progress')).split(' ')[0]) > 20, LOADED_MS);
  await chat.page.keyboard.press('Escape');
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  const reply = await chat.turn('What is the capital of France?', LOADED_MS);
  assert.match(reply.text, /Paris/);
  weights.recover();
  await until('it is in use', async () => (await chat.textNow('notice')).includes('Now using'), LOADED_MS);
  assert.equal(weights.requests.length, 2, 'it went on where it was');
  assert.equal((await storedRows(chat, 'settings'))[0].provider, (await storedRows(chat, 'providers'))[0].id);
});

scenario('a download that fails after its dialog was closed says why, and the model from before answers', async ({ chat, t }) => {
  const weights = await startWeightsServer(modelPath(), { stalls: 30 * MEGABYTE });
  t.after(() => weights.close());
  await chat.open();
  await begin(chat, weights.url, '0'.repeat(64));
  await until('some megabytes are here', async () => Number((await chat.words('model-progress')).split(' ')[0]) > 20, LOADED_MS);
  const name = await chat.words('provider-button');
  await chat.page.keyboard.press('Escape');
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  weights.recover();
  await until('it says why', async () => (await chat.textNow('notice')).includes('checksum'), LOADED_MS);
  assert.equal(await chat.words('provider-button'), name);
  assert.match((await chat.turn('What is the capital of France?', LOADED_MS)).text, /Paris/);
});

scenario('a file of the user answers until another model is whole, and again if that fails', async ({ chat, t }) => {
  const weights = await startWeightsServer(modelPath());
  t.after(() => weights.close());
  await chat.open();
  await chat.get('provider-button').click();
  await chat.get('provider-kind-in-page').click();
  const folder = await mkdtemp(path.join(tmpdir(), 'ricordo-weights-'));
  t.after(() => rm(folder, { recursive: true }));
  await symlink(path.resolve(modelPath()), path.join(folder, 'My own.gguf'));
  await pickModel(chat, path.join(folder, 'My own.gguf'));
  await until('the file is in use', async () => /My own/.test(await chat.words('provider-button')), LOADED_MS);
  await chat.get('weights-own').click();
  await chat.get('weights-url').fill(weights.url);
  await chat.get('weights-sha256').fill('0'.repeat(64));
  await chat.get('weights-go').click();
  await until('it is refused', async () => (await chat.get('weights-error').count()) === 1, LOADED_MS);
  assert.match(await chat.words('provider-button'), /My own/);
});
