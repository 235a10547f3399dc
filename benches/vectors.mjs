// Measures the index of vectors at sizes up to 300,000: what is stored, memory, loading and questions, with all vectors in the
// browser and with all but the newest elsewhere; and a loop over numbers of 32 bits, as one would write it oneself.
//
// Times are processor time. What a store elsewhere takes is measured by `vector-stores`.

import assert from 'node:assert/strict';
import { DIMENSION, largestProducts, passages, questions } from './support/clusters.mjs';
import { cpuTime, percentile } from './support/cpu.mjs';
import { ourVectors } from './support/modules.mjs';
import { figure } from './support/statistics.mjs';
import { bytesOf, load, oldOf, stored } from './support/vector-rows.mjs';

const SIZES = [10_000, 100_000, 300_000];
const QUESTIONS = 60;
/** Results that are wanted. */
const MOST = 20;
/** Questions that are asked before those that count: the first ones are compiled meanwhile. */
const WARM_UP = 5;
/** Bytes for each vector: 384 for its values, and what a row has besides. */
const MOST_STORED = 420;
const MOST_MEMORY = 460;
const MOST_ELSEWHERE = 80;

/** Each size on its own: memory of one that is done is free again. */
export async function vectors() {
  return SIZES.flatMap(size => {
    console.error(`  ${size.toLocaleString('en')} vectors of ${DIMENSION} dimensions`);
    return measure(size);
  });
}

function measure(size) {
  const { VectorIndex } = ourVectors();
  const values = passages(size);
  const asked = questions(values, QUESTIONS + WARM_UP);
  const maker = new VectorIndex(DIMENSION);
  const rows = stored(maker, values);
  maker.free();
  const here = loaded(VectorIndex, rows);
  const found = times(asked, question => here.index.find(question));
  const plain = times(asked, question => largestProducts(values, question, MOST));
  assert.ok(found.answers.every(answer => answer.length === MOST), 'a question finds too little');
  const old = oldOf(rows);
  const outlined = old.map(({ first }) => ({ first, bytes: here.index.outline(first) }));
  here.index.free();
  const rest = [...outlined, ...rows.slice(old.length)];
  const elsewhere = loaded(VectorIndex, rest);
  elsewhere.index.free();
  const again = loaded(VectorIndex, rows);
  again.index.free();
  const name = size.toLocaleString('en');
  return [
    figure(`${name} vectors: bytes stored for each`, '', bytesOf(rows) / size, MOST_STORED),
    figure('  stored', 'MB', bytesOf(rows) / 1e6),
    figure('  memory of the index', 'MB', here.bytes / 1e6, (size * MOST_MEMORY) / 1e6),
    figure('  rows taken into the index', 'ms', here.time),
    figure('  the same when the memory is there already', 'ms', again.time),
    figure('  a question: median', 'ms', percentile(found.runs, 50)),
    figure('  a question: p95', 'ms', percentile(found.runs, 95)),
    figure('  loop over 32-bit numbers: its memory', 'MB', values.byteLength / 1e6),
    figure('  loop over 32-bit numbers: median', 'ms', percentile(plain.runs, 50)),
    figure('  loop over 32-bit numbers: p95', 'ms', percentile(plain.runs, 95)),
    figure('  all but the newest elsewhere: stored', 'MB', bytesOf(rest) / 1e6),
    figure('  its memory', 'MB', elsewhere.bytes / 1e6),
    figure('  rows taken into the index', 'ms', elsewhere.time),
    figure('  memory for each that is elsewhere', 'bytes', memoryOf(VectorIndex, outlined), MOST_ELSEWHERE),
  ];
}

function loaded(VectorIndex, rows) {
  const index = new VectorIndex(DIMENSION);
  const time = cpuTime(() => load(index, rows));
  return { index, time, bytes: index.bytes() };
}

/** Bytes for each vector of rows whose values are elsewhere. */
function memoryOf(VectorIndex, rows) {
  const { index, bytes } = loaded(VectorIndex, rows);
  index.free();
  return bytes / (rows.length * 64);
}

function times(asked, ask) {
  const answers = [];
  const runs = asked.map(question => cpuTime(() => answers.push(ask(question)))).slice(WARM_UP);
  return { answers, runs };
}
