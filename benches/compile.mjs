// Compile over a long history, against `trimMessages` of npm `@langchain/core` on the same messages.

import assert from 'node:assert/strict';
import { langchainMessages, ourConversation, theirCounter } from './support/modules.mjs';
import { prose, randomNumbers } from './support/prose.mjs';
import { speedup } from './support/statistics.mjs';

export const MESSAGES = 10_000;
export const BUDGET = 8_000;
const RUNS = 3;
const OUR_RUNS = 50;
const BOUND = 20;
export const SYSTEM_PROMPT = 'You are a helpful assistant. Answer clearly and to the point, in the language of the user.';
export const QUESTION = 'And how do I get back from there in the evening?';
const AT = Date.UTC(2026, 10, 21, 12);

/**
 * Both get the whole history and the same budget. Theirs counts a message with `gpt-tokenizer` when it first sees it and
 * remembers the count from then on, as ours has it stored with the message: without that it would take minutes.
 */
export async function compile() {
  const texts = history();
  const ours = await measureOurs(texts);
  const theirs = await measureTheirs(texts);
  return [speedup(`compile over ${MESSAGES.toLocaleString('en')} messages`, 'ms', { label: 'trimMessages', runs: theirs }, { label: 'ours', runs: ours }, BOUND)];
}

function measureOurs(texts) {
  const Conversation = ourConversation();
  // As theirs does, ours fills the budget here; otherwise it leaves room, so that the next prompt begins alike.
  const settings = { system_prompt: SYSTEM_PROMPT, context_max_tokens: BUDGET, trim_step_percent: 0 };
  const conversation = new Conversation(JSON.stringify({ settings, messages: texts }));
  const runs = [];
  for (let run = 0; run < OUR_RUNS; run += 1) {
    const start = performance.now();
    const tokens = conversation.compile(QUESTION, AT + run * 60_000);
    runs.push(performance.now() - start);
    assert.ok(tokens <= BUDGET, `the prompt has ${tokens} tokens, the budget ${BUDGET}`);
    assert.ok(tokens > BUDGET / 2, `the prompt has ${tokens} tokens only`);
  }
  tellExactSize(JSON.parse(conversation.request()));
  return runs;
}

/** Milliseconds of each run of `trimMessages` over the history. */
export async function measureTheirs(texts) {
  const { AIMessage, HumanMessage, SystemMessage, trimMessages } = langchainMessages();
  const history = texts.map((text, place) => (place % 2 ? new AIMessage(text) : new HumanMessage(text)));
  const messages = [new SystemMessage(SYSTEM_PROMPT), ...history, new HumanMessage(QUESTION)];
  const count = theirCounter('o200k');
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const counted = new Map();
    const sizeOf = text => {
      if (!counted.has(text)) counted.set(text, 4 + count(text));
      return counted.get(text);
    };
    const tokenCounter = list => list.reduce((sum, { content }) => sum + sizeOf(content), 0);
    const options = { maxTokens: BUDGET, strategy: 'last', includeSystem: true, startOn: 'human', tokenCounter };
    const start = performance.now();
    const trimmed = await trimMessages(messages, options);
    runs.push(performance.now() - start);
    assert.ok(trimmed.length > 10 && tokenCounter(trimmed) <= BUDGET);
  }
  return runs;
}

/** The budget holds by the counter in use, which estimates; this says how far that is from the exact size. */
function tellExactSize(request) {
  const count = theirCounter('o200k');
  const exact = request.reduce((sum, [, text]) => sum + 4 + count(text), 0);
  console.error(`  the last prompt has ${exact} tokens by an exact count; the budget is ${BUDGET}`);
}

/** English messages of one to six sentences. */
export function history() {
  const random = randomNumbers(7);
  const sentences = prose('english', MESSAGES * 400, 7).split(/(?<=[.?])\s+/u);
  let next = 0;
  const message = place => {
    const length = 1 + Math.floor(random() * 6);
    next += length;
    // No two messages are alike.
    return `${place + 1}. ${sentences.slice(next - length, next).join(' ')}`;
  };
  const texts = Array.from({ length: MESSAGES }, (_, place) => message(place));
  assert.ok(next <= sentences.length);
  return texts;
}
