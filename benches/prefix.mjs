// How much of a prompt a provider can reuse: conversations are replayed turn by turn, and each request is compared with
// the one before it.
//
// What counts as unchanged are whole messages as they are sent, from the first on, up to the first that differs.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { corpusFolder, ourConversation, ourCounter } from './support/modules.mjs';
import { prose } from './support/prose.mjs';
import { atLeast } from './support/statistics.mjs';

const BUDGET = 4_000;
const BOUND = 0.95;
const MINUTE = 60_000;
const AT = Date.UTC(2026, 10, 21, 8);
const SYSTEM_PROMPT = 'You are a helpful assistant. Answer clearly and to the point, in the language of the user.';
const MESSAGE_TOKENS = 4;

/** Ours, and two ways to lose the prefix: cutting one message at a time, and a clock at the top. */
export async function prefix() {
  const conversations = corpus() ?? generated();
  const turns = conversations.reduce((sum, { length }) => sum + length, 0);
  console.error(`  ${conversations.length} conversations, ${turns} turns, a budget of ${BUDGET} tokens`);
  const count = remembering(await ourCounter('o200k'));
  const share = (options = {}) => unchangedShare(conversations, count, options);
  return [
    atLeast('prompt tokens with an unchanged prefix', '', share(), BOUND),
    atLeast('  when cut one message at a time', '', share({ settings: { trim_step_percent: 0 } })),
    atLeast('  with a clock in the system prompt', '', share({ clock: true })),
  ];
}

function unchangedShare(conversations, count, { settings = {}, clock = false }) {
  const Conversation = ourConversation();
  const all = { system_prompt: SYSTEM_PROMPT, context_max_tokens: BUDGET, immediate_messages: 500, ...settings };
  const sum = { tokens: 0, unchanged: 0 };
  for (const turns of conversations) {
    const conversation = new Conversation(JSON.stringify({ settings: all, messages: [] }));
    let before = null;
    turns.forEach(([question, answer], turn) => {
      const at = AT + turn * MINUTE;
      if (clock) conversation.setSystemPrompt(`It is ${new Date(at).toISOString()}. ${SYSTEM_PROMPT}`);
      const tokens = conversation.compile(question, at);
      if (tokens > BUDGET) throw new Error(`A prompt of ${tokens} tokens is over the budget of ${BUDGET}.`);
      const request = JSON.parse(conversation.request());
      // The first turn has none before it.
      if (before) compare(before, request, count, sum);
      before = request;
      conversation.add(question, answer);
    });
    conversation.free();
  }
  return sum.unchanged / sum.tokens;
}

function compare(before, request, count, sum) {
  const same = ([role, text], at) => before[at]?.[0] === role && before[at][1] === text;
  const differs = request.findIndex((message, at) => !same(message, at));
  const sizes = request.map(([, text]) => MESSAGE_TOKENS + count(text));
  const add = (total, size) => total + size;
  sum.tokens += sizes.reduce(add, 0);
  sum.unchanged += sizes.slice(0, differs === -1 ? undefined : differs).reduce(add, 0);
}

function remembering(count) {
  const counts = new Map();
  return text => {
    if (!counts.has(text)) counts.set(text, count(text));
    return counts.get(text);
  };
}

/** MemoryBank: for each person the turns of all days, one after the other; null without the corpus. */
function corpus() {
  const folder = corpusFolder();
  if (!folder) return null;
  const files = ['memory_bank_en.json', 'memory_bank_cn.json'].map(name => path.join(folder, 'conversations', name));
  const people = files.flatMap(file => Object.values(JSON.parse(readFileSync(file, 'utf8'))));
  return people.map(({ history }) => Object.values(history).flat().map(({ query, response }) => [query, response]));
}

function generated() {
  console.error('  RICORDO_CORPUS is not set: one generated conversation is replayed instead');
  const sentences = prose('english', 200_000, 3).split(/(?<=[.?])\s+/u);
  return [Array.from({ length: Math.floor(sentences.length / 3) }, (_, turn) => [sentences[turn * 3], sentences.slice(turn * 3 + 1, turn * 3 + 3).join(' ')])];
}
