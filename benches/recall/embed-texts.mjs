// Makes the vectors of texts with the embedding model of the page, in headless Chromium:
// `node embed-texts.mjs VENDOR WEIGHTS KEPT TEXTS VECTORS`.
//
// VENDOR is the folder that the page has as /vendor/, WEIGHTS the file of the model in there. TEXTS is a JSON list; VECTORS
// becomes an object with the vector of each text. What was made is kept in the folder KEPT, so a later run has it at once.

import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { KeptVectors } from '../support/kept-vectors.mjs';
import { DIMENSION, digestOf, reasonOf, startPages } from '../support/page-embedder.mjs';

/** Texts of one call: about a second, after which they are kept. */
const BATCH = 16;
/** An engine uses one processor and 250 MB of memory. */
const MOST_PAGES = 8;
/** Milliseconds between two lines of progress where the output is no terminal. */
const BETWEEN_LINES = 10_000;

const count = number => number.toLocaleString('en');

/** Makes the vectors that are missing. */
async function make(texts, kept, vendor, weights) {
  const missing = texts.filter(text => !kept.has(text));
  const batches = [];
  for (let at = 0; at < missing.length; at += BATCH) batches.push(missing.slice(at, at + BATCH));
  if (batches.length === 0) return console.error(`All ${count(texts.length)} texts have vectors from earlier runs.`);
  console.error(`Vectors by the page's embedding model, in ${path.dirname(kept.file)}:`);
  const { pages, close } = await startPages(vendor, weights, Math.min(availableParallelism(), MOST_PAGES, batches.length));
  const report = progress(texts.length, missing.length);
  const work = async embed => {
    for (let batch; (batch = batches.shift()); ) {
      kept.add(batch, await embed(batch));
      report(batch.length);
    }
  };
  try {
    await Promise.all(pages.map(work));
  } catch (error) {
    throw new Error(`A vector could not be made: ${reasonOf(error)}\nThe others are kept: run the command again to go on.`);
  } finally {
    await close();
  }
}

/** Returns a function that is given how many more there are, and says how many there are and how long it will take. */
function progress(all, missing) {
  let [made, last, warm] = [0, 0, null];
  return more => {
    made += more;
    const now = Date.now();
    const left = missing - made;
    // The first texts take longer, because the engine is being compiled.
    const time = warm && left ? `, ${duration(((now - warm.at) / (made - warm.made)) * left)} left` : '';
    warm ??= { at: now, made };
    const line = `${count(all - left)} of ${count(all)} texts${time}`;
    if (process.stderr.isTTY) process.stderr.write(`\r${line}\u001b[K${left ? '' : '\n'}`);
    else if (!left || now - last >= BETWEEN_LINES) {
      console.error(line);
      last = now;
    }
  };
}

const duration = milliseconds => {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
};

/** Writes the object, a text at a time: whole, it can be longer than a string may be. */
function write(file, texts, kept) {
  const output = openSync(file, 'w');
  const numbers = vector => [...vector].map(value => Number(value.toPrecision(9)));
  texts.forEach((text, at) => writeSync(output, `${at ? ',' : '{'}${JSON.stringify(text)}:${JSON.stringify(numbers(kept.get(text)))}\n`));
  writeSync(output, texts.length ? '}' : '{}');
  closeSync(output);
}

const [vendor, weights, folder, textsFile, vectorsFile] = process.argv.slice(2);
try {
  if (!existsSync(weights)) throw new Error(`${weights} is not there. \`cargo xtask setup\` makes it.`);
  const texts = [...new Set(JSON.parse(readFileSync(textsFile, 'utf8')))];
  const kept = new KeptVectors(path.join(folder, `${path.parse(weights).name}-${digestOf(vendor, weights)}.jsonl`), DIMENSION);
  await make(texts, kept, vendor, weights);
  write(vectorsFile, texts, kept);
} catch (error) {
  console.error(error.message.trim());
  process.exit(1);
}
