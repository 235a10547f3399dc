// The page in three languages: chosen by the browser, switched in the settings, and nothing is cut on a phone.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();
const LANGUAGES = ['en', 'uk', 'ru'];
const PHONE = { width: 390, height: 844 };

const html = chat => chat.page.evaluate(() => document.documentElement.lang);

scenario('the browser chooses the language, and the prompts that ship follow', async ({ chat, server }) => {
  await chat.open();
  assert.equal(await html(chat), 'uk');
  await chat.useEndpoint(server.endpoint(behave.reply('Вітаю.')));
  await chat.get('settings-button').click();
  assert.equal(await chat.get('settings-save').innerText(), 'Зберегти');
  assert.match(await chat.get('system_prompt').inputValue(), /[іїє]/);
}, { contextOptions: { locale: 'uk-UA' } });

scenario('another language is chosen, what is typed stays, and the choice is kept', async ({ chat }) => {
  await chat.open();
  assert.equal(await html(chat), 'en');
  await chat.get('composer').fill('half a sentence');
  await chat.get('settings-button').click();
  await chat.get('immediate_messages').fill('55');
  await Promise.all([chat.page.waitForEvent('load'), chat.get('language').selectOption('Ru')]);
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

scenario('an error is told in the language of the page', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.rateLimited(12)));
  const reply = await chat.turn('Привіт');
  assert.match(reply.error, /Цей провайдер обмежує частоту запитів.*Спробуйте за 12 секунд\./s);
  await chat.send('/froget');
  assert.match(await chat.words('notice'), /Такої команди немає\. Може, \/forget\?/);
}, { contextOptions: { locale: 'uk-UA' } });

for (const language of LANGUAGES) {
  scenario(`no text is cut on a phone: ${language}`, async ({ chat, server }) => {
    await chat.page.addInitScript(language => localStorage.setItem('ricordo.language', language), language);
    await chat.page.setViewportSize(PHONE);
    await chat.open();
    assert.equal(await html(chat), language);
    await nothingIsCut(chat, 'welcome');
    await chat.page.setViewportSize({ width: 1280, height: 800 });
    await chat.useEndpoint(server.endpoint(behave.reply('Hello.')));
    await chat.turn('Hi');
    await chat.page.setViewportSize(PHONE);
    await nothingIsCut(chat, 'conversation');
    for (const command of ['settings', 'help', 'preset', 'memories', 'tasks', 'stats', 'erase', 'search Hi', 'forget Hi']) {
      await chat.send(`/${command}`);
      await chat.page.locator('dialog[open]').waitFor();
      await nothingIsCut(chat, `/${command}`);
      if (command === 'settings') {
        for (const page of ['templates', 'storage']) {
          await chat.get(`${page}-button`).click();
          await chat.get(`${page}-dialog`).locator('.content').waitFor();
          await nothingIsCut(chat, page);
          await chat.page.keyboard.press('Escape');
          await chat.get(`${page}-dialog`).waitFor({ state: 'hidden' });
          await chat.send('/settings');
          await chat.get('settings-search').waitFor();
        }
      }
      await chat.page.keyboard.press('Escape');
      await until('the dialog is closed', async () => (await chat.page.locator('dialog[open]').count()) === 0);
    }
    await chat.get('inspector-toggle').click();
    await nothingIsCut(chat, 'inspector');
  });
}

/** Nothing that is shown is wider than its place, and nothing makes the page scroll sideways. */
async function nothingIsCut(chat, view) {
  const cut = await chat.page.evaluate(() => {
    const shown = element => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.only-heard, [inert]') && element.clientWidth > 1;
    const ellipsis = element => getComputedStyle(element).textOverflow === 'ellipsis';
    const wanted = 'button, h1, h2, h3, h4, label, legend, summary, th, dt, .hint, .quiet, .kind, .error';
    const scope = document.querySelector('dialog[open]') ?? document;
    const wide = [...scope.querySelectorAll(wanted)]
      .filter(element => shown(element) && !ellipsis(element) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .filter(element => getComputedStyle(element).display !== 'inline')
      .map(element => `${element.tagName} “${element.innerText.slice(0, 60)}” ${element.scrollWidth} > ${element.clientWidth}`);
    const outside = [...scope.querySelectorAll('button, h2, h3, label')]
      .filter(element => shown(element) && !element.closest('.wide, .jumps, .sidebar'))
      .filter(element => element.getBoundingClientRect().right > innerWidth + 1)
      .map(element => `${element.tagName} “${element.innerText.slice(0, 60)}” ends beyond the window`);
    return [...wide, ...outside];
  });
  assert.deepEqual(cut, [], `${view}: nothing is cut`);
}
