// Pictures of the message list: scrolled to the middle, and a message opened from the search.

import * as behave from '../e2e/support/behaviours.mjs';
import { makeLong, RARE } from '../e2e/support/long-conversation.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';
import { until } from '../e2e/support/until.mjs';

const scenario = suite();

scenario('a long conversation from the middle, with a new message at its end', async ({ chat, server, newChat }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('How do I get to Trastevere?');
  await makeLong(chat, 2_000);
  await chat.open();
  // While the list loads it scrolls to the end, so the scrolling below has to wait.
  await until('the end is in sight', () => chat.page.evaluate(() => {
    const last = [...document.querySelectorAll('[data-testid="message"]')].at(-1);
    return last?.dataset.sequence === '1999' && last.getBoundingClientRect().top < innerHeight;
  }));
  await chat.page.evaluate(() => (document.querySelector('.transcript').scrollTop = 60_000));
  await chat.get('scroll-end').waitFor();
  await until('messages are in sight there', () => chat.page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-testid="message"]')].map(message => message.getBoundingClientRect());
    return boxes.some(({ top, bottom }) => bottom > 0 && top < innerHeight);
  }));
  const other = await newChat();
  await other.open();
  await other.turn('Is anybody there?');
  await until('it is counted', async () => (await chat.get('unread').count()) === 1);
  // A background tab is not painted.
  await other.page.close();
  await chat.page.bringToFront();
  await shootAll(chat.page, 'list-01-middle');
  await chat.send(`/search ${RARE.word}`);
  await chat.get('search-hit').first().click();
  await until('the hit has the focus', () => chat.page.evaluate(() => document.activeElement?.dataset.sequence === '17'));
  await shootAll(chat.page, 'list-02-found');
  await chat.send('/forget');
  await chat.get('scroll-end').click();
  await chat.get('forget-divider').waitFor();
  await shootAll(chat.page, 'list-03-forgotten');
});
