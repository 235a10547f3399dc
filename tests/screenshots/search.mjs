// Pictures of the search, the palette and the list of conversations, in two sizes and two themes.

import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from '../e2e/support/behaviours.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';
import { until } from '../e2e/support/until.mjs';

const scenario = suite();

const CONVERSATIONS = [
  ['Plan me three days in Rome. I like walking and old stones.', 'Start at the **Forum**, early, before the heat. Then walk to Trastevere and see Rome from the Gianicolo.'],
  ['Як дістатися до Трастевере з центру Рима?', 'Трамвай №8 йде від Piazza Venezia приблизно 15 хвилин.'],
  ['What should I read on the train to Rome?', 'Try “The Leopard”, and leave the guide book for Rome itself.'],
  ['A short poem about rain', 'Rain on the roof, and no hurry.'],
  ['Как испечь хлеб дома?', 'Мука, вода, соль, дрожжи и терпение.'],
  ['Review this function', 'It allocates in a loop.'],
  ['Taxes for freelancers', 'It depends on the country.'],
];

scenario('the search, the palette and the list', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(...CONVERSATIONS.map(([, reply]) => behave.reply(reply))));
  // The scripted model answers any question.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  for (const [index, [asked]] of CONVERSATIONS.entries()) {
    if (index > 0) {
      await chat.send('/new');
      await until('an empty conversation', async () => (await chat.messages()).length === 0);
    }
    await chat.turn(asked);
  }
  const row = title => chat.page.locator('.conversation', { hasText: title });
  const act = async (title, id) => {
    await row(title).hover();
    await row(title).getByTestId('conversation-more').click();
    await chat.get('conversation-menu').getByTestId(id).click();
  };
  await act('Plan me three days', 'conversation-pin');
  // Its row is rendered again at the top.
  await chat.page.locator('.sidebar h2').filter({ hasText: 'Pinned' }).waitFor();
  await act('Plan me three days', 'conversation-tags');
  await chat.get('conversation-tags-input').fill('Rome, travel');
  await chat.get('conversation-tags-input').press('Enter');
  await chat.get('conversation-tag').first().waitFor();
  await act('A short poem', 'conversation-archive');
  await chat.get('archive-open').waitFor();
  await row('Review this').hover();
  await row('Review this').getByTestId('conversation-more').click();
  await shootAll(chat.page, '60-list', ['wide']);
  await chat.page.setViewportSize({ width: 390, height: 844 });
  await chat.get('menu').click();
  await shootAll(chat.page, '60-list', ['phone']);
  await row('Review this').getByTestId('conversation-more').click();
  await chat.get('conversation-menu').getByRole('menuitem').first().waitFor();
  await shootAll(chat.page, '60-list-menu', ['phone']);
  await chat.page.setViewportSize({ width: 390, height: 844 });
  await chat.page.keyboard.press('Escape');
  await chat.get('search-button').click();
  await shootAll(chat.page, '61-search-empty');
  await chat.get('search-field').fill('rome');
  await until('hits', async () => (await chat.get('search-hit').count()) > 3);
  await shootAll(chat.page, '62-search');
  await chat.get('search-time').selectOption({ label: 'From … to …' });
  await chat.get('search-role').selectOption({ label: 'Replies' });
  await shootAll(chat.page, '63-search-filters');
  await chat.get('search-field').fill('>re');
  await until('commands', async () => (await chat.get('search-hit').count()) > 3);
  await shootAll(chat.page, '64-palette');
  await chat.get('search-field').fill('nowhere at all');
  await shootAll(chat.page, '65-search-nothing');
});
