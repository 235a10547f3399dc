// Measures the npm package as a page uses it: from the import to the first compile, the cost of each call from JavaScript, and
// compile over a long history compared with `trimMessages` of npm `@langchain/core`, both called from JavaScript.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromEnvironment } from '../tests/e2e/support/environment.mjs';
import { BUDGET, history, measureTheirs, MESSAGES, QUESTION, SYSTEM_PROMPT } from './compile.mjs';
import { figure, median, speedup } from './support/statistics.mjs';

const STARTS = 7;
const CALLS = 200;
const COMPILES = 50;
const MOST_MS = 100;
const LEAST = 20;

export async function embed() {
  const entry = pathToFileURL(path.join(fromEnvironment('RICORDO_PACKAGE'), 'dist', 'node.js')).href;
  const start = figure('import to first compile', 'ms', median(Array.from({ length: STARTS }, () => firstCompile(entry))), MOST_MS);
  const { init, ContextManager } = await import(entry);
  await init();
  const calls = await costs(ContextManager);
  const texts = history();
  const label = `compile over ${MESSAGES.toLocaleString('en')} messages, from JavaScript`;
  const ours = { label: 'ours', runs: await measureOurs(ContextManager, texts) };
  const theirs = { label: 'trimMessages', runs: await measureTheirs(texts) };
  return [start, ...calls, speedup(label, 'ms', theirs, ours, LEAST)];
}

/** Runs in a new process, without any cache. */
function firstCompile(entry) {
  const script = `
    const start = performance.now();
    const { init, ContextManager } = await import(${JSON.stringify(entry)});
    await init();
    const chat = await ContextManager.open();
    await chat.compile("Hello");
    console.log(performance.now() - start);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }));
}

/** Measures each call in a conversation of a hundred messages. */
async function costs(ContextManager) {
  const chat = await ContextManager.open({
    model: async function* () {
      yield 'Yes.';
    },
  });
  for (let turn = 0; turn < 50; turn += 1) await chat.commitTurn({ message: `Question ${turn}?`, reply: `Answer ${turn}.` });
  const fact = await chat.memories.add('User lives in Kyiv');
  const [message] = await chat.history({ limit: 1 });
  const calls = {
    'compile': () => chat.compile('And now?'),
    'send, without the model': () => chat.send('And now?'),
    'append': () => chat.append('user', 'And now?'),
    'history (30)': () => chat.history(),
    'forget + remember': async () => [await chat.forget(), await chat.remember()],
    'pin + unpin': async () => [await chat.pin(message.id), await chat.pin(message.id, false)],
    'memories.list': () => chat.memories.list(),
    'memories.update': () => chat.memories.update(fact.id, 'User lives in Kyiv, near the river'),
    'tasks.list': () => chat.tasks.list(),
    'settings': () => chat.settings(),
    'conversations.list': () => chat.conversations.list(),
    'stats': () => chat.stats(),
  };
  const results = [];
  for (const [name, call] of Object.entries(calls)) {
    const runs = [];
    for (let run = 0; run < CALLS; run += 1) {
      const start = performance.now();
      await call();
      runs.push(performance.now() - start);
    }
    results.push(figure(`  ${name}`, 'ms', median(runs)));
  }
  await chat.close();
  return results;
}

async function measureOurs(ContextManager, texts) {
  // Fills the budget, as `trimMessages` does; by default room is left for the next turns.
  const trimmed = { contextMaxTokens: BUDGET, trimStepPercent: 0 };
  const settings = { systemPrompt: SYSTEM_PROMPT, tools: [], ...trimmed };
  const chat = await ContextManager.open({ settings });
  for (let index = 0; index < texts.length; index += 2) await chat.commitTurn({ message: texts[index], reply: texts[index + 1] });
  const runs = [];
  for (let run = 0; run < COMPILES; run += 1) {
    const start = performance.now();
    const { tokens } = await chat.compile(QUESTION);
    runs.push(performance.now() - start);
    assert.ok(tokens <= BUDGET && tokens > BUDGET / 2, `the prompt has ${tokens} tokens, the budget is ${BUDGET}`);
  }
  await chat.close();
  return runs;
}
