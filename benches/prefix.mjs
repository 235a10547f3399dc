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

/**
 * Ours; what a window that is never cut would reach, which is the most there can be, because what was just said is new;
 * and two ways to lose the prefix: cutting one message at a time, and a clock at the top.
 */
export async function prefix() {
  const count = remembering(await ourCounter('o200k'));
  const results = [];
  for (const [name, conversations] of Object.entries(corpus() ?? generated())) {
    const turns = conversations.reduce((sum, { length }) => sum + length, 0);
    console.error(`  ${name}: ${turns} turns, a budget of ${BUDGET} tokens`);
    const replayed = (settings = {}, clock = false) => replay(conversations, count, settings, clock);
    const ours = replayed();
    const told = (what, { ofPrompt }) => atLeast(`  ${what}`, '', ofPrompt);
    const whole = replayed({ context_max_tokens: 1_000_000 });
    // Where not even a window that is never cut reaches the bound, what was sent before is what can be reused at all.
    const isShort = whole.ofPrompt < BOUND;
    results.push(
      atLeast(`${name}: prompt tokens with an unchanged prefix`, '', ours.ofPrompt, isShort ? undefined : BOUND),
      atLeast('  of the tokens that were sent the turn before', '', ours.ofBefore, isShort ? BOUND : undefined),
      told('when nothing is ever cut', whole),
      told('when a quarter of the window is cut at a time', replayed({ trim_step_percent: 25 })),
      told('when cut one message at a time', replayed({ trim_step_percent: 0 })),
      told('with a clock in the system prompt', replayed({}, true)),
    );
  }
  return results;
}

function replay(conversations, count, settings, clock) {
  const Conversation = ourConversation();
  const all = { system_prompt: SYSTEM_PROMPT, context_max_tokens: BUDGET, immediate_messages: 500, ...settings };
  const sum = { tokens: 0, before: 0, unchanged: 0 };
  for (const turns of conversations) {
    const conversation = new Conversation(JSON.stringify({ settings: all, messages: [] }));
    let before = null;
    turns.forEach(([question, answer], turn) => {
      const at = AT + turn * MINUTE;
      if (clock) conversation.setSystemPrompt(`It is ${new Date(at).toISOString()}. ${SYSTEM_PROMPT}`);
      const tokens = conversation.compile(question, at);
      const budget = all.context_max_tokens;
      if (tokens > budget) throw new Error(`A prompt of ${tokens} tokens is over the budget of ${budget}.`);
      const request = JSON.parse(conversation.request());
      // The first turn has none before it.
      if (before) compare(before, request, count, sum);
      before = request;
      conversation.add(question, answer);
    });
    conversation.free();
  }
  return { ofPrompt: sum.unchanged / sum.tokens, ofBefore: sum.unchanged / sum.before };
}

function compare(before, request, count, sum) {
  const same = ([role, text], at) => before[at]?.[0] === role && before[at][1] === text;
  const differs = request.findIndex((message, at) => !same(message, at));
  const size = messages => messages.reduce((total, [, text]) => total + MESSAGE_TOKENS + count(text), 0);
  sum.before += size(before);
  sum.tokens += size(request);
  sum.unchanged += size(request.slice(0, differs === -1 ? undefined : differs));
}

function remembering(count) {
  const counts = new Map();
  return text => {
    if (!counts.has(text)) counts.set(text, count(text));
    return counts.get(text);
  };
}

/**
 * MemoryBank: for each person the turns of all days, which few budgets are too small for; and all of them as one long
 * conversation. Null without the corpus.
 */
function corpus() {
  const folder = corpusFolder();
  if (!folder) return null;
  const files = ['memory_bank_en.json', 'memory_bank_cn.json'].map(name => path.join(folder, 'conversations', name));
  const people = files.flatMap(file => Object.values(JSON.parse(readFileSync(file, 'utf8'))));
  const each = people.map(({ history }) => Object.values(history).flat().map(({ query, response }) => [query, response]));
  return { 'each person': each, 'one conversation': [each.flat()] };
}

function generated() {
  console.error('  RICORDO_CORPUS is not set: one generated conversation is replayed instead');
  const sentences = prose('english', 200_000, 3).split(/(?<=[.?])\s+/u);
  const turn = (_, place) => [sentences[place * 3], sentences.slice(place * 3 + 1, place * 3 + 3).join(' ')];
  return { generated: [Array.from({ length: Math.floor(sentences.length / 3) }, turn)] };
}
