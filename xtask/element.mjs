// Makes the files of `<ricordo-chat>` from the built page: the same WebAssembly, its JavaScript as a function that gives
// each element an instance, and the style sheets for a shadow root.
//
// `cargo xtask package` calls it with the folder of the built page, the folder of the sources, and the folder to fill.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { styleForShadow } from './element-style.mjs';

const [, , dist, root, out] = process.argv;
/**
 * Files that an element does not need: the page's service worker, what shows pages, pictures and diagrams (the frame for them
 * must come from the page's own host, with the page's own policy), and weights, which a page serves itself if it wants to.
 */
const WITHOUT = [/^lazy\/(offline|shown|frame|guard|diagram|print)\./, /^vendor\/mermaid(\/|$)/, /^vendor\/models(\/|$)/];

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const files = readdirSync(dist);
const page = only(/^ricordo-web-[0-9a-f]+\.js$/);
const later = only(/^later-[0-9a-f]+\.js$/);
const module = page.replace(/\.js$/, '_bg.wasm');

for (const name of files.filter(name => name.endsWith('.wasm'))) cpSync(path.join(dist, name), path.join(out, name));
for (const folder of ['snippets', 'lazy', 'vendor']) {
  const wanted = file => !WITHOUT.some(pattern => pattern.test(path.relative(dist, file).replaceAll(path.sep, '/')));
  cpSync(path.join(dist, folder), path.join(out, folder), { recursive: true, filter: wanted });
}
writeFileSync(path.join(out, 'app.js'), factory(read(page), read(later)));
writeFileSync(path.join(out, 'style.js'), `export default ${JSON.stringify(styleForShadow(root))};\n`);

function only(pattern) {
  const [name, ...more] = files.filter(name => pattern.test(name));
  if (!name || more.length > 0) throw new Error(`The built page has not exactly one file ${pattern}.`);
  return name;
}

function read(name) {
  return readFileSync(path.join(dist, name), 'utf8');
}

/**
 * The page's two scripts as one function. Each call has its own copy of the scripts' variables, and thereby its own instance of
 * the WebAssembly: elements do not affect each other.
 */
function factory(page, later) {
  const imports = [];
  const names = [...later.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  const bodyOfLater = later.replace(/^export const /gm, 'const ');
  const body = page
    .split('\n')
    .filter(line => {
      if (!line.startsWith('import ')) return true;
      if (!line.includes('./later-')) imports.push(line);
      return false;
    })
    .join('\n')
    .replace(/^export (class|function|async function) /gm, '$1 ')
    .replace(/^export \{ initSync, __wbg_init as default \};$/m, '')
    // The module is passed in below; bundlers would look for a file of this name.
    .replace("new URL('ricordo-web_bg.wasm', import.meta.url)", 'undefined');
  const joined = [...page.matchAll(/^import \* as (\w+) from "\.\/later-/gm)].map(([, name]) => `const ${name} = { ${names.join(', ')} };`);
  if (names.length === 0 || joined.length === 0 || /^(im|ex)port /m.test(bodyOfLater) || /^(im|ex)port /m.test(body)) {
    throw new Error('The scripts of the built page are not what `xtask/element.mjs` expects: look at their imports and exports.');
  }
  return `${imports.join('\n')}
export { default as style } from './style.js';

let compiled;
/** The module, compiled once for all elements. */
function theModule() {
  compiled ??= compile(new URL('./${module}', import.meta.url)).catch(error => {
    compiled = undefined;
    throw error;
  });
  return compiled;
}

async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(\`\${address}: \${response.status} \${response.statusText}\`);
  const isWasm = response.headers.get('content-type')?.startsWith('application/wasm');
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

export async function makeApp() {
  const compiledModule = await theModule();
${bodyOfLater}
${joined.join('\n')}
${body}
  await __wbg_init({ module_or_path: compiledModule });
  return { mountElement, unmountElement };
}
`;
}
