// Several people at one keyboard: the speaker is chosen beside the composer and stored with the conversation.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

async function open(chat, server) {
  const replies = ['First.', 'Second.', 'Third.', 'Fourth.'].map(text => behave.reply(text));
  const endpoint = server.endpoint(...replies);
  await chat.open();
  await chat.useEndpoint(endpoint);
  // A request for a title in between would use up a reply.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  return endpoint;
}

const people = chat => chat.get('person').evaluateAll(all => all.map(one => [one.parentElement.innerText.replace(/\s+/g, ' ').trim(), one.checked]));
const speaker = chat => chat.get('speaker').getAttribute('aria-label');
const closed = async chat => {
  await chat.page.keyboard.press('Escape');
  await chat.get('people-dialog').waitFor({ state: 'hidden' });
};
/** The messages of the last request that people wrote. */
const sent = endpoint => endpoint.chats.at(-1).json.messages.filter(one => one.role === 'user').map(one => one.content.replace(/^\[[^\]]* UTC[^\]]*\] /, ''));

scenario('a person is added, speaks, and is named to the model, also after a reload', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.turn('Mine');
  assert.equal(await speaker(chat), 'Writing as: You');
  await chat.get('speaker').click();
  await chat.get('person').first().waitFor();
  assert.deepEqual(await people(chat), [['You', true]]);
  assert.equal(await chat.get('person-add').isDisabled(), true);
  await chat.get('person-name').fill('Olena');
  await chat.get('person-username').fill('@olena');
  await chat.get('person-name').press('Enter');
  await until('Olena is chosen', async () => JSON.stringify(await people(chat)) === JSON.stringify([['You', false], ['Olena @olena', true]]));
  await chat.get('people-dialog').getByTestId('notice').filter({ hasText: 'Now writing as Olena.' }).waitFor();
  await closed(chat);
  await chat.reload();
  assert.equal(await speaker(chat), 'Writing as: Olena');
  await chat.turn('Hers');
  assert.deepEqual(sent(endpoint), ['[User]: Mine', '[Olena (@olena)]: Hers']);
  assert.deepEqual(await chat.get('message-author').allInnerTexts(), ['Olena']);

  await chat.get('speaker').click();
  await chat.get('person').first().check();
  await until('the user is chosen', async () => (await speaker(chat)) === 'Writing as: You');
  await closed(chat);
  await chat.turn('Mine again');
  assert.deepEqual(sent(endpoint), ['[User]: Mine', '[Olena (@olena)]: Hers', '[User]: Mine again']);

  await chat.get('speaker').click();
  await chat.get('person-remove').click();
  await until('Olena is off the list', async () => (await people(chat)).length === 1);
  await closed(chat);
  assert.deepEqual(await chat.get('message-author').allInnerTexts(), ['Olena'], 'what she wrote stays');
});

scenario('a fact belongs to the person who said it; in another conversation only the user speaks', async ({ chat, server }) => {
  const endpoint = server.endpoint(behave.asksFor('save_user_fact', { fact: 'Likes green tea' }), behave.reply('Noted.'), behave.reply('Hello.'));
  await chat.open();
  await chat.useEndpoint(endpoint);
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.get('speaker').click();
  await chat.get('person-name').fill('Olena');
  await chat.get('person-add').click();
  await until('Olena is chosen', async () => (await people(chat)).some(([name, isChosen]) => name.startsWith('Olena') && isChosen));
  await closed(chat);
  await chat.turn('I like green tea');
  await chat.get('chip-keep').click();
  await chat.send('/memories');
  await until('the fact is hers', async () => (await chat.get('memory-about').allInnerTexts()).join() === 'Olena');
  await chat.page.keyboard.press('Escape');
  await chat.get('memories-dialog').waitFor({ state: 'hidden' });
  await chat.get('new-conversation').first().click();
  await until('the user speaks', async () => (await speaker(chat)) === 'Writing as: You');
  await chat.turn('Hello');
  assert.doesNotMatch(JSON.stringify(endpoint.chats.at(-1).json.messages), /green tea/);
});
