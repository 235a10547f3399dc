// Pictures of every state of the page, in two sizes and two themes.
//
// Only checks that each state can be reached. Other files test the behaviour.

import * as behave from '../e2e/support/behaviours.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';
import { until } from '../e2e/support/until.mjs';

const TRIP = `Here is a plan for **three days in Rome**:

1. The Forum and the *Colosseum*, early, before the heat.
2. Trastevere: walk, eat, walk back.
3. Villa Borghese — or the [Vatican Museums](https://www.museivaticani.va/), if you book ahead.

> Shoes matter more than museums.

| Day | Walk | Cost |
|---|---|---|
| 1 | 6 km | 24 € |
| 2 | 9 km | 40 € |

\`\`\`rust
fn budget(days: u32) -> u32 {
    days * 110 // euros, with gelato
}
\`\`\`

Shall I look for trains from Milan?`;
const SHORT = 'Трамвай №8 йде від Piazza Venezia до Trastevere приблизно 15 хвилин. 🚋';

const scenario = suite({ missing: path => path.endsWith('.gguf') });

async function afterTurns(chat, server, ...behaviours) {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply(TRIP, { pieceLength: 40, cachedTokens: 0 }), behave.reply(SHORT, { cachedTokens: 412 }), ...behaviours));
  await chat.turn('Plan me three days in Rome. I like walking, old stones and good coffee, and I have about 330 euros.');
  await chat.turn('А як дістатися до Трастевере з центру?');
}

scenario('the first visit', async ({ chat }) => {
  await chat.open();
  await shootAll(chat.page, '01-first-visit');
  await chat.get('provider-button').click();
  await chat.get('provider-kind-in-page').click();
  await shootAll(chat.page, '02-connection-in-page');
  await chat.anotherKind('openai');
  await shootAll(chat.page, '03-connection-server');
  await chat.get('endpoint-url').fill('not a url');
  await chat.get('endpoint-model').fill('llama-3.2');
  await chat.get('endpoint-save').click();
  await chat.get('endpoint-error').waitFor();
  await shootAll(chat.page, '04-connection-refused');
});

scenario('a conversation, its inspector and its list', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await shootAll(chat.page, '10-conversation');
  await chat.get('composer').fill('A message that is not sent yet,\nand has two lines.');
  await chat.get('inspector-toggle').click();
  await chat.get('inspector').waitFor();
  await shootAll(chat.page, '11-inspector');
  await chat.get('inspector-toggle').click();
  await chat.get('composer').fill('');
  await chat.get('new-conversation').click();
  await until('an empty conversation', async () => (await chat.messages()).length === 0);
  await shootAll(chat.page, '12-new-conversation');
  await chat.turn('What should I read on the train?');
  await chat.page.setViewportSize({ width: 390, height: 844 });
  await chat.get('menu').click();
  await chat.get('conversation-item').first().waitFor();
  await shootAll(chat.page, '13-list', ['phone']);
});

scenario('tool events, and marks', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(
    behave.asksFor('save_user_fact', { fact: 'Likes to walk and does not like museums' }),
    behave.reply('Noted: no museums.'),
    behave.asksFor('add_task', { title: 'Book the train to Rome', due: '2030-05-01' }),
    behave.reply('It is on your list.'),
  ));
  await chat.turn('I like to walk, and I do not like museums.');
  await chat.turn('Remind me to book the train to Rome by the first of May 2030.');
  await chat.get('tool-round').last().locator('summary').click();
  await chat.act(1, 'message-mute');
  await chat.get('message-mark').waitFor();
  await shootAll(chat.page, '14-tools');
});

scenario('presets, and the confirmation before something is erased', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await chat.send('/preset');
  await chat.get('preset').nth(3).locator('summary').click();
  await shootAll(chat.page, '47-presets');
  await chat.page.keyboard.press('Escape');
  await chat.send('/erase');
  await chat.get('erase-dialog').waitFor();
  await shootAll(chat.page, '49-erase');
});

scenario('a streaming reply, and a stopped one', async ({ chat, server }) => {
  await afterTurns(chat, server, behave.reply(`Of course. ${TRIP}`.repeat(20), { delayMs: 20 }));
  await chat.send('Say all of that again, slowly.');
  await chat.streaming('three days');
  await shootAll(chat.page, '20-streaming');
  await chat.get('stop').click();
  await chat.settled('the stopped reply', 3);
  await shootAll(chat.page, '21-stopped');
});

scenario('the line of a forget and its undo', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await chat.send('/forget');
  await chat.get('forget-divider').waitFor();
  await shootAll(chat.page, '30-forgotten');
  await chat.turn('What did I ask about?');
  await shootAll(chat.page, '31-after-forget');
});

scenario('commands', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await chat.get('composer').pressSequentially('/');
  await chat.get('command-suggestion').first().waitFor();
  await shootAll(chat.page, '40-suggestions');
  await chat.send('/help');
  await chat.get('help-panel').waitFor();
  await shootAll(chat.page, '41-help');
  await chat.page.keyboard.press('Escape');
  await chat.send('/forgett');
  await chat.get('notice').waitFor();
  await shootAll(chat.page, '42-unknown-command');
});

scenario('errors on the way to a model', async ({ chat, server }) => {
  await afterTurns(chat, server, behave.unauthorized, behave.cutOff(TRIP.slice(0, 200)));
  await chat.turn('Which trains go there?');
  await shootAll(chat.page, '50-refused');
  await chat.send('And back?');
  await chat.settled('a reply that is cut off', 5);
  await shootAll(chat.page, '51-cut-off');
});

scenario('no weights for the in-page model', async ({ chat }) => {
  await chat.open();
  await chat.useInPageModel();
  await chat.turn('What is the capital of France?');
  await shootAll(chat.page, '60-no-weights');
});

scenario('no storage space for another message', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await chat.page.evaluate(() => (IDBObjectStore.prototype.put = () => { throw new DOMException('No room.', 'QuotaExceededError'); }));
  await chat.send('Is there room for one more?');
  await chat.get('storage-banner').waitFor();
  await shootAll(chat.page, '81-full');
});

scenario('settings', async ({ chat, server }) => {
  await afterTurns(chat, server);
  await chat.get('settings-button').click();
  await chat.get('settings-dialog').waitFor();
  await shootAll(chat.page, '70-settings');
});

scenario('no storage', async ({ chat, server }) => {
  await chat.page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await afterTurns(chat, server);
  await shootAll(chat.page, '80-in-memory');
});

scenario('a long conversation, scrolled to the middle', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply(SHORT)));
  for (let turn = 1; turn <= 6; turn += 1) await chat.turn(`Question ${turn}: what is on the way?`);
  await chat.page.getByTestId('message').first().scrollIntoViewIfNeeded();
  await chat.page.mouse.wheel(0, -4_000);
  await until('the way down is offered', async () => (await chat.get('scroll-end').count()) === 1);
  await shootAll(chat.page, '90-scrolled-up');
});
