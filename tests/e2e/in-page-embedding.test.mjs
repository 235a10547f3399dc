// The embedding model that runs inside the page, with its real weights, in two browsers.

import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { COMPUTES } from './support/browser.mjs';
import { distFolder } from './support/environment.mjs';
import { ChatPage } from './support/chat-page.mjs';
import { engineSuite } from './support/engines/suite.mjs';
import { launchFirefox } from './support/engines/firefox.mjs';
import { startStaticServer } from './support/static-server.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';
import { sha256Of } from './support/weights-server.mjs';

const WEIGHTS = 'vendor/models/multilingual-e5-small.Q4_0.gguf';
const DIMENSIONS = 384;
const LANGUAGES = ['en', 'uk', 'ru'];
/** The same things in each language: a pet, a train, a cake. */
const THINGS = {
  en: ['My dog is afraid of thunder and hides under the bed.', 'The night train to Lviv leaves at ten past eleven.', 'For the cake you need flour, butter and three eggs.'],
  uk: ['Мій собака боїться грози й ховається під ліжком.', 'Нічний потяг до Львова відходить о двадцять третій десять.', 'Для торта потрібні борошно, масло й три яйця.'],
  ru: ['Моя собака боится грома и прячется под кроватью.', 'Ночной поезд во Львов уходит в двадцать три десять.', 'Для торта нужны мука, масло и три яйца.'],
};

const scenario = suite({ serviceWorkers: 'allow', flags: COMPUTES });
const firefoxScenario = engineSuite(launchFirefox);

const weightsFile = () => path.join(distFolder(), WEIGHTS);
const weights = async () => ({ path: `/${WEIGHTS}`, bytes: (await stat(weightsFile())).size, sha256: await sha256Of(weightsFile()) });

/** Runs in the page: loads the model. Returns the last report of the download. */
async function load({ path, bytes, sha256 }) {
  const { fetchWeights } = await import('/vendor/in-page/weights.js');
  const engine = await import('/vendor/in-page/embedding.js');
  const address = file => new URL(file, location.origin).href;
  let last = null;
  const blob = await fetchWeights(address(path), bytes, sha256, (...report) => (last = report), new AbortController().signal);
  await engine.load(blob, address('/vendor/wllama/index.js'));
  return last;
}

/** Runs in the page: the vectors of texts that are asked for at once; of a text without one the kind of its error. */
async function vectors(texts) {
  const engine = await import('/vendor/in-page/embedding.js');
  return Promise.all(texts.map(text => engine.embed(text).then(vector => [...vector], ({ kind }) => kind)));
}

/** Runs in the page. */
const unload = async () => (await import('/vendor/in-page/embedding.js')).unload();

const cosine = (one, other) => one.reduce((sum, value, at) => sum + value * other[at], 0);
const isVector = vector => vector.length === DIMENSIONS && Math.abs(cosine(vector, vector) - 1) < 1e-3;

/** What holds in every browser. `run` runs a function in the page. */
async function answers(run) {
  assert.deepEqual(await run(vectors, ['query: early']), ['not_loaded']);
  const file = await weights();
  assert.deepEqual(await run(load, file), [file.bytes, file.bytes]);

  const found = {};
  for (const language of LANGUAGES) found[language] = await run(vectors, THINGS[language].map(text => `passage: ${text}`));
  for (const [language, thing] of LANGUAGES.flatMap(language => [0, 1, 2].map(thing => [language, thing]))) {
    assert.ok(isVector(found[language][thing]), `${language} ${thing}`);
    for (const other of LANGUAGES) {
      const likeness = found[other].map(vector => cosine(vector, found[language][thing]));
      assert.equal(likeness.indexOf(Math.max(...likeness)), thing, `${THINGS[language][thing]} in ${other}: ${likeness}`);
    }
  }

  // Far more than 512 tokens, special tokens, nothing at all, and what follows still has its vector.
  const long = `passage: ${`${THINGS.en[0]} 🏔️ `.repeat(300)}`;
  const special = 'passage: </s><mask><s><pad><unk>';
  const odd = await run(vectors, [long, special, ' ', `passage: ${THINGS.uk[1]}`]);
  assert.ok(isVector(odd[0]) && isVector(odd[1]));
  assert.ok(cosine(odd[0], found.en[0]) > cosine(odd[0], found.en[1]));
  assert.equal(odd[2], 'failed');
  assert.ok(cosine(odd[3], found.uk[1]) > 0.9999);

  await run(unload);
  assert.deepEqual(await run(vectors, ['query: late']), ['not_loaded']);
}

scenario('texts become vectors: near if they mean the same, in three languages', async ({ chat, served }) => {
  await chat.open();
  assert.deepEqual(served.filter(({ path }) => path.endsWith('.gguf')), [], 'no weights in the first load');
  await answers((work, value) => chat.page.evaluate(work, value));
  assert.equal(served.filter(({ path }) => path.endsWith('.gguf')).length, 1);
});

firefoxScenario('texts become vectors in Firefox', async ({ page }) => {
  await page.open();
  await answers((work, value) => page.window.run(work, value));
});

scenario('once it was loaded, it works without a network', async ({ t, context }) => {
  const pages = await startStaticServer(distFolder());
  t.after(() => pages.close());
  const chat = new ChatPage(await context.newPage(), pages.url, 'embedding');
  await chat.open();
  // Who only looks gets nothing that works without a network.
  await chat.get('provider-button').click();
  await chat.page.locator('dialog[open]').waitFor();
  await until('the page is installed', () => chat.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return Boolean(navigator.serviceWorker.controller && registration?.active?.state === 'activated');
  }), 60_000);
  const file = await weights();
  await chat.page.evaluate(load, file);
  const [before] = await chat.page.evaluate(vectors, ['query: Where is the dog?']);
  await pages.close();

  await chat.reload();
  assert.equal(await chat.page.evaluate(load, file), null, 'nothing is downloaded');
  const [after] = await chat.page.evaluate(vectors, ['query: Where is the dog?']);
  assert.ok(cosine(before, after) > 0.9999);
});

/** Runs in a page before its scripts: time limits are short while `document.hangs`, and the workers are at hand. */
function prepare() {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (work, limit, ...rest) => wait(work, limit === 60_000 && document.hangs ? 1_000 : limit, ...rest);
  const workers = (document.workers = []);
  globalThis.Worker = class extends Worker {
    constructor(...options) {
      super(...options);
      workers.push(this);
    }
  };
}

scenario('an engine that hangs is ended after a while, and can be loaded again', async ({ chat, context }) => {
  await context.addInitScript(prepare);
  await chat.open();
  const file = await weights();
  await chat.page.evaluate(load, file);
  await chat.page.evaluate(() => {
    document.hangs = true;
    document.workers.at(-1).terminate();
  });
  assert.deepEqual(await chat.page.evaluate(vectors, ['query: one', 'query: two']), ['failed', 'not_loaded']);
  await chat.page.evaluate(() => { document.hangs = false; });
  await chat.page.evaluate(load, file);
  assert.ok(isVector((await chat.page.evaluate(vectors, ['query: three']))[0]));
});
