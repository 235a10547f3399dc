// Times the loop over vectors that one would write oneself in JavaScript: `node plain-loop.mjs FILE`. FILE says how many vectors
// and questions recall was timed with. The vectors are made here, because the time of a product does not depend on its values.

import { readFileSync } from 'node:fs';
import { DIMENSION, largestProducts, passages, questions } from '../support/clusters.mjs';

/** Results that are wanted, as of recall. */
const MOST = 20;

const { sizes, asked } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const ms = value => `${value.toFixed(2)} ms`.padStart(12);

console.log(`A loop in JavaScript over as many vectors of ${DIMENSION} dimensions:`);
console.log(`${'vectors'.padStart(9)} ${'median'.padStart(12)} ${'p95'.padStart(12)}`);
for (const size of sizes) {
  const values = passages(size);
  const times = questions(values, asked).map(question => {
    const start = performance.now();
    largestProducts(values, question, MOST);
    return performance.now() - start;
  }).sort((one, other) => one - other);
  console.log(`${String(size).padStart(9)} ${ms(times[Math.floor(asked / 2)])} ${ms(times[Math.floor(asked * 0.95)])}`);
}
