// Measures compile over a long history, compared with `trimMessages` of npm `@langchain/core` on the same messages.

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
 * Both get the whole history and the same budget. `trimMessages` counts each message once, with `gpt-tokenizer`, and caches the
 * count, as Ricordo stores the count with the message. Without that cache it would take minutes.
 */
export async function compile() {
  const texts = history();
  const ours = measureOurs(texts);
  const theirs = await measureTheirs(texts);
  await reportExactSizes('invented words', texts);
  const sizes = await reportExactSizes('English', await english());
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

/** `exact`: the exact size of each message, if known. */
function ourHistory(texts, exact = []) {
  const Conversation = ourConversation();
  // Fills the budget, as `trimMessages` does. By default the window is cut in steps, so that the next prompt begins like
  // this one.
  const settings = { system_prompt: SYSTEM_PROMPT, context_max_tokens: BUDGET, trim_step_percent: 0 };
  return new Conversation(JSON.stringify({ settings, messages: texts, exact }));
}

/** Duration of each run of `trimMessages` over the history, in milliseconds. */
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
  const history = texts.map((text, index) => (index % 2 ? new AIMessage(text) : new HumanMessage(text)));
  return [new SystemMessage(SYSTEM_PROMPT), ...history, new HumanMessage(QUESTION)];
}

/** Repeats messages written by people. The generated history consists of invented words, which no vocabulary contains. */
async function english() {
  const files = ['chat.en.txt', 'technical.en.txt'].map(name => new URL(`../crates/text/fixtures/tokens/${name}`, import.meta.url));
  const lines = (await Promise.all(files.map(file => readFile(file, 'utf8')))).join('\n').split('\n').filter(line => line.trim());
  return Array.from({ length: 2_000 }, (_, index) => `${index + 1}. ${lines[index % lines.length]}`);
}

/**
 * Prints the exact sizes of both prompts, once if both estimate and once if both count exactly. `trimMessages` estimates one
 * token per four characters, as its documentation does.
 */
async function reportExactSizes(what, texts) {
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
  const message = index => {
    const length = 1 + Math.floor(random() * 6);
    next += length;
    // The number makes every message unique.
    return `${index + 1}. ${sentences.slice(next - length, next).join(' ')}`;
  };
  const texts = Array.from({ length: MESSAGES }, (_, index) => message(index));
  assert.ok(next <= sentences.length);
  return texts;
}
