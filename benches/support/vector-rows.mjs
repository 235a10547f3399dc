// Vectors as the page stores them: a row for at most 64 consecutive passages of a document.

import { DIMENSION } from './clusters.mjs';

/** Passages of a row, as `PartKey::MESSAGES` in crates/recall. Documents have 640, so no row has passages of two. */
const OF_A_ROW = 64;
/** The newest vectors that stay in the browser: `KEPT_VECTORS` in crates/core. */
const KEPT = 4_096;

/** The rows of some vectors: the first passage and the bytes of each. */
export function stored(index, values) {
  const rows = [];
  for (let first = 0; first * DIMENSION < values.length; first += OF_A_ROW) {
    rows.push({ first, bytes: index.stored(first, values.subarray(first * DIMENSION, (first + OF_A_ROW) * DIMENSION)) });
  }
  return rows;
}

/** Takes all rows into the index. */
export function load(index, rows) {
  for (const { first, bytes } of rows) index.put(first, bytes);
}

/** The rows that go elsewhere: all but the newest. */
export const oldOf = rows => rows.slice(0, Math.max(0, rows.length - KEPT / OF_A_ROW));

export const bytesOf = rows => rows.reduce((sum, { bytes }) => sum + bytes.length, 0);
