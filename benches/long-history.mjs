// A conversation of 100,000 messages against one of 10: opening it and speaking in it must cost the same.

import assert from 'node:assert/strict';
import * as behave from '../tests/e2e/support/behaviours.mjs';
import { until } from '../tests/e2e/support/until.mjs';
import { inHouse, markedAt } from './support/house.mjs';
import { fillConversation } from './support/seed.mjs';
import { comparison, figure, median } from './support/statistics.mjs';

const SHORT = 10;
const LONG = 100_000;
const RUNS = 15;
const BOUND = 1.5;
const REPLY = 'The tram number eight leaves from Piazza Venezia every six minutes and takes about a quarter of an hour to Trastevere. ';

/** Measures both conversations in turns, so that whatever else the machine does falls on both alike. */
export function longHistory() {
  return inHouse(async house => {
    const endpoint = house.server.endpoint(behave.reply(REPLY, { pieceLength: 40 }));
    const began = Date.now();
    await makeConversation(house, endpoint, 'long', LONG);
    console.error(`  ${LONG.toLocaleString('en')} messages stored after ${((Date.now() - began) / 1_000).toFixed(1)} s`);

    const short = [];
    const long = [];
    for (let run = 0; run < RUNS; run += 1) {
      await makeConversation(house, endpoint, `short-${run}`, SHORT);
      short.push(await visit(house, `short-${run}`));
      long.push(await visit(house, 'long'));
    }
    const pair = name => [
      { label: SHORT.toLocaleString('en'), runs: short.map(run => run[name]) },
      { label: LONG.toLocaleString('en'), runs: long.map(run => run[name]) },
    ];
    return [
      comparison('Enter until the request leaves', 'ms', ...pair('request'), BOUND),
      comparison('navigation until the last messages are on screen', 'ms', ...pair('ready'), BOUND),
      figure(`memory with ${SHORT} messages`, 'MB', median(short.map(run => run.memory))),
      figure(`memory with ${LONG.toLocaleString('en')} messages`, 'MB', median(long.map(run => run.memory))),
    ];
  });
}

async function makeConversation({ newChat }, endpoint, database, messages) {
  const chat = await newChat(database);
  await chat.open();
  await chat.useEndpoint(endpoint);
  await chat.turn('How do I get to Trastevere from the centre?');
  // The page must not write its own state while rows are copied beside it.
  await chat.page.goto(`${chat.origin}/nothing-here`);
  assert.equal(await fillConversation(chat, messages), messages);
  await chat.page.close();
}

/** Opens the conversation, speaks once, and measures both. */
async function visit({ newChat }, database) {
  const chat = await newChat(database);
  await chat.open();
  const ready = await markedAt(chat, 'ricordo:ready');
  assert.ok((await chat.messages()).length >= SHORT);
  // Whoever has read what is there types into a page that has come to rest.
  await until('the size of the next prompt is told', async () => /\d/.test(await chat.get('inspector-toggle').innerText()));
  await chat.turn('And how do I get back?');
  const request = (await markedAt(chat, 'ricordo:request')) - (await markedAt(chat, 'ricordo:enter'));
  const { bytes } = await chat.page.evaluate(() => performance.measureUserAgentSpecificMemory());
  await chat.page.close();
  return { ready, request, memory: bytes / 1e6 };
}
