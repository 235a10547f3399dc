// The page in three languages: chosen by the browser, switched in the settings. everyone.test.mjs checks for cut text.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as behave from './support/behaviours.mjs';
import { conversation, conversations } from './support/chatgpt-export.mjs';
import { codeOf } from './support/code-of.mjs';
import { distFolder } from './support/environment.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

const html = chat => chat.page.evaluate(() => document.documentElement.lang);
const ROOT = path.join(import.meta.dirname, '../..');

/** The files of texts that the page has fetched, without the digests in their names: `texts_uk_first`. */
const textsOf = chat =>
  chat.page.evaluate(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => /\/(texts_\w+)-\w+\.wasm$/.exec(name)?.[1]);
    return [...new Set(names.filter(name => name))].sort();
  });

/** Opens the settings, for which all texts are needed. */
async function openSettings(chat) {
  await chat.open();
  await chat.get('settings-button').click();
  await chat.get('settings-search').waitFor();
}

scenario('of all languages the one of the page is loaded', async ({ chat }) => {
  await openSettings(chat);
  assert.deepEqual(await textsOf(chat), ['texts_uk_first', 'texts_uk_later']);
}, { contextOptions: { locale: 'uk-UA' } });

scenario('a page in English loads no texts', async ({ chat }) => {
  await openSettings(chat);
  assert.deepEqual(await textsOf(chat), []);
});

scenario('where the texts cannot be loaded, the page is in English, says so, and has its language again later', async ({ chat }) => {
  await chat.page.route(/\/texts_uk_/, route => route.abort('internetdisconnected'));
  await chat.open();
  assert.match(await chat.words('notice'), /^Не вдалося завантажити українські тексти, тому сторінку показано англійською/);
  assert.equal(await html(chat), 'en');
  await chat.get('settings-button').click();
  assert.equal(await chat.get('settings-save').innerText(), 'Save');
  await chat.page.unroute(/\/texts_uk_/);
  await chat.reload();
  assert.equal(await html(chat), 'uk');
  await chat.get('settings-button').click();
  assert.match(await chat.get('system_prompt').inputValue(), /[іїє]/, 'the prompts did not become English');
  chat.problems.length = 0;
}, { contextOptions: { locale: 'uk-UA' } });

scenario('where only the later texts cannot be loaded, what needs them is in English', async ({ chat }) => {
  await chat.page.route(/\/texts_uk_later/, route => route.abort('internetdisconnected'));
  await openSettings(chat);
  assert.equal(await html(chat), 'uk');
  assert.equal(await chat.get('settings-save').innerText(), 'Зберегти');
  assert.equal(await chat.page.locator('label[for=language]').innerText(), 'Language');
  chat.problems.length = 0;
}, { contextOptions: { locale: 'uk-UA' } });

scenario('a language whose texts cannot be loaded is not chosen', async ({ chat }) => {
  await openSettings(chat);
  await chat.page.route(/\/texts_ru_/, route => route.abort('internetdisconnected'));
  const language = await chat.setting('language');
  await language.selectOption('ru');
  await until('it says why', async () => /The texts in Русский could not be loaded/.test(await chat.textNow('notice')));
  assert.equal(await language.inputValue(), 'en');
  await chat.reload();
  assert.equal(await html(chat), 'en');
  chat.problems.length = 0;
});

/** Holds the answers to requests for these files, until the returned function is called. */
async function hold(chat, files) {
  let release;
  const held = new Promise(resolve => { release = resolve; });
  await chat.page.route(files, route => held.then(() => route.continue()));
  return release;
}

scenario('texts that do not come in time are no reason to wait for ever', async ({ chat }) => {
  const release = await hold(chat, /\/texts_uk_first/);
  await chat.open();
  assert.equal(await html(chat), 'en');
  assert.match(await chat.words('notice'), /^Не вдалося завантажити українські тексти/);
  release();
}, { contextOptions: { locale: 'uk-UA' } });

scenario('what is typed while the texts of a language load is kept', async ({ chat }) => {
  await openSettings(chat);
  const release = await hold(chat, /\/texts_ru_/);
  await (await chat.setting('language')).selectOption('ru');
  await (await chat.setting('immediate_messages')).fill('55');
  await Promise.all([chat.page.waitForEvent('load'), release()]);
  await chat.ready();
  assert.equal(await html(chat), 'ru');
  await chat.get('settings-search').waitFor();
  assert.equal(await chat.get('immediate_messages').inputValue(), '55');
});

scenario('of two languages that are chosen one after the other the last one counts', async ({ chat }) => {
  await openSettings(chat);
  const release = await hold(chat, /\/texts_ru_/);
  const language = await chat.setting('language');
  await language.selectOption('ru');
  await language.selectOption('en');
  await Promise.all([chat.page.waitForResponse(/\/texts_ru_later/), release()]);
  await Promise.all([chat.page.waitForEvent('load'), language.selectOption('uk')]);
  await chat.ready();
  assert.equal(await html(chat), 'uk');
});

/** The tables of English texts, each with its longest text that is written without an escape. */
async function tables() {
  const folder = path.join(ROOT, 'web/locales/en');
  const found = new Map();
  for (const file of await readdir(folder)) {
    if (file === 'language.toml') continue;
    let name;
    for (const line of (await readFile(path.join(folder, file), 'utf8')).split('\n')) {
      name = /^\[(\w+)/.exec(line)?.[1] ?? name;
      const text = /^\w+ = "([^"\\]*)"$/.exec(line)?.[1] ?? '';
      if (name && text.length > (found.get(name) ?? '').length) found.set(name, text);
    }
  }
  return found;
}

scenario('the texts of the first load are those that `web/build/locales.rs` names', async () => {
  const files = await readdir(distFolder());
  const first = await readFile(path.join(distFolder(), files.find(name => /^ricordo-web-.*\.wasm$/.test(name))));
  const source = await readFile(path.join(ROOT, 'web/build/locales.rs'), 'utf8');
  const named = [.../FIRST_TABLES[^=]*=\s*\[([^\]]*)\]/.exec(source)[1].matchAll(/"(\w+)"/g)].map(([, name]) => name);
  const all = await tables();
  assert.ok(all.size > 80, `${all.size} tables`);
  // Texts that are found by their keys stand in the list of commands, too, and those in all languages in no file of one.
  // The texts of failed storage are in the code of the first load, but their translations come later: few people need them.
  const isStruct = name => !/_(of|in_all)$/.test(name) && name !== 'storage_errors';
  const there = [...all].filter(([name, text]) => isStruct(name) && text && first.includes(text)).map(([name]) => name);
  assert.deepEqual(there.sort(), named.filter(isStruct).sort());
});

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
