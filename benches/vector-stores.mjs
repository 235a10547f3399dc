// Measures vectors in a store elsewhere: moving them there and back, questions, and how much of what is found with all vectors
// in the browser is still found. Chroma's own server, and a stand-in for Qdrant's with Qdrant's engine, on this computer.
//
// Times of calls are elapsed time, because another process works: they depend on what else runs. A store on another computer
// answers later by the time of the network.

import assert from 'node:assert/strict';
import { DIMENSION, largestProducts, passages, questions } from './support/clusters.mjs';
import { percentile, sinceUsage } from './support/cpu.mjs';
import { ourVectors } from './support/modules.mjs';
import { atLeast, figure } from './support/statistics.mjs';
import { VectorStore } from './support/vector-store.mjs';
import { load, oldOf, stored } from './support/vector-rows.mjs';

const QUESTIONS = 50;
/** Rows that are brought back: enough for the time of one. */
const BROUGHT_BACK = 50;
const MOST = 20;
/** Of the first twenty with all vectors in the browser, the least share that is found with them elsewhere. */
const LEAST_FOUND = 0.9;
const NAMES = { chroma: 'Chroma', qdrant: 'stand-in for Qdrant' };

/** `RICORDO_VECTOR_STORES`: the stores that run, as JSON; `RICORDO_VECTOR_SIZES`: how many vectors. */
export async function vectorStores() {
  const stores = JSON.parse(process.env.RICORDO_VECTOR_STORES ?? '[]');
  const sizes = JSON.parse(process.env.RICORDO_VECTOR_SIZES ?? '[10000, 100000]');
  if (stores.length === 0) console.error('  No vector store is installed (`cargo xtask setup --for test`), so none is measured.');
  const results = [];
  for (const size of sizes) {
    const values = passages(size);
    const asked = questions(values, QUESTIONS);
    for (const store of stores) {
      console.error(`  ${size.toLocaleString('en')} vectors, ${NAMES[store.program]}`);
      results.push(...(await measure(store, values, asked)));
    }
  }
  return results;
}

async function measure(at, values, asked) {
  const { VectorIndex } = ourVectors();
  const index = new VectorIndex(DIMENSION);
  const rows = stored(index, values);
  load(index, rows);
  const truth = asked.map(question => [...index.find(question)]);
  const old = oldOf(rows);
  assert.ok(old.length > 0, 'so few vectors all stay in the browser');
  const store = new VectorStore(at, `bench-${rows.length}`);
  await store.create();
  const moved = await move(store, index, old);
  const first = await elapsed(() => store.sample(index));
  const scoped = await ask(store, index, asked, true);
  const all = await ask(store, index, asked, false);
  const exact = nearestThere(index, values.subarray(0, old.length * 64 * DIMENSION), asked);
  const alone = at.program === 'chroma' ? await times(asked, question => store.plainQuery(question, MOST)) : null;
  const back = await bringBack(store, index, rows.slice(0, Math.min(BROUGHT_BACK, old.length)));
  await store.delete();
  index.free();
  const each = 1_000 / (old.length * 64);
  return [
    figure(`${(values.length / DIMENSION).toLocaleString('en')} vectors, ${NAMES[at.program]}: moved there`, 's', moved.elapsed / 1_000),
    figure('  for 1,000 vectors', 'ms', moved.elapsed * each),
    figure('  processor time of the page for 1,000', 'ms', moved.cpu * each),
    figure('  1,000 vectors brought back', 'ms', (back * 1_000) / 64),
    figure('  the sample, once', 'ms', first),
    figure('  a question in its documents: median', 'ms', percentile(scoped.runs, 50)),
    figure('  a question in its documents: p95', 'ms', percentile(scoped.runs, 95)),
    figure('  processor time of the page for it', 'ms', scoped.cpu),
    figure('  a question in all: median', 'ms', percentile(all.runs, 50)),
    figure('  a question in all: p95', 'ms', percentile(all.runs, 95)),
    ...(alone ? [figure('  its query alone, for ids: median', 'ms', percentile(alone, 50))] : []),
    atLeast('  nearest 10 of its index that are the true ones', '', share(exact, scoped.nearest, 10)),
    atLeast('  nearest 100 of its index that are the true ones', '', share(exact, scoped.nearest, 100)),
    atLeast('  found of the first 10 with all in the browser', '', share(truth, scoped.found, 10)),
    atLeast('  found of the first 20 with all in the browser', '', share(truth, scoped.found, 20), LEAST_FOUND),
  ];
}

async function move(store, index, rows) {
  const [began, usage] = [performance.now(), process.cpuUsage()];
  for (const { first } of rows) {
    await store.put(index, first);
    index.outline(first);
  }
  return { elapsed: performance.now() - began, cpu: sinceUsage(usage) };
}

/** Milliseconds for each row. What comes back is what went. */
async function bringBack(store, index, rows) {
  const began = performance.now();
  for (const { first, bytes } of rows) {
    assert.deepEqual(await store.bringBack(index, first), bytes, 'a vector came back as another one');
  }
  return (performance.now() - began) / rows.length;
}

/** Asks as a turn does: the nearest are fetched, and then everything is compared. */
async function ask(store, index, asked, inScope) {
  const [found, nearest] = [[], []];
  const usage = process.cpuUsage();
  const runs = await times(asked, async question => {
    nearest.push([...(await store.nearest(index, question, inScope))]);
    found.push([...index.find(question)]);
  });
  return { found, nearest, runs, cpu: sinceUsage(usage) / asked.length };
}

/** What the store would return if it compared every vector. */
function nearestThere(index, values, asked) {
  return asked.map(question => largestProducts(values, index.asked(question), 100));
}

async function times(asked, ask) {
  const runs = [];
  for (const question of asked) runs.push(await elapsed(() => ask(question)));
  return runs;
}

async function elapsed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Share of the first `count` of each list that is among the first `count` of the other. */
function share(truth, found, count) {
  const of = (one, other) => one.slice(0, count).filter(passage => other.slice(0, count).includes(passage)).length;
  const sum = truth.reduce((total, one, at) => total + of(one, found[at]), 0);
  return sum / truth.reduce((total, one) => total + Math.min(count, one.length), 0);
}
