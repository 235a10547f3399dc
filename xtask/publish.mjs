// Makes the built page one that is published: its Content-Security-Policy, and the service worker with the list of files.
//
// Called by `cargo xtask dist` (and whatever else needs the release build) with the folder that Trunk has filled.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withoutComments } from './style-text.mjs';

/** No file of the build may be listed by the service worker: weights have a cache of their own, nobody opens a licence. */
const NEVER = [/^vendor\/models\//, /LICEN[CS]E$/, /^sw\.js$/];
/** What is large and most visitors never use: kept by the service worker when they are used. */
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

/** The scripts that every visitor loads go without their comments; the page names their digests. */
function withPlainScripts(html) {
  const names = readdirSync(dist, { recursive: true }).map(String).filter(name => /^(ricordo-web-|later-|snippets[\\/]).*\.m?js$/.test(name));
  return names.reduce((text, name) => {
    const file = path.join(dist, name);
    const script = readFileSync(file, 'utf8');
    // Only what has lines of its own: within a line it may be a part of a text.
    const plain = script.replace(/^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*\n/gm, '').replace(/^[ \t]*\/\/.*\n/gm, '');
    writeFileSync(file, plain);
    return text.replaceAll(digest(script, 'sha384'), digest(plain, 'sha384'));
  }, html);
}

/** One style sheet in place of many, so that the policy has to name one digest. */
function withOneStyle(html) {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>\s*/g)];
  const all = styles.map(([, text]) => withoutComments(text)).join('');
  const [first, ...others] = styles.map(([text]) => text);
  const without = others.reduce((text, style) => text.replace(style, ''), html);
  return without.replace(first, () => `<style>${all}</style>\n    `);
}

/** The app is fetched and begun when the first words are on screen: `painted` of index.html. */
function wordsFirst(html) {
  const fetched = /<link rel="preload"([^>]* as="fetch"[^>]*)>/;
  const begun = 'const wasm = await init(';
  if (!fetched.test(html) || !html.includes(begun) || !html.includes('const painted =')) throw new Error('Trunk begins the app in another way than before: see wordsFirst.');
  return html.replace(fetched, '<link data-ahead$1>').replace(begun, `await painted;\n${begun}`);
}

/** The page with its policy, before anything that the policy is about. */
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
    // The user names the servers; what a page may ask is the user's to say, not ours.
    "connect-src 'self' blob: http: https:",
    // The engine of the model in the page makes its workers itself.
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return html.replace('<meta charset="utf-8" />', `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />`);
}
