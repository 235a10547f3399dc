// Prints the results and writes them to a file.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'test-results');

/** Prints a table of the results. */
export function print(results) {
  const rows = [['what', 'small', 'large', 'ratio', 'bound', ''], ...results.map(row)];
  const widths = rows[0].map((_, column) => Math.max(...rows.map(cells => cells[column].length)));
  for (const cells of rows) console.log(cells.map((cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[0]))).join('  '));
}

/** Writes the results with all runs to a git-ignored file. Returns its path. */
export async function save(results) {
  await mkdir(FOLDER, { recursive: true });
  const file = path.join(FOLDER, 'bench.json');
  await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), node: process.version, results }, null, 2)}\n`);
  return path.relative(process.cwd(), file);
}

function row(result) {
  const verdict = result.bound === null ? '' : result.holds ? 'holds' : 'FAILS';
  const limit = unit => (result.bound === null ? '' : `${result.least ? '≥ ' : ''}${number(result.bound)}${unit}`);
  if ('value' in result) {
    const unit = result.unit && ` ${result.unit}`;
    return [result.name, '', `${number(result.value)}${unit}`, '', limit(unit), verdict];
  }
  const { small, large, unit, ratio } = result;
  const cell = ({ label, median }) => `${number(median)} ${unit} (${label})`;
  return [result.name, cell(small), cell(large), `${number(ratio)}×`, limit('×'), verdict];
}

const number = value => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));
