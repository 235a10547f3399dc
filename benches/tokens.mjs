// Measures exact counts: the lazy tokenizer compared with npm `gpt-tokenizer`, on the same messages, alternately.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusFolder, ourCounter, theirCounter } from './support/modules.mjs';
import { prose } from './support/prose.mjs';
import { atLeast, geometricMean, speedup } from './support/statistics.mjs';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const BOUND = 3;
const ROUNDS = 9;
const WARM_UP = 3;
/** Size of each text, in bytes. */
const SIZE = 200_000;
/** Size of a message, in UTF-16 units: texts are counted message by message, as the page does. */
const MESSAGE = 1_500;

/** Measures `o200k`, which most models use, and reports `cl100k`. */
export async function tokens() {
  const results = [];
  for (const vocabulary of ['o200k', 'cl100k']) {
    const counters = { ours: await ourCounter(vocabulary), theirs: theirCounter(vocabulary) };
    checkCorpus(vocabulary, counters);
    const rows = Object.entries(kinds()).map(([kind, text]) => measure(`${vocabulary}, ${kind}`, text, counters));
    results.push(...rows, atLeast(`${vocabulary}, geometric mean of the ratios`, '×', geometricMean(rows.map(row => row.ratio)), BOUND));
  }
  return results;
}

/** Returns the text of a round. Each round has new prose, so neither side can have cached it. */
function kinds() {
  const sources = sourceCode();
  return {
    English: round => prose('english', SIZE, round),
    Ukrainian: round => prose('ukrainian', SIZE, round),
    Russian: round => prose('russian', SIZE, round),
    code: round => Buffer.from(sources).subarray(round * 10_000, round * 10_000 + SIZE).toString('utf8'),
  };
}

function measure(name, textOf, { ours, theirs }) {
  const runs = { ours: [], theirs: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const messages = split(textOf(round));
    const mine = timed(() => messages.map(ours));
    const other = timed(() => messages.map(theirs));
    assert.deepEqual(mine.value, other.value, `${name}: the counts differ`);
    if (round < WARM_UP) continue;
    runs.ours.push(mine.ms);
    runs.theirs.push(other.ms);
  }
  return speedup(name, 'ms', { label: 'gpt-tokenizer', runs: runs.theirs }, { label: 'ours', runs: runs.ours });
}

function timed(work) {
  const start = performance.now();
  const value = work();
  return { value, ms: performance.now() - start };
}

/** Splits at paragraphs into messages not much longer than `MESSAGE`. */
function split(text) {
  const messages = [''];
  for (const paragraph of text.split(/(?<=\n\n)/u)) {
    if (messages.at(-1).length + paragraph.length > MESSAGE) messages.push('');
    messages[messages.length - 1] += paragraph;
  }
  return messages;
}

/** This project's own sources, concatenated. */
function sourceCode() {
  const read = folder =>
    readdirSync(path.join(ROOT, folder), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(entry => {
        const name = path.join(folder, entry.name);
        if (entry.isDirectory()) return read(name);
        return /\.(rs|mjs|css)$/u.test(name) ? readFileSync(path.join(ROOT, name), 'utf8') : '';
      })
      .join('\n');
  const text = ['crates/core/src', 'crates/browser', 'web/src', 'web/style', 'xtask/src'].map(read).join('\n');
  assert.ok(text.length > SIZE + (WARM_UP + ROUNDS) * 10_000, 'there is less source code than the benchmark needs');
  return text;
}

/** Texts in many scripts, from recorded test vectors. */
function checkCorpus(vocabulary, { ours, theirs }) {
  const folder = corpusFolder();
  if (!folder) return console.error('  RICORDO_CORPUS is not set: its texts are not checked');
  const cases = JSON.parse(readFileSync(path.join(folder, 'tokens/vectors.json'), 'utf8'))[`${vocabulary}_base`];
  for (const { text, tokens } of cases) {
    assert.equal(ours(text), tokens.length, JSON.stringify(text));
    assert.equal(theirs(text), tokens.length, JSON.stringify(text));
  }
  console.error(`  ${vocabulary}: ${cases.length} texts of the corpus are counted exactly`);
}
