// Measures how much of a prompt a provider can reuse, and how much of the window's room is used: replays conversations turn
// by turn and compares each request with the previous one.
//
// Only whole messages count as unchanged: from the first message on, up to the first that differs. Only turns count in
// which not everything fits into the budget.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { corpusFolder, ourConversation, ourCounter } from './support/modules.mjs';
import { prose } from './support/prose.mjs';
import { atLeast } from './support/statistics.mjs';

/** The budgets, and the least share of a prompt that begins like the previous one. */
const BOUNDS = { 4_000: 0.92, 8_000: 0.95, 32_000: 0.98, 128_000: 0.99 };
const LEAST_FILL = 0.8;
/** Number of turns that are measured. Earlier turns fill the largest budget. */
const TURNS = 1_500;
/** Larger than all recorded conversations. */
const NEVER_CUT = 1_000_000;
const MINUTE = 60_000;
const AT = Date.UTC(2026, 10, 21, 8);
const SYSTEM_PROMPT = 'You are a helpful assistant. Answer clearly and to the point, in the language of the user.';
const MESSAGE_TOKENS = 4;

/** Ricordo, and the two extremes it lies between: cutting one message at a time, and never cutting. */
export async function prefix() {
  const count = remembering(await ourCounter('o200k'));
  const turns = corpus() ?? generated();
  const results = [];
  for (const [budget, bound] of Object.entries(BOUNDS)) {
    console.error(`  a budget of ${budget} tokens`);
    const ours = replay(turns, count, Number(budget));
    const byOne = replay(turns, count, Number(budget), { trim_step_percent: 0 });
    const name = `${Number(budget).toLocaleString('en')} tokens:`;
    results.push(
      atLeast(`${name} prompt tokens with an unchanged prefix`, '', ours.reused, bound),
      atLeast('  cut one message at a time', '', byOne.reused),
      atLeast(`${name} room of the window in use`, '', ours.fill, LEAST_FILL),
      atLeast('  cut one message at a time', '', byOne.fill),
    );
  }
  const never = replay(turns.slice(-TURNS), count, NEVER_CUT, {}, 0);
  results.push(atLeast('never cut: prompt tokens with an unchanged prefix', '', never.reused));
  return results;
}

/** Replays the last turns; the earlier ones are stored as history. */
function replay(turns, count, budget, settings = {}, stored = turns.length - TURNS) {
  const Conversation = ourConversation();
  const all = { system_prompt: SYSTEM_PROMPT, context_max_tokens: budget, ...settings };
  const conversation = new Conversation(JSON.stringify({ settings: all, messages: turns.slice(0, stored).flat() }));
  const sum = { tokens: 0, unchanged: 0, fill: 0, turns: 0 };
  let before = null;
  turns.slice(stored).forEach(([question, answer], turn) => {
    const tokens = conversation.compile(question, AT + turn * MINUTE);
    if (tokens > budget) throw new Error(`A prompt of ${tokens} tokens is over the budget of ${budget}.`);
    const request = JSON.parse(conversation.request());
    const [used, room, isCut] = JSON.parse(conversation.window());
    // The first turn has no previous one.
    if (before && (isCut || budget === NEVER_CUT)) {
      compare(before, request, count, sum);
      sum.fill += used / room;
      sum.turns += 1;
    }
    before = request;
    conversation.add(question, answer);
  });
  conversation.free();
  return { reused: sum.unchanged / sum.tokens, fill: sum.fill / sum.turns };
}

function compare(before, request, count, sum) {
  const same = ([role, text], at) => before[at]?.[0] === role && before[at][1] === text;
  const differs = request.findIndex((message, at) => !same(message, at));
  const size = messages => messages.reduce((total, [, text]) => total + MESSAGE_TOKENS + count(text), 0);
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

/** All recorded conversations (MemoryBank and LoCoMo), twice, as one long conversation. Null without the corpus. */
function corpus() {
  const folder = corpusFolder();
  if (!folder) return null;
  const read = (...names) => JSON.parse(readFileSync(path.join(folder, ...names), 'utf8'));
  const people = ['memory_bank_en.json', 'memory_bank_cn.json'].flatMap(name => Object.values(read('conversations', name)));
  const days = people.flatMap(({ history }) => Object.values(history).flat().map(({ query, response }) => [query, response]));
  const conversations = read('recall-dev', 'locomo-dev.json').flatMap(({ conversation }) => pairs(sessions(conversation)));
  const all = [...days, ...conversations];
  return [...all, ...all];
}

const sessions = conversation =>
  Object.entries(conversation)
    .filter(([name, session]) => /^session_\d+$/u.test(name) && Array.isArray(session))
    .flatMap(([, session]) => session.map(({ text }) => text ?? ''));

const pairs = texts => Array.from({ length: Math.floor(texts.length / 2) }, (_, at) => [texts[at * 2], texts[at * 2 + 1]]);

function generated() {
  console.error('  RICORDO_CORPUS is not set: one generated conversation is replayed instead');
  const sentences = prose('english', 1_600_000, 3).split(/(?<=[.?])\s+/u);
  const turn = (_, index) => [sentences[index * 3], sentences.slice(index * 3 + 1, index * 3 + 3).join(' ')];
  return Array.from({ length: Math.floor(sentences.length / 3) }, turn);
}
