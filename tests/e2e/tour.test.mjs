// The steps of `docs/tour.md`. With `RICORDO_TOUR` set to a folder, takes its pictures.

import assert from 'node:assert/strict';
import path from 'node:path';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const PLAN = `Here are **three days in Rome** for one who walks:

1. The Forum and the *Colosseum*, early, before the heat.
2. Trastevere: walk, eat, walk back.
3. Villa Borghese, and the coffee at its lake.

| Day | Walk | Cost |
|---|---|---|
| 1 | 6 km | 24 € |
| 2 | 9 km | 40 € |
| 3 | 7 km | 18 € |`;
const FACT = { fact: 'Walks with a stick since March' };
const ANSWER = 'Then take the tram to Trastevere on the second day, and sit down at Villa Borghese on the third.';
const FRESH_START = 'I do not know of a journey yet. Where do you want to go, and for how long?';

const scenario = suite();

scenario('the tour: a conversation, its request, a memory, forgetting, and undo', async ({ chat, server }) => {
  const endpoint = server.endpoint(
    behave.reply(PLAN),
    behave.asksFor('save_user_fact', FACT),
    behave.reply(ANSWER, { cachedTokens: 180 }),
    behave.reply(FRESH_START),
    behave.reply('It was Rome: three days, on foot.'),
  );
  const picture = async name => {
    if (process.env.RICORDO_TOUR) await chat.page.screenshot({ path: path.join(process.env.RICORDO_TOUR, `${name}.png`), animations: 'disabled' });
  };
  await chat.open();
  await chat.useEndpoint({ ...endpoint, model: 'llama3.2' });
  // A request for a title in between would use up a reply.
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.turn('Plan me three days in Rome. I like walking, old stones and good coffee.');

  // 1. What the model sees, before anything is sent.
  await chat.get('inspector-toggle').click();
  await chat.get('composer').fill('I walk with a stick since March. What would you change?');
  await until('what is typed is in the request', async () => (await chat.get('inspector-request').textContent()).includes('I walk with a stick'));
  await picture('tour-inspector');

  // 2. A memory that the user confirms.
  await chat.get('composer').press('Enter');
  await until('the answer is there', async () => (await chat.messages()).at(-1)?.text === ANSWER);
  await chat.settled('the answer');
  await chat.get('memory-chip').waitFor();
  await picture('tour-memory');
  await chat.get('chip-keep').click();
  await until('it is kept', async () => (await chat.get('memory-chip').getAttribute('data-kind')) === 'kept');

  // 3. Forgetting: everything stays on the page, and the model starts fresh.
  await chat.get('inspector-toggle').click();
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await chat.turn('Where was I going?');
  const sent = JSON.stringify(endpoint.chats.at(-1).json.messages);
  assert.ok(!sent.includes('Rome') && sent.includes(FACT.fact), 'the conversation is forgotten, and the saved memory is not');
  await picture('tour-forget');

  // 4. Undo.
  await chat.get('forget-divider').getByTestId('undo').click();
  await chat.get('forget-divider').waitFor({ state: 'detached' });
  assert.equal((await chat.turn('And now?')).text, 'It was Rome: three days, on foot.');
  assert.ok(JSON.stringify(endpoint.chats.at(-1).json.messages).includes('Plan me three days in Rome'));

  // 5. The source of a memory.
  await chat.get('memory-button').click();
  await chat.get('memory-text').filter({ hasText: FACT.fact }).waitFor();
  await picture('tour-memories');
});
