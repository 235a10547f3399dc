// Pictures of the settings and the pages beside them, in two sizes and two themes, and in the other languages on a phone.

import * as behave from '../e2e/support/behaviours.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';

const scenario = suite();

async function visit(chat, prefix) {
  await chat.send('/settings');
  await chat.get('settings-search').waitFor();
  await shootAll(chat.page, `${prefix}-settings`);
  await chat.get('context_max_tokens').fill('1');
  await chat.get('settings-save').click();
  await chat.get('field-error').waitFor();
  await shootAll(chat.page, `${prefix}-settings-refused`);
  await chat.get('settings-to-context').click();
  await chat.page.locator('#layers').evaluate(element => element.scrollIntoView());
  await shootAll(chat.page, `${prefix}-settings-layers`);
  await chat.get('settings-search').fill('token');
  await shootAll(chat.page, `${prefix}-settings-search`);
  await chat.get('settings-cancel').click();
  await chat.send('/settings');
  await chat.get('templates-button').click();
  await chat.get('template-new').waitFor();
  await shootAll(chat.page, `${prefix}-templates`);
  await chat.get('template-new').click();
  await chat.get('template-name').fill('Pirate');
  await chat.get('template-text').fill('You are {botname}, a pirate who knows:\n{user_memories}\nIt is {time}, and your mood is {mood}.');
  await shootAll(chat.page, `${prefix}-template`);
  await chat.get('template-cancel').click();
  await chat.page.keyboard.press('Escape');
  await chat.send('/settings');
  await chat.get('storage-button').click();
  await chat.get('storage-counts').waitFor();
  await shootAll(chat.page, `${prefix}-storage`);
  await chat.page.keyboard.press('Escape');
  await chat.send('/preset');
  await chat.get('preset').nth(3).locator('summary').click();
  await shootAll(chat.page, `${prefix}-presets`);
  await chat.page.keyboard.press('Escape');
  await chat.send('/help');
  await chat.get('help-panel').locator('.content').waitFor();
  await shootAll(chat.page, `${prefix}-help`);
}

for (const [prefix, locale] of [['71', 'en-US'], ['72-uk', 'uk-UA'], ['73-ru', 'ru-RU']]) {
  scenario(`the settings and the pages beside them: ${locale}`, async ({ chat, server }) => {
    await chat.open();
    await chat.useEndpoint(server.endpoint(behave.reply('Two days are enough for Lviv.')));
    await chat.turn('Plan a weekend in Lviv');
    await visit(chat, prefix);
  }, { contextOptions: { locale } });
}
