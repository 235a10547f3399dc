// Turns the built page into the published one: adds its Content-Security-Policy, and the list of files to the service worker.
//
// `cargo xtask dist` (and every command that needs the release build) calls it with the folder that Trunk has filled.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withoutComments } from './style-text.mjs';

/** Files that the service worker never lists: weights have a cache of their own, and nobody opens a licence. */
const NEVER = [/^vendor\/models\//, /LICEN[CS]E$/, /^sw\.js$/];
/** Large files that most visitors never use: the service worker caches them on first use. */
const WHEN_USED = [/^vendor\/tokenizer\//, /^vendor\/wllama\//, /^lazy\/math-font\//];

const [, , dist, worker] = process.argv;
const digest = (bytes, algorithm = 'sha256') => `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;

const index = path.join(dist, 'index.html');
const page = withPolicy(wordsFirst(withOneStyle(withPlainScripts(readFileSync(index, 'utf8')))));

const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => path.relative(dist, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll(path.sep, '/'))
  .filter(name => name !== 'index.html' && !NEVER.some(pattern => pattern.test(name)))
  .sort();
const listed = wanted => Object.fromEntries(files.filter(wanted).map(name => [name, digest(readFileSync(path.join(dist, name)))]));
const isForSome = name => WHEN_USED.some(pattern => pattern.test(name));
const ahead = listed(name => !isForSome(name));
const whenUsed = listed(isForSome);

const id = createHash('sha256').update(JSON.stringify([page, ahead, whenUsed])).digest('hex').slice(0, 16);
const published = page.replace('<meta charset="utf-8" />', `$&<meta name="ricordo-build" content="${id}" />`);
const build = { id, ahead: { './': digest(published), ...ahead }, whenUsed };
const source = readFileSync(worker, 'utf8');
const marked = /^const BUILD = .*;$/m;
if (!marked.test(source) || published === page) throw new Error('The page or the service worker has no place for the build.');

writeFileSync(index, published);
writeFileSync(path.join(dist, 'sw.js'), source.replace(marked, () => `const BUILD = ${JSON.stringify(build, null, 1)};`));

/** Removes comments and indentation from the scripts that every visitor loads, and updates their digests in the page. */
function withPlainScripts(html) {
  const names = readdirSync(dist, { recursive: true }).map(String).filter(name => /^(ricordo-web-|later-|snippets[\\/]|lazy[\\/]offline).*\.m?js$/.test(name));
  return names.reduce((text, name) => {
    const file = path.join(dist, name);
    const script = readFileSync(file, 'utf8');
    // Only comments on lines of their own: inside a line, `//` may be part of a string.
    const code = script.replace(/^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*\n/gm, '').replace(/^[ \t]*\/\/.*\n/gm, '');
    // In a text of several lines the indentation may matter.
    const hasLongText = code.split('\n').some(line => line.split('`').length % 2 === 0);
    const plain = hasLongText ? code : code.replace(/^[ \t]+/gm, '');
    writeFileSync(file, plain);
    return text.replaceAll(digest(script, 'sha384'), digest(plain, 'sha384'));
  }, html);
}

/** Merges all style sheets into one, so that the policy has to name one digest. */
function withOneStyle(html) {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>\s*/g)];
  const all = styles.map(([, text]) => withoutComments(text)).join('');
  const [first, ...others] = styles.map(([text]) => text);
  const without = others.reduce((text, style) => text.replace(style, ''), html);
  return without.replace(first, () => `<style>${all}</style>\n    `);
}

/** Fetches and starts the app after the first text is on screen: `painted` in index.html. */
function wordsFirst(html) {
  const fetched = /<link rel="preload"([^>]* as="fetch"[^>]*)>/;
  const start = 'const wasm = await init(';
  if (!fetched.test(html) || !html.includes(start) || !html.includes('const painted =')) throw new Error('Trunk begins the app in another way than before: see wordsFirst.');
  return html.replace(fetched, '<link data-ahead$1>').replace(start, `await painted;\n${start}`);
}

/** Adds the policy, before everything that it applies to. */
function withPolicy(html) {
  if (html.includes('http-equiv="Content-Security-Policy"')) throw new Error(`${index} has been published already: build it again.`);
  const inline = (element, text) => [...text.matchAll(new RegExp(`<${element}( [^>]*)?>([\\s\\S]*?)</${element}>`, 'g'))].map(([, , body]) => `'${digest(body)}'`).join(' ');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${inline('script', html)}`,
    `style-src ${inline('style', html)}`,
    // Images of messages are blobs of this page.
    "img-src 'self' blob:",
    // Formulas.
    "font-src 'self'",
    // The user chooses the servers, so every address is allowed.
    "connect-src 'self' blob: http: https:",
    // The engine of the in-page model creates its workers itself.
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return html.replace('<meta charset="utf-8" />', `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />`);
}
