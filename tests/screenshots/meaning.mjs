// Pictures of recall by meaning: the choice in the settings, what the storage page and the inspector say, and a failure.
//
// Only checks that each state can be reached. `meaning.test.mjs` tests the behaviour.

import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from '../e2e/support/behaviours.mjs';
import * as embeddings from '../e2e/support/behaviours-embeddings.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';
import { until } from '../e2e/support/until.mjs';

const scenario = suite();

async function openChoice(chat) {
  await chat.get('settings-button').click();
  await chat.get('settings-search').fill('embeddings');
  await chat.get('meaning').waitFor();
}

async function turnOn(chat) {
  await chat.get('meaning-connection').check();
  await chat.get('meaning-model').fill(embeddings.EMBEDDING_MODEL);
  await chat.get('meaning-turn-on').click();
}

for (const [prefix, locale] of [['170', 'en-US'], ['171-uk', 'uk-UA'], ['172-ru', 'ru-RU']]) {
  scenario(`recall by meaning: ${locale}`, async ({ chat, server }) => {
    const reply = 'I will keep that in mind.';
    await chat.open();
    const endpoint = server.endpoint(behave.reply(reply)).embeds(embeddings.vectors());
    await chat.useEndpoint(endpoint);
    await changeSettings(chat, { model_titles: false });
    await chat.reload();
    for (const text of ['Borscht needs beetroot.', 'The old vehicle is in the shed behind the mill.', 'That song has three chords.']) await chat.turn(text);
    await openChoice(chat);
    await shootAll(chat.page, `${prefix}-meaning-off`);
    await chat.get('meaning-in-page').check();
    await shootAll(chat.page, `${prefix}-meaning-in-page`);
    await chat.get('meaning-connection').check();
    await chat.get('meaning-check').click();
    await chat.get('meaning-error').waitFor();
    await shootAll(chat.page, `${prefix}-meaning-connection`);
    await turnOn(chat);
    await until('every message is ready', async () => /: 6 /.test(await chat.get('meaning-state').innerText().catch(() => '')), 60_000);
    await shootAll(chat.page, `${prefix}-meaning-on`);
    await chat.get('settings-cancel').click();
    await chat.get('settings-button').click();
    await chat.get('storage-button').click();
    await chat.get('vectors-delete').waitFor();
    await chat.get('stored-meaning').scrollIntoViewIfNeeded();
    await shootAll(chat.page, `${prefix}-meaning-storage`);
    await chat.page.keyboard.press('Escape');
    await chat.send('/new');
    await until('an empty conversation', async () => (await chat.messages()).length === 0);
    await chat.turn('Where did I leave my car?');
    await chat.get('inspector-toggle').click();
    await chat.get('inspector-switch').last().getByRole('button').last().click();
    const layer = chat.page.locator('[data-testid="inspector-layer"][data-kind="recall"]');
    await layer.locator('summary').first().click();
    await chat.get('recalled-piece').first().waitFor();
    await shootAll(chat.page, `${prefix}-meaning-inspector`);
    endpoint.embeds(behave.rateLimited(90));
    await chat.turn('My car is red.');
    await openChoice(chat);
    await until('it waits', async () => (await chat.get('meaning-trouble').count()) === 1, 60_000);
    await shootAll(chat.page, `${prefix}-meaning-waits`);
  }, { contextOptions: { locale } });
}

scenario('the download of the model in this browser', async ({ chat, server, context }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Noted.')));
  await chat.turn('The old vehicle is in the shed behind the mill.');
  await openChoice(chat);
  await chat.get('meaning-in-page').check();
  const network = await context.newCDPSession(chat.page);
  await network.send('Network.enable');
  const speed = { offline: false, latency: 0, downloadThroughput: 1_000_000, uploadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', speed);
  await chat.get('meaning-turn-on').click();
  await until('some of it is here', async () => Number.parseFloat(await chat.words('meaning-progress')) > 3, 60_000);
  await shootAll(chat.page, '173-meaning-download');
  await chat.get('meaning-cancel').click();
  await until('it can go on', async () => /Resume/.test(await chat.get('meaning-turn-on').innerText()));
  await shootAll(chat.page, '174-meaning-cancelled');
  await network.send('Network.emulateNetworkConditions', { ...speed, downloadThroughput: -1 });
  await chat.get('meaning-turn-on').click();
  await until('it is on', async () => /Prepared: 2 of 2/.test(await chat.get('meaning-panel').innerText()), 180_000);
  await shootAll(chat.page, '175-meaning-in-page-on');
  await chat.get('settings-cancel').click();
  await chat.get('settings-button').click();
  await chat.get('storage-button').click();
  await chat.get('embedding-model-delete').scrollIntoViewIfNeeded();
  await shootAll(chat.page, '176-meaning-storage-in-page');
});
