// `cargo xtask bench`: measures the release build, in a headless browser and in Node, prints a table, and fails if a bound is
// exceeded.
//
// Arguments are the names of the benchmarks to run; without any, all run but those that take minutes.

import { compile } from './compile.mjs';
import { conversations } from './conversations.mjs';
import { embed } from './embed.mjs';
import { firstLoad } from './first-load.mjs';
import { freezes } from './freezes.mjs';
import { inspector } from './inspector.mjs';
import { lighthouse } from './lighthouse.mjs';
import { longHistory } from './long-history.mjs';
import { markdown } from './markdown.mjs';
import { prefix } from './prefix.mjs';
import { recallPage } from './recall-page.mjs';
import { search } from './search.mjs';
import { streaming } from './streaming.mjs';
import { print, save } from './support/report.mjs';
import { tokens } from './tokens.mjs';
import { vectorStores } from './vector-stores.mjs';
import { vectors } from './vectors.mjs';

const BENCHMARKS = { 'first-load': firstLoad, 'long-history': longHistory, conversations, streaming, markdown, freezes, tokens, compile, prefix, inspector, search, lighthouse, embed, vectors, 'recall-page': recallPage, 'vector-stores': vectorStores };
const ONLY_IF_NAMED = ['recall-page', 'vector-stores'];

const wanted = process.argv.slice(2);
const unknown = wanted.filter(name => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}

const results = [];
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 ? !wanted.includes(name) : ONLY_IF_NAMED.includes(name)) continue;
  console.error(`Measuring ${name} …`);
  results.push(...(await measure()));
}
print(results);
console.log(`\nEvery run: ${await save(results)}`);
const failed = results.filter(({ holds }) => !holds);
if (failed.length > 0) {
  console.error(`\n${failed.length} of ${results.length} bounds do not hold: ${failed.map(({ name }) => name.trim()).join(', ')}.`);
  process.exit(1);
}
