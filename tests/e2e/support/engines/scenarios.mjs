// A user's first session, the same for each browser that Playwright does not drive.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as behave from '../behaviours.mjs';
import { until } from '../until.mjs';
import { engineSuite } from './suite.mjs';

/** Registers the scenarios as tests of the browser that `launch` starts. */
export function registerScenarios(launch) {
  const scenario = engineSuite(launch);

  scenario('a reply streams, survives a reload, and appears in another window', async ({ page, server, newPage }) => {
    let release;
    const released = new Promise(resolve => (release = resolve));
    await page.open();
    await page.useEndpoint(server.endpoint(behave.held('**Привіт** 🙂, here is', ' `code`.', released), behave.reply('Again.')));
    await page.send('Say hello');
    await page.shows(['user: Say hello', 'assistant: Привіт 🙂, here is']);
    release();
    const conversation = ['user: Say hello', 'assistant: Привіт 🙂, here is code.'];
    await page.shows(conversation);
    await page.settled(2);

    await page.reload();
    await page.shows(conversation);

    const other = await newPage();
    await other.open();
    await other.shows(conversation);
    await other.turn('And again');
    await page.shows([...conversation, 'user: And again', 'assistant: Again.']);
  });

  scenario('forgotten messages are not sent, undo restores them, and the inspector shows both', async ({ page, server }) => {
    const endpoint = server.endpoint(behave.reply('Noted.'));
    await page.open();
    await page.useEndpoint(endpoint);
    await page.turn('My cat is called Mia.');
    await page.send('/forget');
    await page.words('forget-divider');
    await page.turn('What is my cat called?');
    const without = requestFor(endpoint, 'What is my cat called?');
    assert.doesNotMatch(without, /Mia/);
    assert.equal(await shownRequest(page), without);

    await page.send('/remember');
    await page.gone('forget-divider');
    await page.turn('And now?');
    const withAll = requestFor(endpoint, 'And now?');
    assert.match(withAll, /Mia/);
    assert.equal(await shownRequest(page), withAll);
  });

  scenario('a word is found, and everything is exported', async ({ page, server, downloads }) => {
    await page.open();
    await page.useEndpoint(server.endpoint(behave.reply('Noted: a red umbrella.')));
    await page.turn('Я залишив парасолю в трамваї.');
    await page.press('search-button');
    await page.fill('search-field', 'трамвай');
    await isFound(page, 'парасолю в трамваї');
    await page.fill('search-field', 'umbrellas');
    await isFound(page, 'a red umbrella');
    await page.leave('search-dialog');

    await openStorage(page);
    await page.press('storage-export');
    await until('the message is in the file', async () => /парасолю/.test(await saved(downloads, '.json')), 60_000);
  });

  scenario('the storage page says what this browser reports, and no more', async ({ page, server }) => {
    await page.open();
    await page.useEndpoint(server.endpoint(behave.reply('Noted.')));
    await page.turn('My cat is called Mia.');
    await openStorage(page);
    await page.words('storage-counts');
    const reported = await page.window.run(async () => {
      const { storage } = navigator;
      return { room: typeof storage?.estimate === 'function', persisted: (await storage?.persisted?.()) ?? null };
    });
    const unknown = await sentence('storage', 'unknown');
    assert.equal((await page.words('storage-used')) === unknown, !reported.room);
    assert.equal((await page.words('storage-kept')) === unknown, reported.persisted === null);
    assert.equal(await page.isThere('storage-persist'), reported.persisted === false, 'what can be asked for is offered');
  });
}

/** The bytes of the request for the reply to this message; requests for titles may occur at any time. */
const requestFor = (endpoint, message) => endpoint.chats.find(({ json }) => json.messages.at(-1).content.endsWith(message)).body;

/** The bytes that the page shows for the request of the last reply. */
async function shownRequest(page) {
  await page.press('message-more');
  await page.press('what-was-sent');
  await page.press('inspection-tab-json');
  if (!(await page.isChecked('inspection-as-sent'))) await page.press('inspection-as-sent');
  await page.words('inspection-json');
  while (await page.isThere('show-all')) await page.press('show-all');
  const shown = await page.window.run(() => document.querySelector('[data-testid="inspection-json"]').textContent);
  await page.leave('inspection-page');
  return shown;
}

async function openStorage(page) {
  await page.press('settings-button');
  await page.press('storage-button');
}

/** Waits until a hit contains this text; the results are rendered again while typing. */
function isFound(page, words) {
  const hasWords = words => [...document.querySelectorAll('[data-testid="search-hit"]')].some(hit => hit.innerText.includes(words));
  return page.until(`"${words}" is found`, hasWords, words);
}

/** The content saved so far of the page's file in a folder. Firefox writes it under a name of its own, and renames it. */
async function saved(folder, ending) {
  const file = (await readdir(folder)).find(name => name.startsWith('ricordo-') && name.endsWith(ending));
  return file ? readFile(path.join(folder, file), 'utf8') : '';
}

/** An English text of the page, from the translators' file. */
async function sentence(file, key) {
  const text = await readFile(new URL(`../../../../web/locales/en/${file}.toml`, import.meta.url), 'utf8');
  return new RegExp(`^${key} = "(.*)"$`, 'm').exec(text)[1];
}
