// One question to several models: they are chosen, asked at once, compared side by side, and one answer is kept.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { resize, sideways, small } from './support/layout.mjs';
import { shootAll } from './support/screenshots.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();
const PRICES = ['alpha', 'beta'].map(model => ({ model, prompt: 5_000_000, cached: 500_000, completion: 50_000_000 }));

/** A reply whose end waits until `release` is called. */
function gated(first, rest) {
  let release;
  const released = new Promise(resolve => { release = resolve; });
  return { behaviour: behave.held(first, rest, released), release };
}

/** Opens the page with a connection for each of these models; the last one answers. */
async function opened(chat, endpoints) {
  await chat.open();
  for (const [model, endpoint] of Object.entries(endpoints)) {
    // The dialog edits the connection that answers.
    if (model === Object.keys(endpoints)[0]) await chat.useEndpoint({ ...endpoint, model });
    else await chat.addEndpoint({ ...endpoint, model });
  }
  await changeSettings(chat, { model_titles: false, prices: PRICES });
  await chat.reload();
}

/** Chooses these models for the next message, among those of this number of connections. */
async function choose(chat, models, connections) {
  await chat.send('/compare');
  await chat.get('several-dialog').waitFor();
  const rows = chat.get('several-list').locator('label');
  await rows.first().waitFor();
  // A list that arrives moves the rows below it.
  await until('all lists are here', async () => (await rows.filter({ hasText: '· test-model' }).count()) === connections);
  for (const box of await chat.get('several-item').all()) await box.uncheck();
  for (const model of models) await rows.filter({ hasText: `· ${model}` }).getByRole('checkbox').check();
}

const column = (chat, at) => chat.get('answer').nth(at);
const says = (chat, at, words) => column(chat, at).getByText(words).first().waitFor();

scenario('several models answer at once, one answer is kept, and the others stay as branches', async ({ chat, server }) => {
  const first = gated('The **first** begins', ', and ends.');
  const alpha = server.endpoint(first.behaviour, behave.reply('Alpha goes on.'));
  const beta = server.endpoint(behave.reply('The second is whole.'), behave.reply('Beta goes on.'));
  const gamma = server.endpoint(behave.serverError, behave.rateLimited(1), behave.reply('The third, after all.'));
  await opened(chat, { gamma, beta, alpha });

  await choose(chat, ['alpha'], 3);
  assert.equal(await chat.get('several-ask').getAttribute('aria-disabled'), 'true', 'one is not several');
  for (const model of ['beta', 'gamma']) {
    await chat.get('several-list').locator('label').filter({ hasText: `· ${model}` }).getByRole('checkbox').check();
  }
  await shootAll(chat.page, 'several-10-choice');
  await chat.get('several-ask').click();
  assert.match(await chat.words('several-notice'), /3 models: .*alpha.*beta.*gamma/);
  assert.equal(await chat.page.locator('.privacy').isVisible(), false, 'the notice names all of them');
  await shootAll(chat.page, 'several-20-chosen');

  await chat.send('Which is best?');
  await says(chat, 0, 'first');
  await says(chat, 1, 'The second is whole.');
  await until('the third says why it failed', async () => /out of memory/.test(await column(chat, 2).innerText()));
  assert.equal(await column(chat, 1).getByTestId('answer-keep').getAttribute('aria-disabled'), 'true', 'not while answers arrive');
  await shootAll(chat.page, 'several-30-arriving');
  first.release();
  await until('all are here', async () => (await chat.get('answers-stop').count()) === 0);
  const facts = at => column(chat, at).getByTestId('answer-facts').innerText();
  const before = [await facts(0), await facts(1)];
  assert.match(before[0], /first word after \d+\.\d s · \d+\.\d s in all · \d+ tokens$/, 'its server reports no usage');
  assert.match(before[1], /first word after \d+\.\d s · \d+\.\d s in all · \d+ tokens · cost 0\.\d+$/);
  assert.equal((await storedRows(chat, 'messages')).filter(row => row.role === 'user').length, 1, 'the question is stored once');
  for (const endpoint of [alpha, beta, gamma]) assert.ok(endpoint.chats[0].json.messages.at(-1).content.endsWith('Which is best?'));
  await column(chat, 1).getByTestId('answer-good').click();
  await until('it is rated', async () => (await column(chat, 1).getByTestId('answer-good').getAttribute('aria-pressed')) === 'true');
  await shootAll(chat.page, 'several-40-compared');
  await resize(chat.page, { width: 390, height: 844 });
  assert.deepEqual([await sideways(chat.page), await small(chat.page, 24)], [[], []]);
  await chat.page.setViewportSize({ width: 1280, height: 800 });

  // The kept answer is the one that the next message follows.
  await column(chat, 1).getByTestId('answer-keep').click();
  await chat.get('answers-page').waitFor({ state: 'hidden' });
  await until('the second is shown', async () => (await chat.messages()).at(-1).text === 'The second is whole.');
  assert.equal(await chat.get('message-sibling').innerText(), '2/3');
  assert.equal(await chat.get('message-rating').innerText(), 'Good');
  assert.equal((await chat.turn('And now?')).text, 'Alpha goes on.', 'the next message goes to one model again');
  const texts = alpha.chats[1].json.messages.map(message => message.content).join('|');
  assert.match(texts, /The second is whole/);
  assert.doesNotMatch(texts, /and ends|Good/);

  // The comparison is still there after a reload with all its facts, and a failed model is asked again on its branch; if its
  // server limits the rate then, the page waits and asks the same model again.
  await chat.reload();
  await chat.get('message-took').first().waitFor();
  assert.match(await chat.get('message-took').first().innerText(), /^\d+\.\d s$/);
  await chat.get('compare').first().click();
  await says(chat, 0, ', and ends.');
  assert.match(await column(chat, 1).innerText(), /In the conversation/);
  assert.deepEqual([await facts(0), await facts(1)], before);
  await column(chat, 2).getByTestId('answer-again').click();
  await until('the third answers', async () => (await chat.messages()).at(-1).text === 'The third, after all.');
  assert.equal(await chat.get('message-sibling').innerText(), '3/3');
  assert.equal(gamma.chats.length, 3);
});

