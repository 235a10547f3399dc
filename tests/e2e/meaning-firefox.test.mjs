// Recall by meaning in Firefox, with the model in the page: turned on in the settings, and without a network afterwards.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { launchFirefox } from './support/engines/firefox.mjs';
import { engineSuite } from './support/engines/suite.mjs';
import { until } from './support/until.mjs';

const scenario = engineSuite(launchFirefox);

const FACT = 'My dentist is Doctor Molnarova, in the yellow house by the harbour.';
const OTHERS = ['Borscht needs beetroot.', 'Our rent goes up again.', 'That song has three chords.'];
/** The model computes on one processor beside others. */
const PATIENCE_MS = 180_000;

async function openChoice(page) {
  await page.press('settings-button');
  await page.fill('settings-search', 'embeddings');
  await page.words('meaning');
}

/** Waits until the settings, which are open, say that every message is ready. */
const ready = page => until('every message is ready', async () => {
  const [, done, total] = /Prepared: (\d+) of (\d+)/.exec(await page.words('meaning-panel')) ?? [];
  return done !== undefined && done !== '0' && done === total;
}, PATIENCE_MS);

const closeSettings = async page => {
  await page.press('settings-cancel');
  await page.gone('settings-search');
};

/** Types a question, and waits until the preview of the request holds a text. */
async function finds(page, question, words) {
  if (!(await page.isThere('inspector-request'))) await page.press('inspector-toggle');
  await page.fill('composer', question);
  const preview = () => page.window.run(() => document.querySelector('[data-testid="inspector-request"]')?.textContent ?? '');
  await until(`the preview has ${words}`, async () => (await preview()).includes(words), PATIENCE_MS);
}

scenario('the model in the page finds what was said in another language, and needs no network after a reload', async ({ page, server, host }) => {
  const endpoint = server.endpoint(behave.reply('Noted.'));
  await page.open();
  await page.useEndpoint(endpoint);
  for (const text of [OTHERS[0], FACT, ...OTHERS.slice(1)]) await page.turn(text);
  // What is fetched from now on is kept.
  await page.until('the page works without a network', () => navigator.serviceWorker.controller?.state === 'activated');
  const downloads = () => host.served.filter(({ path }) => path.includes('e5-small')).length;
  await openChoice(page);
  await page.press('meaning-in-page');
  assert.equal(downloads(), 0, 'to choose is not to download');
  await page.press('meaning-turn-on');
  await ready(page);
  await closeSettings(page);
  assert.equal(downloads(), 1);
  await page.send('/new');
  await page.until('an empty conversation', () => document.querySelectorAll('[data-testid="message"]').length === 0);
  await finds(page, 'Хто лікує мені зуби?', 'Molnarova');

  await host.close();
  await page.reload();
  await finds(page, 'У кого я лікую зуби?', 'Molnarova');
});
