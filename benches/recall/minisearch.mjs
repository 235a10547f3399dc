// Times npm `minisearch` with the messages and questions that recall was timed with: `node minisearch.mjs FILE`.

import { readFileSync } from 'node:fs';
import { miniSearch } from '../support/modules.mjs';

const { sizes, asked, texts, questions } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const MiniSearch = miniSearch();
const ms = value => `${value.toFixed(2)} ms`.padStart(12);

console.log('npm minisearch, the same messages and questions:');
console.log(`${'messages'.padStart(9)} ${'build'.padStart(12)} ${'median'.padStart(12)} ${'p95'.padStart(12)}`);
for (const size of sizes) {
  const index = new MiniSearch({ fields: ['text'] });
  const began = performance.now();
  index.addAll(texts.slice(0, size).map((text, id) => ({ id, text })));
  const build = performance.now() - began;
  const times = Array.from({ length: asked }, (_, at) => {
    const start = performance.now();
    index.search(questions[at % questions.length]).slice(0, 20);
    return performance.now() - start;
  }).sort((one, other) => one - other);
  console.log(`${String(size).padStart(9)} ${ms(build)} ${ms(times[Math.floor(asked / 2)])} ${ms(times[Math.floor(asked * 0.95)])}`);
}