scenario('a message typed while several models answer waits until one answer is kept, and a closed comparison can be opened again', async ({ chat, server }) => {
  const second = gated('The second begins', ', and ends.');
  const alpha = server.endpoint(behave.reply('The first is whole.'), behave.reply('More about it.'));
  const beta = server.endpoint(second.behaviour);
  await opened(chat, { beta, alpha });
  await choose(chat, ['alpha', 'beta'], 2);
  await chat.get('several-ask').click();
  await chat.send('Which is best?');
  await says(chat, 1, 'The second begins');
  await chat.page.keyboard.press('Escape');
  await chat.get('answers-arriving').waitFor();
  await chat.send('Tell me more about that.');
  await chat.get('queued').waitFor();
  await chat.get('answers-open').click();
  await says(chat, 1, 'The second begins');
  assert.equal(await chat.get('answers-arriving').count(), 0);
  second.release();
  await until('all are here', async () => (await chat.get('answers-stop').count()) === 0);
  await until('the queue waits for the choice', async () => /until you keep one of the answers/.test(await chat.textNow('queue-state')));
  assert.equal(alpha.chats.length, 1, 'it is not sent under an answer that nobody chose');
  await column(chat, 1).getByTestId('answer-keep').click();
  await until('it is answered', async () => (await chat.messages()).at(-1).text === 'More about it.');
  assert.deepEqual((await chat.messages()).map(({ text }) => text), ['Which is best?', 'The second begins, and ends.', 'Tell me more about that.', 'More about it.']);
});

