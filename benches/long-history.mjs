// Compares a conversation of 100,000 messages with one of 100: opening it and sending in it must take the same time. Then
// drags the scrollbar through the long one and reports the longest frame.

import assert from 'node:assert/strict';
import * as behave from '../tests/e2e/support/behaviours.mjs';
import { until } from '../tests/e2e/support/until.mjs';
import { withServers, markedAt } from './support/servers.mjs';
import { fillConversation } from './support/seed.mjs';
import { comparison, figure, median } from './support/statistics.mjs';

const SHORT = 100;
const LONG = 100_000;
const RUNS = 15;
const BOUND = 1.5;
const REPLY = 'The tram number eight leaves from Piazza Venezia every six minutes and takes about a quarter of an hour to Trastevere. ';

/** Measures both conversations alternately, so that other load of the machine affects both equally. */
export function longHistory() {
  return withServers(async servers => {
    const endpoint = servers.server.endpoint(behave.reply(REPLY, { pieceLength: 40 }));
    const began = Date.now();
    await makeConversation(servers, endpoint, 'long', LONG);
    console.error(`  ${LONG.toLocaleString('en')} messages stored after ${((Date.now() - began) / 1_000).toFixed(1)} s`);

    const short = [];
    const long = [];
    for (let run = 0; run < RUNS; run += 1) {
      await makeConversation(servers, endpoint, `short-${run}`, SHORT);
      short.push(await visit(servers, `short-${run}`));
      long.push(await visit(servers, 'long'));
    }
    const pair = name => [
      { label: SHORT.toLocaleString('en'), runs: short.map(run => run[name]) },
      { label: LONG.toLocaleString('en'), runs: long.map(run => run[name]) },
    ];
    return [
      comparison('Enter until the request leaves', 'ms', ...pair('request'), BOUND),
      comparison('navigation until the last messages are on screen', 'ms', ...pair('ready'), BOUND),
      figure(`memory with ${SHORT} messages`, 'MB', median(short.map(run => run.memory))),
      ...(await scrolling(servers)),
      figure(`memory with ${LONG.toLocaleString('en')} messages`, 'MB', median(long.map(run => run.memory))),
    ];
  });
}

async function makeConversation({ newChat }, endpoint, database, messages) {
  const chat = await newChat(database);
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.turn('How do I get to Trastevere from the centre?');
  // The page must not write its own state while rows are written into its database.
  await chat.page.goto(`${chat.origin}/nothing-here`);
  assert.equal(await fillConversation(chat, messages), messages);
  await chat.page.close();
}

/** Opens the conversation, runs one turn, and measures both. */
async function visit({ newChat }, database) {
  const chat = await newChat(database);
  await chat.open();
  const ready = await markedAt(chat, 'ricordo:ready');
  assert.ok((await chat.messages()).length >= 10);
  // A user reads first, so typing starts on an idle page.
  await until('the size of the next prompt is shown', async () => /\d/.test(await chat.get('inspector-toggle').innerText()));
  await chat.turn('And how do I get back?');
  const request = (await markedAt(chat, 'ricordo:request')) - (await markedAt(chat, 'ricordo:enter'));
  const { bytes } = await chat.page.evaluate(() => performance.measureUserAgentSpecificMemory());
  await chat.page.close();
  return { ready, request, memory: bytes / 1e6 };
}

/** Scrolls through the long conversation in three ways and measures the time between frames. */
async function scrolling({ newChat }) {
  const chat = await newChat('long');
  await chat.open();
  const motions = { 'the wheel': { step: -240, frames: 240 }, 'a slow drag': { share: 1 / 2_000, frames: 240 }, 'jumps': { share: 1 / 7, frames: 70, rest: 10 } };
  const results = [];
  for (const [name, motion] of Object.entries(motions)) {
    const { frames, blank } = await chat.page.evaluate(scrollAndCount, motion);
    results.push(figure(`longest frame, ${name}, ${LONG.toLocaleString('en')} messages`, 'ms', Math.max(...frames)));
    results.push(figure(`  frames over 50 ms of ${frames.length}`, '', frames.filter(frame => frame > 50).length));
    results.push(figure(`  frames without a message in sight`, '', blank));
  }
  results.push(figure('messages in the page after that', '', await chat.get('message').count()));
  await chat.page.close();
  return results;
}

/** Runs in the page. Moves the view at every `rest`-th frame, by pixels or by a share of the whole. */
async function scrollAndCount({ step, share, frames: count, rest = 1 }) {
  const frame = document.querySelector('.transcript');
  const next = () => new Promise(resolve => requestAnimationFrame(resolve));
  const isBlank = () => {
    const { left, top, width, height } = frame.getBoundingClientRect();
    return [0.1, 0.5, 0.9].every(at => !document.elementFromPoint(left + width / 2, top + height * at)?.closest('.slot'));
  };
  const frames = [];
  let blank = 0;
  let position = 0.9;
  let before = await next();
  for (let at = 0; at < count; at += 1) {
    if (at % rest === 0) {
      if (step) frame.scrollTop += step;
      else frame.scrollTop = (position = (position + 1 - share) % 1) * (frame.scrollHeight - frame.clientHeight);
    }
    const now = await next();
    frames.push(now - before);
    before = now;
    if (isBlank()) blank += 1;
  }
  return { frames, blank };
}
