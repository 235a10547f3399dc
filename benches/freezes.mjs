// Excessive content: huge and deeply nested messages, streamed and opened, and a slow drag through a conversation of 100,000
// messages. No task of the main thread may be so long that the page seems frozen.

import * as behave from '../tests/e2e/support/behaviours.mjs';
import { until } from '../tests/e2e/support/until.mjs';
import { withServers } from './support/servers.mjs';
import { longestTask, watchTasks } from './support/longest.mjs';
import { changeSettings, fillConversation, fillWithTexts } from './support/seed.mjs';
import { figure } from './support/statistics.mjs';

const FREEZE_MS = 200;
const LONG = 100_000;
const LONGEST_REPLY = 600_000;
const END = 'The end.';
/** Background work starts a few seconds after the page becomes idle, and then reads for a few more. */
const IDLE_MS = 20_000;

const HUGE = {
  'a line of 1 MB': 'word '.repeat(200_000),
  'a thousand nested lists': Array.from({ length: 1_000 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`).join('\n'),
  'a table of 10,000 cells': `${'| a '.repeat(10)}|\n${'|---'.repeat(10)}|\n${`${'| b '.repeat(10)}|\n`.repeat(999)}`,
};

/** Measures the longest task of each case. */
export function freezes() {
  return withServers(async servers => {
    const results = [];
    for (const [name, text] of Object.entries(HUGE)) {
      console.error(`  ${name}`);
      results.push(figure(`longest task: ${name}, streamed`, 'ms', await streamed(servers, text, `streamed ${name}`), FREEZE_MS));
      results.push(figure(`longest task: ${name}, sent`, 'ms', await sent(servers, text, `sent ${name}`), FREEZE_MS));
      results.push(figure(`longest task: ${name}, opened`, 'ms', await opened(servers, text, `opened ${name}`), FREEZE_MS));
    }
    console.error('  a long conversation');
    const { drag, idle } = await long(servers);
    results.push(figure(`longest task: a slow drag, ${LONG.toLocaleString('en')} messages`, 'ms', drag, FREEZE_MS));
    results.push(figure(`longest task: idle work on ${LONG.toLocaleString('en')} messages`, 'ms', idle, FREEZE_MS));
    return results;
  });
}

/** A page with a model that accepts such messages. */
async function newConversation({ server, newChat }, database, ...behaviours) {
  const chat = await newChat(database);
  await chat.open();
  await changeSettings(chat, { context_max_tokens: 1_000_000, max_response_tokens: 65_536 });
  await chat.reload();
  await chat.useEndpoint(server.endpoint(...behaviours));
  return chat;
}

/** The longest task of a turn. */
async function afterOneTurn(servers, database) {
  const chat = await newConversation(servers, database, behave.reply('Ready.'));
  await chat.turn('Are you there?');
  return chat;
}

/** A message is complete when its last words are there. */
const whole = chat => until('all of it is drawn', () => chat.page.evaluate(end => [...document.querySelectorAll('[data-testid="message-text"]')].some(text => text.lastElementChild?.textContent === end), END), 120_000);

async function streamed(servers, text, name) {
  // A reply that exceeds the requested length by this much is stopped.
  const chat = await newConversation(servers, name, behave.reply(`${text.slice(0, LONGEST_REPLY)}\n\n${END}`, { pieceLength: 20_000, delayMs: 5 }));
  await watchTasks(chat);
  await chat.send('Go on');
  return ended(chat);
}

async function sent(servers, text, name) {
  const chat = await newConversation(servers, name, behave.reply('Noted.'));
  // Inserted at once, as pasted text is.
  await chat.page.evaluate(words => {
    const field = document.getElementById('composer');
    field.value = words;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, `${text}\n\n${END}`);
  await chat.page.waitForTimeout(1_000);
  await watchTasks(chat);
  await chat.get('send').click();
  return ended(chat);
}

async function opened(servers, text, name) {
  const chat = await afterOneTurn(servers, name);
  await chat.page.goto(`${chat.origin}/nothing-here`);
  await fillWithTexts(chat, [`${text}\n\n${END}`, 'And then?']);
  // Includes the first task of the page.
  await chat.page.addInitScript(() => {
    const durations = [];
    const observer = new PerformanceObserver(list => durations.push(...list.getEntries().map(({ duration }) => duration)));
    observer.observe({ type: 'longtask' });
    window.longTasks = { observer, durations };
  });
  await chat.open();
  return ended(chat);
}

async function ended(chat) {
  await whole(chat);
  const longest = await longestTask(chat);
  await chat.page.close();
  return longest;
}

/** Drags slowly through a long conversation, then includes the background work that follows some seconds later. */
async function long(servers) {
  const chat = await afterOneTurn(servers, 'a slow drag');
  await chat.page.goto(`${chat.origin}/nothing-here`);
  await fillConversation(chat, LONG);
  await chat.open();
  await watchTasks(chat);
  await chat.page.evaluate(async () => {
    const frame = document.querySelector('.transcript');
    for (let at = 0; at < 240; at += 1) {
      frame.scrollTop = (0.9 - at / 2_000) * (frame.scrollHeight - frame.clientHeight);
      await new Promise(resolve => requestAnimationFrame(resolve));
    }
  });
  const drag = await longestTask(chat);
  await watchTasks(chat);
  // The seeded messages were never sent, so background work asks first. What it does after the answer is measured, too.
  await chat.get('consent-yes').click();
  await chat.page.waitForTimeout(IDLE_MS);
  const idle = await longestTask(chat);
  await chat.page.close();
  return { drag, idle };
}
