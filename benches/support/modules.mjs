// The modules that the benchmarks load in Node: our WebAssembly, and the npm packages it is compared with.
//
// `cargo xtask bench` builds and installs them and passes their paths in the environment.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fromEnvironment } from '../../tests/e2e/support/environment.mjs';

export { corpusFolder } from '../../tests/e2e/support/environment.mjs';

/** The lazy module of a vocabulary, as the page's worker loads it: a function from text to token count. */
export async function ourCounter(vocabulary) {
  const folder = fromEnvironment('RICORDO_TOKENIZER');
  const script = await readFile(path.join(folder, `${vocabulary}.js`));
  // The page serves it as a module, but its name alone makes Node take it for CommonJS.
  const { initSync, count } = await import(`data:text/javascript;base64,${script.toString('base64')}`);
  initSync({ module: await readFile(path.join(folder, `${vocabulary}_bg.wasm`)) });
  return count;
}

/** The counter of npm `gpt-tokenizer` for a vocabulary. */
export function theirCounter(vocabulary) {
  const { countTokens } = fromPackage(`gpt-tokenizer/encoding/${vocabulary}_base`);
  // Counts names of special tokens as plain text, as Ricordo does.
  const options = { disallowedSpecial: new Set() };
  return text => countTokens(text, options);
}

/** The messages module of `@langchain/core`, with `trimMessages`. */
export const langchainMessages = () => fromPackage('@langchain/core/messages');

/** The core's compile as WebAssembly: benches/module. */
export const ourConversation = () => ourModule().Conversation;

/** The core's search index as WebAssembly. */
export const ourSearch = () => ourModule().Search;

/** The index of vectors as WebAssembly, and the calls of a vector store. */
export const ourVectors = () => ourModule();

/** npm `minisearch`. */
export const miniSearch = () => fromPackage('minisearch');

function ourModule() {
  return createRequire(import.meta.url)(path.join(fromEnvironment('RICORDO_BENCH_MODULE'), 'module.js'));
}

function fromPackage(name) {
  return createRequire(path.join(fromEnvironment('RICORDO_BENCH_PACKAGES'), 'here.cjs'))(name);
}
