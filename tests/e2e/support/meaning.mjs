// What the tests of recall by meaning do: a conversation with a fact between other topics, a model that makes vectors, and
// a question that shares no word with the fact.

import { openWith } from './open-with.mjs';
import * as behave from './behaviours.mjs';
import * as embeddings from './behaviours-embeddings.mjs';
import { RECALL, RECALL_ELSEWHERE, stretching } from './patience.mjs';
import { until } from './until.mjs';

export const FACT = 'The old vehicle is in the shed behind the mill.';
/** Shares no word with the fact. */
export const QUESTION = 'Where did I leave my car?';
export const OTHERS = ['Borscht needs beetroot.', 'Our rent goes up again.', 'That song has three chords.'];
export const IDLE_MS = 60_000;

/** A conversation with the fact between other topics. The server makes vectors, too. */
export async function begin(chat, endpoint) {
  await openWith(chat, endpoint);
  for (const text of [OTHERS[0], FACT, ...OTHERS.slice(1)]) await chat.turn(text);
  return endpoint;
}

export const embedder = (server, ...behaviours) => server.endpoint(behave.reply('Noted.')).embeds(...(behaviours.length ? behaviours : [embeddings.vectors()]));

export async function openChoice(chat) {
  await chat.get('settings-button').click();
  await chat.get('settings-search').fill('embeddings');
  await chat.get('meaning').waitFor();
}

export async function closeSettings(chat) {
  await chat.get('settings-cancel').click();
  await chat.get('settings-search').waitFor({ state: 'detached' });
}

/** Turns it on with a model of the connection at an address. */
export async function turnOn(chat, { model = embeddings.EMBEDDING_MODEL, host = '127.0.0.1' } = {}) {
  await openChoice(chat);
  await chat.get('meaning-connection').check();
  const server = await chat.get('meaning-server').locator('option').filter({ hasText: host }).first().getAttribute('value');
  await chat.get('meaning-server').selectOption(server);
  await chat.get('meaning-model').fill(model);
  await until('it is known how much is sent', () => chat.get('meaning-turn-on').isEnabled());
  // By key: the sentence above it grows once it is known how much is sent, and would move it away from under the pointer.
  await chat.get('meaning-turn-on').press('Enter');
  await until('it is on', async () => (await chat.get('meaning-turn-on').count()) === 0);
}

/** Waits until the settings, which are open, say that every message is ready. */
export function ready(chat, timeoutMs = IDLE_MS) {
  return until('every message is ready', async () => {
    const [, done, total] = /Prepared: ([\d,]*\d) of ([\d,]*\d)/.exec(await chat.get('meaning-state').innerText()) ?? [];
    return done !== undefined && done !== '0' && done === total;
  }, timeoutMs);
}

export async function turnOnAndWait(chat, options) {
  await turnOn(chat, options);
  await ready(chat);
  await closeSettings(chat);
}

/** Asks in a new conversation. The request that was sent. */
export async function ask(chat, endpoint, question = QUESTION) {
  await chat.startConversation();
  await stretching(chat.page, [RECALL, RECALL_ELSEWHERE], () => chat.turn(question));
  return endpoint.chats.at(-1);
}

/** Types a question, and waits until the preview of the request holds some words. */
export async function findsInPreview(chat, question, words) {
  if (!(await chat.get('inspector').isVisible())) await chat.get('inspector-toggle').click();
  await chat.get('composer').fill(question);
  await chat.get('inspector').getByText(words).first().waitFor({ state: 'attached', timeout: 60_000 });
}

/**
 * Asks in a new conversation once the preview holds the fact. The request that was sent. A turn waits for recall for an instant only,
 * so on a busy machine the first question after a change may go without.
 */
export async function askAndFind(chat, endpoint, question = QUESTION) {
  await chat.startConversation();
  await findsInPreview(chat, question, 'behind the mill');
  const before = await chat.lastSequence();
  await stretching(chat.page, [RECALL, RECALL_ELSEWHERE], async () => {
    await chat.get('composer').press('Enter');
    await chat.settled('the reply', before);
  });
  await chat.get('inspector-toggle').click();
  return endpoint.chats.at(-1);
}
