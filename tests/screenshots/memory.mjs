// Pictures of the pages of memories, summaries, tasks and statistics.

import * as behave from '../e2e/support/behaviours.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';

const scenario = suite();

const SUMMARY = 'Anna and Boris plan to move to Lviv in May. The piano is the open question: three men and a van cost about 4,000 UAH, a lift is not there. They look for two rooms near a park, up to 18,000 UAH a month. Anna is allergic to peanuts and plays the cello.';

async function afterTurns(chat, server, ...behaviours) {
  const replies = Array.from({ length: 11 }, (_, n) => behave.reply(`Answer ${n + 1}: it depends on the piano, on the stairs and on the weather in Lviv.`, { cachedTokens: 30 * n }));
  await chat.open();
  await chat.useEndpoint(server.endpoint(...replies, ...behaviours, behave.reply('Noted.')));
  for (let n = 1; n <= 11; n += 1) await chat.turn(`Question ${n}: what will it cost Anna and Boris to move to Lviv in May, and who carries the piano?`);
}

async function remember(chat, ...all) {
  for (const fact of all) {
    await chat.get('memory-new').fill(fact);
    await chat.get('memory-new').press('Enter');
    await chat.get('memory-text').filter({ hasText: fact }).waitFor();
  }
}

scenario('memories', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await chat.send('/memories');
  await shootAll(chat.page, 'memory-00-none');
  await remember(chat, 'Lives in Lviv', 'Has a cat called Mia', 'Is allergic to peanuts', 'Has a cat named Mia', 'Любить каву без цукру', 'يتحدث العربية والفرنسية', 'Works as a nurse in the children’s hospital, three nights a week, and sleeps until noon on the days after');
  await chat.get('memory-pin').nth(2).click();
  await chat.page.waitForTimeout(300);
  await shootAll(chat.page, 'memory-01-page');
  await chat.get('duplicates').locator('summary').first().click();
  await chat.get('memory-edit').first().click();
  await shootAll(chat.page, 'memory-02-alike');
  await chat.page.keyboard.press('Escape');
  await chat.get('user-data').click();
  await chat.get('user-add-field').click();
  await chat.get('user-save').scrollIntoViewIfNeeded();
  await shootAll(chat.page, 'memory-03-user');
});

scenario('summaries', async ({ chat, server }) => {
  await afterTurns(chat, server, behave.reply(SUMMARY));
  await chat.get('memory-button').click();
  await chat.get('to-summaries-dialog').click();
  await chat.get('summary-none').waitFor();
  await shootAll(chat.page, 'memory-10-no-summary');
  await chat.page.keyboard.press('Escape');
  await chat.send('/compress');
  // The notice stays while it has the focus, however long the pictures take.
  await chat.get('notice-summary').focus();
  await shootAll(chat.page, 'memory-11-notice');
  await chat.get('notice-summary').click();
  await chat.get('summary-edit').click();
  await shootAll(chat.page, 'memory-12-edit');
  await chat.get('summary-input').fill(`${SUMMARY} They have two cats.`);
  await chat.get('summary-save').click();
  await chat.get('summary-facts').filter({ hasText: 'edited by you' }).waitFor();
  await chat.get('summary-sources').locator('summary').click();
  await chat.get('summary-source').first().waitFor();
  await shootAll(chat.page, 'memory-13-summary');
  await chat.page.keyboard.press('Escape');
  await chat.send('/forget 4');
  await chat.get('forget-divider').waitFor();
  await chat.get('memory-button').click();
  await chat.get('to-summaries-dialog').click();
  await chat.get('summary-why').waitFor();
  await shootAll(chat.page, 'memory-14-stale');
});

scenario('tasks, statistics and the dialog of /forget <text>', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await chat.send('/tasks');
  for (const [title, due] of [['Book the train', '2030-05-01'], ['Buy walking shoes', '2020-01-31'], ['Call home', '']]) {
    await chat.get('task-new').fill(title);
    await chat.get('task-due').fill(due);
    await chat.get('task-add').click();
    await chat.get('task-title').filter({ hasText: title }).waitFor();
  }
  await chat.get('task-tick').last().click();
  await shootAll(chat.page, 'memory-20-tasks');
  await chat.get('to-memories-dialog').click();
  await remember(chat, 'Has a piano', 'Plays the piano badly');
  await chat.get('to-stats-dialog').click();
  await chat.get('prices').locator('summary').click();
  await chat.get('price-add').click();
  await chat.get('price-prompt').fill('3');
  await chat.get('price-cached').fill('0.3');
  await chat.get('price-reply').fill('15');
  await chat.get('price-reply').press('Tab');
  await chat.get('stats-no-cost').waitFor({ state: 'detached' });
  await shootAll(chat.page, 'memory-21-stats');
  await chat.get('price-add').scrollIntoViewIfNeeded();
  await shootAll(chat.page, 'memory-22-prices');
  await chat.page.keyboard.press('Escape');
  await chat.send('/forget piano');
  await chat.get('forget-choice').first().uncheck();
  await shootAll(chat.page, 'memory-23-forget');
  await chat.page.keyboard.press('Escape');
  await chat.send('/forget submarine');
  await chat.get('forget-dialog').waitFor();
  await shootAll(chat.page, 'memory-24-forget-none');
});

scenario('in Ukrainian', async ({ chat, server }) => {
  await chat.page.addInitScript(() => localStorage.setItem('ricordo.language', 'uk'));
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Добре.')));
  await chat.turn('Мого кота звати Мурчик.');
  await chat.send('/memories');
  await remember(chat, 'Живе у Львові', 'Має кота Мурчика');
  await shootAll(chat.page, 'memory-30-uk-memories');
  await chat.get('to-summaries-dialog').click();
  await shootAll(chat.page, 'memory-31-uk-summaries');
  await chat.get('to-stats-dialog').click();
  await shootAll(chat.page, 'memory-32-uk-stats');
});