scenario('an answer whose server limits the rate waits in its column and is asked for again, once by itself', async ({ chat, server }) => {
  const alpha = server.endpoint(behave.reply('The first is whole.'), behave.rateLimited(90));
  const beta = server.endpoint(behave.rateLimited(1), behave.reply('The second, a little later.'));
  const gamma = server.endpoint(behave.rateLimited(90), behave.rateLimited(90), behave.reply('The third, when asked.'));
  const delta = server.endpoint(behave.rateLimited(2), behave.rateLimited(2), behave.rateLimited(90));
  await opened(chat, { delta, gamma, beta, alpha });
  await choose(chat, ['alpha', 'beta', 'gamma', 'delta'], 4);
  await chat.get('several-ask').click();
  await chat.send('Which is best?');
  const [second, third, fourth] = [1, 2, 3].map(at => column(chat, at));
  await until('the third counts down', async () => /Retrying in [2-9]\d s/.test(await third.innerText()));
  assert.match(await third.getByTestId('answer-state').innerText(), /\b90 s/);
  assert.equal(await third.getByTestId('answer-keep').count(), 0);
  await says(chat, 0, 'The first is whole.');
  await says(chat, 1, 'The second, a little later.');
  assert.equal(beta.chats.length, 2);
  assert.deepEqual(beta.chats[1].json, beta.chats[0].json, 'the same request');
  assert.equal(await second.getByTestId('answer-countdown').count(), 0);
  await shootAll(chat.page, 'several-50-limited');
  await resize(chat.page, { width: 390, height: 844 });
  assert.deepEqual([await sideways(chat.page), await small(chat.page, 24)], [[], []]);
  await chat.page.setViewportSize({ width: 1280, height: 800 });

  // Not a third time by itself; but after each time that the user did not want to wait.
  await until('the fourth has failed', async () => (await fourth.getByTestId('answer-countdown').count()) === 0 && delta.chats.length === 2);
  await third.getByTestId('answer-now').click();
  await until('the third was asked again', () => gamma.chats.length === 2);
  await until('it counts down again', async () => (await third.getByTestId('answer-countdown').count()) === 1);
  await third.getByTestId('answer-now').click();
  await says(chat, 2, 'The third, when asked.');
  await until('all have ended', async () => (await chat.get('answers-stop').count()) === 0);
  assert.match(await fourth.getByTestId('answer-state').innerText(), /\b2 s/);
  assert.equal(await fourth.getByTestId('answer-again').count(), 1);
  assert.deepEqual([alpha, beta, gamma, delta].map(endpoint => endpoint.chats.length), [1, 2, 3, 2]);
  assert.equal((await storedRows(chat, 'messages')).filter(row => row.role === 'user').length, 1);
  await chat.page.keyboard.press('Escape');

  // Its own Stop ends one wait, the other all.
  await choose(chat, ['alpha', 'delta'], 4);
  await chat.get('several-ask').click();
  await chat.send('And now?');
  await until('both wait', async () => (await chat.get('answer-countdown').count()) === 2);
  await column(chat, 0).getByTestId('answer-give-up').click();
  await until('the first has failed', async () => (await column(chat, 0).getByTestId('answer-countdown').count()) === 0);
  assert.equal(await chat.get('answer-countdown').count(), 1);
  await chat.get('answers-stop').click();
  await until('both can be asked again', async () => (await chat.get('answer-again').count()) === 2);
  assert.match(await column(chat, 0).getByTestId('answer-state').innerText(), /\b90 s/);
  assert.deepEqual([alpha, delta].map(endpoint => endpoint.chats.length), [2, 3]);
});

scenario('a chosen model is asked where its connection is when the message is sent, and not once that is deleted', async ({ chat, server }) => {
  const [alpha, beta, gamma] = [server.endpoint(), server.endpoint(), server.endpoint(behave.reply('Gamma is here.'))];
  const moved = server.endpoint(behave.reply('Alpha has moved.'));
  await opened(chat, { gamma, beta, alpha });
  await choose(chat, ['alpha', 'beta', 'gamma'], 3);
  await chat.get('several-ask').click();
  await chat.get('provider-button').click();
  await chat.get('provider-saved').filter({ hasText: 'alpha' }).click();
  await chat.get('endpoint-url').fill(moved.baseUrl);
  await chat.get('endpoint-save').click();
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });
  await chat.get('provider-button').click();
  const saved = chat.get('provider-dialog').locator('li', { hasText: 'beta' });
  await saved.getByTestId('provider-delete').click();
  await until('the notice names who is asked', async () => /2 models: .*alpha.*gamma|2 models: .*gamma.*alpha/.test(await chat.words('several-notice')));
  await chat.page.keyboard.press('Escape');
  await chat.get('provider-dialog').waitFor({ state: 'hidden' });

  await chat.send('Where are you?');
  await chat.get('answers-page').getByText('Alpha has moved.').first().waitFor();
  await chat.get('answers-page').getByText('Gamma is here.').first().waitFor();
  assert.deepEqual([alpha, beta, gamma, moved].map(endpoint => endpoint.chats.length), [0, 0, 1, 1]);
});

