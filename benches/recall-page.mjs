// Recall in the page, from 100,000 messages of another conversation with vectors of 384 dimensions: how long it takes, how long
// a turn takes with it, and whether the page can be used meanwhile. The page makes the index and the vectors itself, from a
// server that is not measured.

import assert from 'node:assert/strict';
import * as behave from '../tests/e2e/support/behaviours.mjs';
import * as embeddings from '../tests/e2e/support/behaviours-embeddings.mjs';
import { closeSettings, ready, startAnother, turnOn } from '../tests/e2e/support/meaning.mjs';
import { withServers } from './support/servers.mjs';
import { percentile } from './support/cpu.mjs';
import { prose, randomNumbers } from './support/prose.mjs';
import { changeSettings, emptyIndex, fillWithTexts } from './support/seed.mjs';
import { figure } from './support/statistics.mjs';

const MESSAGES = 100_000;
const DIMENSION = 384;
const QUESTIONS = 40;
const QUESTIONS_SLOWER = 10;
/** From the last letter to Enter, in milliseconds: the preview is made meanwhile. */
const TYPING_MS = 1_500;
/** Asked before those that count: the first reads what is stored. */
const WARM_UP = 3;
/** The whole recall of a turn, in milliseconds: p95. */
const MOST_TIME = 60;
/** The longest time in which the page cannot answer, in milliseconds: what browsers call a long task. */
const MOST_BLOCKED = 50;
/** A processor this many times slower is about that of a phone. */
const SLOWER = 4;
const PREPARING_MS = 1_800_000;

/** Measures turns by words alone, by words and vectors, and without recall. */
export function recallPage() {
  return withServers(async servers => {
    const { server, newChat } = servers;
    const endpoint = server.endpoint(behave.reply('Noted.')).embeds(embeddings.vectors({ dimensions: DIMENSION }));
    const chat = await newChat('recall-page');
    await chat.open();
    await chat.useEndpoint(endpoint);
    await chat.turn('Are you there?');
    await chat.page.goto(`${chat.origin}/nothing-here`);
    await fillWithTexts(chat, messages());
    await emptyIndex(chat);
    await changeSettings(chat, { model_titles: false });
    await chat.open();
    // Their summaries are not what is measured.
    await chat.get('consent-never').click();
    await turnOn(chat);
    await ready(chat, PREPARING_MS);
    await closeSettings(chat);
    for (const kind of ['index_parts', 'vector_parts']) assert.ok((await rows(chat, kind)) >= MESSAGES / 64, `${kind}: ${await rows(chat, kind)}`);
    const results = [];
    for (const [name, recall] of [['no recall', { enabled: false }], ['recall by words', { include_vector: false }], ['recall by words and vectors', {}]]) {
      console.error(`  ${name}`);
      results.push({ name, ...(await turns(servers, recall)) });
    }
    return results.flatMap(({ name, usual, slower }) => [
      figure(`${name}: Enter until the request leaves: median`, 'ms', percentile(usual.times, 50)),
      figure('  p95', 'ms', percentile(usual.times, 95)),
      figure('  recall alone: median', 'ms', percentile(usual.recalls, 50)),
      figure('  p95', 'ms', percentile(usual.recalls, 95), MOST_TIME),
      figure('  the page is blocked meanwhile: longest, p95 of the turns', 'ms', percentile(usual.sent, 95), MOST_BLOCKED),
      figure('  the same while the question is typed', 'ms', percentile(usual.typed, 95), MOST_BLOCKED),
      figure(`  processor ${SLOWER} times slower: Enter until the request leaves: median`, 'ms', percentile(slower.times, 50)),
      figure('  the page is blocked meanwhile: longest, median of the turns', 'ms', percentile(slower.sent, 50)),
      figure('  the same while the question is typed', 'ms', percentile(slower.typed, 50)),
    ]);
  });
}

/** Some twenty words each. */
function messages() {
  const text = prose('english', MESSAGES * 130, 7).split(/(?<=[.?]) |\n\n/);
  assert.ok(text.length >= MESSAGES, `only ${text.length} sentences`);
  return text.slice(0, MESSAGES);
}

/** The number of stored rows. */
function rows(chat, kind) {
  return chat.page.evaluate(async ([name, kind]) => {
    const promise = request => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const database = await promise(indexedDB.open(name));
    const count = await promise(database.transaction(kind).objectStore(kind).count());
    database.close();
    return count;
  }, [chat.database, kind]);
}

/** Asks in a new conversation, with these settings of recall. */
async function turns({ newChat }, recall) {
  const chat = await newChat('recall-page');
  await chat.open();
  await changeSettings(chat, { recall });
  await chat.reload();
  await startAnother(chat);
  const questions = asked();
  for (let turn = 0; turn < WARM_UP; turn += 1) await ask(chat, questions.next().value);
  const usual = await several(chat, questions, QUESTIONS);
  const session = await chat.page.context().newCDPSession(chat.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const slower = await several(chat, questions, QUESTIONS_SLOWER);
  await chat.page.close();
  return { usual, slower };
}

/** Questions with words of the messages. */
function* asked() {
  const random = randomNumbers(11);
  const all = messages();
  while (true) yield all[Math.floor(random() * all.length)].split(' ').slice(0, 8).join(' ');
}

/**
 * For each of some turns: how long it took until the request left, how much of that recall took, and the longest time in which
 * the page was blocked.
 */
async function several(chat, questions, count) {
  const turns = [];
  while (turns.length < count) turns.push(await ask(chat, questions.next().value));
  const all = name => turns.map(turn => turn[name]);
  return { times: all('time'), recalls: all('recall'), sent: all('sent'), typed: all('typed') };
}

async function ask(chat, question) {
  await chat.page.evaluate(watchGaps);
  await chat.get('composer').fill(question);
  // Who types sees the size of the request before pressing Enter.
  await chat.page.waitForTimeout(TYPING_MS);
  const before = await chat.lastSequence();
  await chat.get('composer').press('Enter');
  await chat.settled('the reply', before);
  return chat.page.evaluate(() => {
    const at = name => performance.getEntriesByName(name).at(-1)?.startTime;
    const [enter, request, from, to] = ['ricordo:enter', 'ricordo:request', 'ricordo:recall', 'ricordo:recalled'].map(at);
    // Recall that came too late has no end before the request.
    const until = to > from && to < request ? to : request;
    const recall = from > enter ? until - from : 0;
    return { time: request - enter, recall, sent: window.longestGap(enter, request), typed: window.longestGap(0, enter) };
  });
}

/** Runs in the page. Notes every 4 ms that it can do something; `longestGap` is the longest time in which it could not. */
function watchGaps() {
  clearInterval(window.heartbeat);
  const times = [performance.now()];
  window.heartbeat = setInterval(() => times.push(performance.now()), 4);
  window.longestGap = (from, to) => {
    const ends = [...times.slice(1), performance.now()];
    return ends.reduce((longest, end, at) => Math.max(longest, Math.min(end, to) - Math.max(times[at], from)), 0);
  };
}
