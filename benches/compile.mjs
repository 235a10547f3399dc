// Compile over a long history, against `trimMessages` of npm `@langchain/core` on the same messages.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
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
  const ours = measureOurs(texts);
  const theirs = await measureTheirs(texts);
  await tellExactSizes('invented words', texts);
  const sizes = await tellExactSizes('English', await english());
  for (const who of ['ours, estimated', 'ours, counted exactly']) assert.ok(sizes[who] <= BUDGET, `${who}: ${sizes[who]} tokens`);
  return [speedup(`compile over ${MESSAGES.toLocaleString('en')} messages`, 'ms', { label: 'trimMessages', runs: theirs }, { label: 'ours', runs: ours }, BOUND)];
}

function measureOurs(texts) {
  const conversation = ourHistory(texts);
  const runs = [];
  for (let run = 0; run < OUR_RUNS; run += 1) {
    const start = performance.now();
    const tokens = conversation.compile(QUESTION, AT + run * 60_000);
    runs.push(performance.now() - start);
    assert.ok(tokens <= BUDGET, `the prompt has ${tokens} tokens, the budget ${BUDGET}`);
    assert.ok(tokens > BUDGET / 2, `the prompt has ${tokens} tokens only`);
  }
  return runs;
}

/** `exact`: the exact size of each message, where it is known. */
function ourHistory(texts, exact = []) {
  const Conversation = ourConversation();
  // As theirs does, ours fills the budget here; otherwise it leaves room, so that the next prompt begins alike.
  const settings = { system_prompt: SYSTEM_PROMPT, context_max_tokens: BUDGET, trim_step_percent: 0 };
  return new Conversation(JSON.stringify({ settings, messages: texts, exact }));
}

/** Milliseconds of each run of `trimMessages` over the history. */
export async function measureTheirs(texts) {
  const { trimMessages } = langchainMessages();
  const messages = theirHistory(texts);
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

function theirHistory(texts) {
  const { AIMessage, HumanMessage, SystemMessage } = langchainMessages();
  const history = texts.map((text, place) => (place % 2 ? new AIMessage(text) : new HumanMessage(text)));
  return [new SystemMessage(SYSTEM_PROMPT), ...history, new HumanMessage(QUESTION)];
}

/** Messages that people wrote, again and again. The words of the history are stems with any ending: no vocabulary has them. */
async function english() {
  const files = ['chat.en.txt', 'technical.en.txt'].map(name => new URL(`../crates/text/fixtures/tokens/${name}`, import.meta.url));
  const lines = (await Promise.all(files.map(file => readFile(file, 'utf8')))).join('\n').split('\n').filter(line => line.trim());
  return Array.from({ length: 2_000 }, (_, place) => `${place + 1}. ${lines[place % lines.length]}`);
}

/**
 * The exact sizes of both prompts, once where both estimate and once where both count exactly. Theirs estimates a token for
 * four characters, as its documentation does.
 */
async function tellExactSizes(what, texts) {
  const { trimMessages } = langchainMessages();
  const count = theirCounter('o200k');
  const sizeOf = text => 4 + count(text);
  const ours = exact => {
    const conversation = ourHistory(texts, exact);
    conversation.compile(QUESTION, AT);
    const size = JSON.parse(conversation.request()).reduce((sum, [, text]) => sum + sizeOf(text), 0);
    conversation.free();
    return size;
  };
  const theirs = async sizeOfOne => {
    const tokenCounter = list => list.reduce((sum, { content }) => sum + sizeOfOne(content), 0);
    const options = { maxTokens: BUDGET, strategy: 'last', includeSystem: true, startOn: 'human', tokenCounter };
    const trimmed = await trimMessages(theirHistory(texts.slice(-1_000)), options);
    return trimmed.reduce((sum, { content }) => sum + sizeOf(content), 0);
  };
  const sizes = {
    'ours, estimated': ours([]),
    'ours, counted exactly': ours(texts.map(sizeOf)),
    'trimMessages, estimated': await theirs(text => 4 + Math.ceil(text.length / 4)),
    'trimMessages, counted exactly': await theirs(sizeOf),
  };
  for (const [who, size] of Object.entries(sizes)) console.error(`  ${what}, ${who}: ${size} tokens by an exact count; the budget is ${BUDGET}`);
  return sizes;
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
