// Minifies the scripts of the package, because pages without a bundler load them as they are.
// Arguments: the folder of the npm packages, and the scripts.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [packages, ...scripts] = process.argv.slice(2);
const { minifySync } = await import(pathToFileURL(path.join(packages, 'rolldown/dist/utils-index.mjs')).href);
for (const script of scripts) {
  const { code, errors } = minifySync(script, readFileSync(script, 'utf8'), { module: true, compress: true, mangle: true });
  if (errors.length > 0) throw new Error(`${script}: ${errors.map(({ message }) => message).join(', ')}`);
  // Bundlers only recognize these with a quoted name.
  writeFileSync(script, code.replace(/\b(new URL|import)\(`([^`$]+)`/g, '$1("$2"'));
}
