// What the benchmarks in Node load: our WebAssembly, and the npm packages it is compared with.
//
// `cargo xtask bench` builds and installs all of it, and says where it is.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { told } from '../../tests/e2e/support/environment.mjs';

/** The lazy file of a vocabulary, as a worker of the page loads it: a function from text to number. */
export async function ourCounter(vocabulary) {
  const folder = told('RICORDO_TOKENIZER');
  const script = await readFile(path.join(folder, `${vocabulary}.js`));
  // The page serves it as a module; by its name alone Node would take it for something else.
  const { initSync, count } = await import(`data:text/javascript;base64,${script.toString('base64')}`);
  initSync({ module: await readFile(path.join(folder, `${vocabulary}_bg.wasm`)) });
  return count;
}

/** The counter of npm `gpt-tokenizer` for a vocabulary. */
export function theirCounter(vocabulary) {
  const { countTokens } = fromPackage(`gpt-tokenizer/encoding/${vocabulary}_base`);
  // What reads like a special token counts as the plain text it is, as ours counts it.
  const plain = { disallowedSpecial: new Set() };
  return text => countTokens(text, plain);
}

/** The messages of `@langchain/core`, with `trimMessages`. */
export const langchainMessages = () => fromPackage('@langchain/core/messages');

/** The core's compile as WebAssembly: benches/module. */
export const ourConversation = () => createRequire(import.meta.url)(path.join(told('RICORDO_BENCH_MODULE'), 'module.js')).Conversation;

/** The core's search index as WebAssembly. */
export const ourSearch = () => createRequire(import.meta.url)(path.join(told('RICORDO_BENCH_MODULE'), 'module.js')).Search;

/** npm `minisearch`. */
export const miniSearch = () => fromPackage('minisearch');

/** The corpus, or null where there is none. */
export const corpusFolder = () => (process.env.RICORDO_CORPUS ? told('RICORDO_CORPUS') : null);

function fromPackage(name) {
  return createRequire(path.join(told('RICORDO_BENCH_PACKAGES'), 'here.cjs'))(name);
}
