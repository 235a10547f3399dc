// Pictures of connecting a model, in two sizes and two themes.

import * as behave from '../e2e/support/behaviours.mjs';
import { startLocalServer } from '../e2e/support/local-servers.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';
import { until } from '../e2e/support/until.mjs';

const scenario = suite();

const checked = chat => until('the check has ended', async () => (await chat.get('endpoint-check').isEnabled()) && (await chat.get('doctor').count()) === 1);

for (const [language, locale] of [['', 'en'], ['-uk', 'uk-UA'], ['-ru', 'ru-RU']]) {
  scenario(`the first visit, and servers found on this computer (${locale})`, async ({ chat, t }) => {
    const ollama = await startLocalServer(11_434, { models: ['llama3.2:latest', 'qwen3:4b'] });
    t.after(() => ollama.close());
    const closed = await startLocalServer(1_234, { models: ['small'], cors: false });
    t.after(() => closed.close());
    await chat.open();
    await shootAll(chat.page, `05-first-run${language}`);
    await chat.get('connect-option-computer').click();
    await until('everything is looked at', async () => chat.get('finder-again').isEnabled());
    await chat.get('finding-cure').click();
    await shootAll(chat.page, `06-found-here${language}`);
    await chat.page.keyboard.press('Escape');
    await chat.get('connect-option-key').click();
    await chat.get('connect-key').waitFor();
    await shootAll(chat.page, `07-with-a-key${language}`);
  }, { contextOptions: { locale } });
}

scenario('the doctor', async ({ chat, server, t }) => {
  const ollama = await startLocalServer(11_434, { cors: false });
  t.after(() => ollama.close());
  await chat.open();
  await chat.fillEndpoint({ kind: 'ollama', baseUrl: 'http://127.0.0.1:11434' });
  await chat.get('endpoint-check').click();
  await checked(chat);
  await chat.get('doctor').scrollIntoViewIfNeeded();
  await chat.get('cure-commands').scrollIntoViewIfNeeded();
  await shootAll(chat.page, '08-doctor-refused');
  await chat.anotherKind('openai');
  await chat.get('endpoint-url').fill(server.endpoint(behave.reply('OK.')).baseUrl);
  await chat.get('endpoint-check').click();
  await checked(chat);
  await chat.get('doctor').scrollIntoViewIfNeeded();
  await shootAll(chat.page, '09-doctor-works');
});

scenario('the model picker, connections, and the settings of a conversation', async ({ chat, server, t }) => {
  const ollama = await startLocalServer(11_434, { models: ['llama3.2:latest', 'qwen3:4b'] });
  t.after(() => ollama.close());
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('OK.')));
  await chat.get('provider-button').click();
  await chat.get('provider-add').click();
  await chat.chooseKind('ollama');
  await chat.get('endpoint-url').fill('http://127.0.0.1:11434');
  await chat.get('endpoint-model').fill('qwen3:4b');
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  await chat.get('model-button').click();
  await until('the lists are there', async () => (await chat.get('model-item').count()) === 4);
  await shootAll(chat.page, '15-models');
  await chat.page.keyboard.press('Escape');
  await chat.get('own-button').click();
  await chat.get('own-temperature').fill('0.7');
  await shootAll(chat.page, '16-this-conversation');
  await chat.page.keyboard.press('Escape');
  await chat.get('provider-button').click();
  await shootAll(chat.page, '17-connections');
});
