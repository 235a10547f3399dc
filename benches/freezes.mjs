// What is too much: huge and deep messages, streamed and opened, and a slow drag through a conversation of 100,000 messages.
// No task of the main thread may be so long that the page feels frozen.

import * as behave from '../tests/e2e/support/behaviours.mjs';
import { until } from '../tests/e2e/support/until.mjs';
import { inHouse } from './support/house.mjs';
import { longestTask, watchTasks } from './support/longest.mjs';
import { changeSettings, fillConversation, fillWithTexts } from './support/seed.mjs';
import { figure } from './support/statistics.mjs';

const FREEZE_MS = 200;
const LONG = 100_000;
const LONGEST_REPLY = 600_000;
const END = 'The end.';
/** Idle work begins some seconds after a page has come to rest, and reads for some more. */
const IDLE_MS = 20_000;

const HUGE = {
  'a line of 1 MB': 'word '.repeat(200_000),
  'a thousand nested lists': Array.from({ length: 1_000 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`).join('\n'),
  'a table of 10,000 cells': `${'| a '.repeat(10)}|\n${'|---'.repeat(10)}|\n${`${'| b '.repeat(10)}|\n`.repeat(999)}`,
};

/** The longest task for each of them. */
export function freezes() {
  return inHouse(async house => {
    const results = [];
    for (const [name, text] of Object.entries(HUGE)) {
      console.error(`  ${name}`);
      results.push(figure(`longest task: ${name}, streamed`, 'ms', await streamed(house, text, `streamed ${name}`), FREEZE_MS));
      results.push(figure(`longest task: ${name}, sent`, 'ms', await sent(house, text, `sent ${name}`), FREEZE_MS));
      results.push(figure(`longest task: ${name}, opened`, 'ms', await opened(house, text, `opened ${name}`), FREEZE_MS));
    }
    console.error('  a long conversation');
    const { drag, idle } = await long(house);
    results.push(figure(`longest task: a slow drag, ${LONG.toLocaleString('en')} messages`, 'ms', drag, FREEZE_MS));
    results.push(figure(`longest task: idle work on ${LONG.toLocaleString('en')} messages`, 'ms', idle, FREEZE_MS));
    return results;
  });
}

/** A page with a model that takes such messages. */
async function begun({ server, newChat }, database, ...behaviours) {
  const chat = await newChat(database);
  await chat.open();
  await changeSettings(chat, { context_max_tokens: 1_000_000, max_response_tokens: 65_536 });
  await chat.reload();
  await chat.useEndpoint(server.endpoint(...behaviours));
  return chat;
}

/** The same after a turn. */
async function talked(house, database) {
  const chat = await begun(house, database, behave.reply('Ready.'));
  await chat.turn('Are you there?');
  return chat;
}

/** A message is all there when its last words are. */
const whole = chat => until('all of it is drawn', () => chat.page.evaluate(end => [...document.querySelectorAll('[data-testid="message-text"]')].some(text => text.lastElementChild?.textContent === end), END), 120_000);

async function streamed(house, text, name) {
  // A longer reply is stopped: it goes too far beyond what a model may be asked for.
  const chat = await begun(house, name, behave.reply(`${text.slice(0, LONGEST_REPLY)}\n\n${END}`, { pieceLength: 20_000, delayMs: 5 }));
  await watchTasks(chat);
  await chat.send('Go on');
  return ended(chat);
}

async function sent(house, text, name) {
  const chat = await begun(house, name, behave.reply('Noted.'));
  // Pasted, as it comes into a field.
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

async function opened(house, text, name) {
  const chat = await talked(house, name);
  await chat.page.goto(`${chat.origin}/nothing-here`);
  await fillWithTexts(chat, [`${text}\n\n${END}`, 'And then?']);
  // From its first task on.
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

/** A slow drag through a long conversation, and what idle work does with it some seconds later. */
async function long(house) {
  const chat = await talked(house, 'a slow drag');
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
  // What was filled in was never sent, so idle work asks first; what it does then is measured, too.
  await chat.get('consent-yes').click();
  await chat.page.waitForTimeout(IDLE_MS);
  const idle = await longestTask(chat);
  await chat.page.close();
  return { drag, idle };
}
