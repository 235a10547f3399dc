// The page in three languages: chosen by the browser, switched in the settings. everyone.test.mjs checks for cut text.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { conversation, conversations } from './support/chatgpt-export.mjs';
import { codeOf } from './support/code-of.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const html = chat => chat.page.evaluate(() => document.documentElement.lang);

scenario('the browser\'s language is used, and shipped prompts follow it', async ({ chat, server }) => {
  await chat.open();
  assert.equal(await html(chat), 'uk');
  await chat.useEndpoint(server.endpoint(behave.reply('Вітаю.')));
  await chat.get('settings-button').click();
  assert.equal(await chat.get('settings-save').innerText(), 'Зберегти');
  assert.match(await chat.get('system_prompt').inputValue(), /[іїє]/);
}, { contextOptions: { locale: 'uk-UA' } });

scenario('after another language is chosen, the typed text stays and the choice is kept', async ({ chat }) => {
  await chat.open();
  assert.equal(await html(chat), 'en');
  await chat.get('composer').fill('half a sentence');
  await chat.get('settings-button').click();
  await (await chat.setting('immediate_messages')).fill('55');
  await Promise.all([chat.page.waitForEvent('load'), (await chat.setting('language')).selectOption('ru')]);
  await chat.ready();
  assert.equal(await html(chat), 'ru');
  await chat.get('settings-search').waitFor();
  assert.equal(await chat.get('immediate_messages').inputValue(), '55', 'what was typed into the settings stays');
  assert.match(await chat.get('system_prompt').inputValue(), /[ыэ]/, 'the prompt that ships is translated');
  await chat.get('settings-save').click();
  assert.match(await chat.words('notice'), /Настройки сохранены/);
  assert.equal(await chat.composer(), 'half a sentence');
  await chat.reload();
  assert.equal(await html(chat), 'ru');
});

scenario('what was typed into the settings outlasts a reload that cannot load their code', async ({ chat }) => {
  await chat.open();
  await chat.get('settings-button').click();
  await (await chat.setting('immediate_messages')).fill('55');
  const language = await chat.setting('language');
  await chat.page.route(codeOf('dialogs'), route => route.abort('internetdisconnected'));
  await Promise.all([chat.page.waitForEvent('load'), language.selectOption('ru')]);
  await chat.ready();
  await chat.page.getByText('не удалось загрузить').waitFor();
  await chat.page.unroute(codeOf('dialogs'));
  await chat.reload();
  await chat.get('settings-search').waitFor();
  assert.equal(await chat.get('immediate_messages').inputValue(), '55');
});

scenario('numbers, months and dates are written as the language writes them', async ({ chat }) => {
  await chat.open();
  await chat.get('settings-button').click();
  assert.match(await chat.page.locator('[data-path="context_max_tokens"]').innerText(), /Від 2\u00a0000 до 1\u00a0000\u00a0000\./);
  await chat.get('settings-cancel').click();
  await chat.send('/import');
  await chat.get('import-file').setInputFiles(conversations(conversation('Рим', ['Де поїсти?', 'У Трастевере.'])));
  await chat.get('import-report').waitFor();
  await chat.page.keyboard.press('Escape');
  const month = chat.page.locator('.sidebar h2', { hasText: /листопад/i });
  assert.equal(await month.innerText(), 'Листопад 2023 р.');
  await chat.get('conversation-item').filter({ hasText: 'Рим' }).click();
  await chat.page.getByText(/^1[45] лист\. 2023 р\., \d\d:\d\d$/).first().waitFor();
}, { contextOptions: { locale: 'uk-UA' } });

scenario('an error is shown in the language of the page', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.rateLimited(90)));
  const reply = await chat.turn('Привіт');
  assert.match(reply.error, /Ви досягли ліміту запитів провайдера.*Спробуйте за 90 секунд\./s);
  await chat.send('/froget');
  assert.match(await chat.words('notice'), /Невідома команда\. Можливо, ви мали на увазі \/forget\?/);
}, { contextOptions: { locale: 'uk-UA' } });