scenario('the price is that of all requests, Stop ends all, and what came survives a reload', async ({ chat, server }) => {
  const [one, two] = [gated('One begins', ''), gated('Two begins', '')];
  const alpha = server.endpoint(one.behaviour, gated('One again', '').behaviour);
  const beta = server.endpoint(two.behaviour, gated('Two again', '').behaviour);
  await opened(chat, { beta, alpha });
  // Each reply costs up to 0.10, so that one alone is below the limit.
  await changeSettings(chat, { prices: PRICES, max_response_tokens: 2_048, confirm_above_cost: 0.18, model_titles: false });
  await chat.reload();
  await choose(chat, ['alpha', 'beta'], 2);
  await chat.get('several-ask').click();
  await chat.send('How dear is that?');
  await chat.get('spending').waitFor();
  assert.match(await chat.words('spending'), /up to 0\.2\d with the reply/);
  assert.equal(alpha.chats.length + beta.chats.length, 0);
  await chat.get('spending-yes').click();
  await says(chat, 0, 'One begins');
  await says(chat, 1, 'Two begins');
  await chat.get('answers-stop').click();
  await until('both are stopped', async () => (await chat.get('answer-again').count()) === 2);
  await until('both requests are closed', () => alpha.chats[0].closedByClient && beta.chats[0].closedByClient);
  await chat.page.keyboard.press('Escape');

  await choose(chat, ['alpha', 'beta'], 2);
  await chat.get('several-ask').click();
  await chat.send('And that?');
  await chat.get('spending-yes').click();
  await says(chat, 0, 'One again');
  await says(chat, 1, 'Two again');
  await chat.reload();
  await until('the first is kept as interrupted', async () => (await chat.messages()).at(-1)?.finish === 'interrupted');
  await chat.get('compare').last().click();
  await says(chat, 0, 'One again');
  await says(chat, 1, 'Two again');
});

scenario('an answer that was cut is asked for again without the conversation that followed it, and where its connection is now', async ({ chat, newChat, server }) => {
  const alpha = server.endpoint(behave.cutOff('The first is cut'), behave.reply('The first again.'), behave.reply('Alpha goes on.'));
  const beta = server.endpoint(behave.reply('The second is whole.'));
  const moved = server.endpoint(behave.cutOff('From its new place, and cut'));
  await opened(chat, { beta, alpha });
  await choose(chat, ['alpha', 'beta'], 2);
  await chat.get('several-ask').click();
  await chat.send('Which is best?');
  await until('all are here', async () => (await chat.get('answer-again').count()) === 1);
  await column(chat, 0).getByTestId('answer-again').click();
  await until('the first answers', async () => (await chat.messages()).at(-1).text === 'The first again.');
  await chat.turn('A follow-up for alpha alone');

  // What is shown already stays shown, with what followed it.
  await chat.get('compare').first().click();
  await until('all three are compared', async () => (await chat.get('answer').count()) === 3);
  const kept = chat.get('answer').filter({ hasText: 'The first again.' });
  assert.match(await kept.innerText(), /In the conversation/);
  await kept.getByTestId('answer-keep').click();
  await chat.get('answers-page').waitFor({ state: 'hidden' });
  await until('the follow-up is still there', async () => (await chat.messages()).at(-1).text === 'Alpha goes on.');

  await chat.get('compare').first().click();
  const cut = chat.get('answer').filter({ hasText: 'The first is cut' });
  await cut.getByTestId('answer-again').waitFor();
  const other = await newChat();
  await other.open();
  await other.get('provider-button').click();
  await other.get('provider-saved').filter({ hasText: 'alpha' }).click();
  await other.get('endpoint-url').fill(moved.baseUrl);
  await other.get('endpoint-model').fill('alpha-2');
  await other.get('endpoint-save').click();
  await other.get('provider-dialog').waitFor({ state: 'hidden' });
  await until('this tab knows', async () => /alpha-2/.test(await chat.textNow('provider-button')));
  await cut.getByTestId('answer-again').click();
  await until('it is answered', async () => (await chat.messages()).at(-1).text === 'From its new place, and cut');
  await chat.settled('the reply is cut');
  assert.equal((await chat.messages()).length, 2);
  const { model, messages } = moved.chats[0].json;
  assert.equal(model, 'alpha', 'the model that is compared');
  assert.doesNotMatch(JSON.stringify(messages), /follow-up/);
  assert.equal(alpha.chats.length, 3, 'nothing is sent to where it was');

  // Once the connection is deleted, nobody is asked.
  await chat.get('compare').first().click();
  const last = chat.get('answer').filter({ hasText: 'From its new place' });
  await last.getByTestId('answer-again').waitFor();
  assert.equal(await cut.getByTestId('answer-again').count(), 0, 'no connection has that address any more');
  await other.get('provider-button').click();
  await other.get('provider-dialog').locator('li', { hasText: 'alpha-2' }).getByTestId('provider-delete').click();
  await until('this tab knows', async () => !/alpha-2/.test(await chat.textNow('provider-button')));
  await last.getByTestId('answer-again').click();
  await until('it says why', async () => /connection that gave this answer was deleted/.test(await chat.textNow('notice')));
  assert.deepEqual([alpha, beta, moved].map(endpoint => endpoint.chats.length), [3, 1, 1]);
});
