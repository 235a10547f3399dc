// Compares a conversation of 1,000 messages among 9 others with one among 999 others: opening it, sending, forgetting and
// erasing must take the same time, whatever else is stored. Measured through the npm package, on the browser's own storage.
//
// `RICORDO_BENCH_CONVERSATIONS` sets a smaller number of conversations, for a quick run.

import assert from 'node:assert/strict';
import { launchBrowser } from './support/browser.mjs';
import { packageFolder, serve } from '../tests/e2e/support/package-apps.mjs';
import { fillConversations } from './support/seed-conversations.mjs';
import { comparison } from './support/statistics.mjs';

const FEW = 10;
const MANY = Number(process.env.RICORDO_BENCH_CONVERSATIONS ?? 1_000);
const MESSAGES = 1_000;
const RUNS = 9;
const BOUND = 1.5;

export async function conversations() {
  assert.ok(MANY > FEW, 'the large database has more conversations than the small one');
  const site = await serve(packageFolder());
  const browser = await launchBrowser();
  try {
    const page = await browser.persistent.newPage();
    // A page of the same origin without an app.
    await page.goto(`${site.url}/dist/index.js`);
    await page.evaluate(begin, '/dist/index.js');
    const databases = [];
    for (const count of [FEW, MANY]) {
      const began = Date.now();
      const ids = await fillConversations(page, `database-${count}`, count, MESSAGES);
      console.error(`  ${(count * MESSAGES).toLocaleString('en')} messages stored after ${((Date.now() - began) / 1_000).toFixed(1)} s`);
      databases.push({ name: `database-${count}`, count, ids: ids.slice(-RUNS), runs: [] });
    }
    // Alternates, so that other load of the machine affects both equally.
    for (let run = 0; run < RUNS; run += 1) {
      for (const database of databases) database.runs.push(await page.evaluate(measure, { name: database.name, id: database.ids[run] }));
    }
    const side = ({ count, runs }, name) => ({ label: count.toLocaleString('en'), runs: runs.map(run => run[name]) });
    return Object.keys(databases[0].runs[0]).map(name =>
      comparison(`${name}, among so many conversations of ${MESSAGES.toLocaleString('en')} messages`, 'ms', ...databases.map(database => side(database, name)), BOUND));
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Runs in the page: loads the package and gives the tab a function that opens a manager. */
async function begin(entry) {
  const { init, ContextManager } = await import(entry);
  await init();
  globalThis.open = name =>
    ContextManager.open(name, {
      model: async function* () {
        yield 'Heard you.';
      },
    });
}

/** Runs in the page. Erases the conversation that it measures, so each one is measured once. */
async function measure({ name, id }) {
  const chat = await globalThis.open(name);
  const times = {};
  const time = async (what, act) => {
    const start = performance.now();
    const result = await act();
    times[what] = performance.now() - start;
    return result;
  };
  await time('open', () => chat.conversations.open(id));
  await time('send and reply', () => chat.send('And now?'));
  await time('forget', () => chat.forget());
  await time('undo', () => chat.undo());
  const [last] = await chat.history({ limit: 1 });
  await time('erase a message', () => chat.erase({ message: last.id }));
  // Erasing the open conversation would search all conversations for the one to open next.
  await chat.conversations.create();
  await time('erase the conversation', () => chat.erase({ conversation: id }));
  await chat.close();
  return times;
}
