// Assembles the published page: `index.html` with its style sheets and its code, the files that it names, the
// Content-Security-Policy, and the service worker with the list of all files.
//
// `cargo xtask dist` (and every command that needs the release build) calls it with the folder of the project, that of the
// app's code, and an empty one to fill. `index.html` says in the words of Trunk (`data-trunk`) what the page consists of.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { laterSheets, withoutComments } from './style-text.mjs';

/**
 * Files that the service worker never lists: weights have a cache of their own, one of the many tables of characters is needed
 * for a rare PDF, nobody opens a licence, and `sw.js` is the worker of the development server until it is replaced below.
 */
const NEVER = [/^sw\.js$/, /^vendor\/models\//, /^vendor\/pdf\/cmaps\//, /LICEN[CS]E$/];
/** Files that most visitors never use: the service worker caches them on first use. */
const WHEN_USED = [
  /^vendor\/tokenizer\//, /^vendor\/wllama\//, /^lazy\/math-font\//, /^vendor\/documents\//, /^vendor\/pdf\//, /^vendor\/mermaid\//,
  // The parser of imported files; exports need the scripts beside it.
  /^vendor\/exchange\/exchange/,
  // Texts in other languages than English: the worker fetches those of the language in use.
  /^texts_/,
];
/** The code of the app, as it comes: the module and its script. */
const APP = 'ricordo-web';

const [, , root, code, out] = process.argv;
const digest = bytes => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
const shortDigest = text => createHash('sha256').update(text).digest('hex').slice(0, 16);

const source = readFileSync(path.join(root, 'index.html'), 'utf8');
/** What the page consists of, in order. */
const parts = [...source.matchAll(/ *<link\s+data-trunk\s+([^>]*?)\/>\n/g)].map(([text, attributes]) => ({
  text,
  ...Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
}));
const partsOf = rel => parts.filter(part => part.rel === rel);

for (const { href } of [...partsOf('copy-dir'), ...partsOf('copy-file')]) {
  cpSync(path.join(root, href), path.join(out, path.basename(href)), { recursive: true, dereference: true });
}
bundleLaterSheets();
const page = withPolicy(withParts());

const files = filesOf(out).filter(name => !NEVER.some(pattern => pattern.test(name)));
const listed = wanted => Object.fromEntries(files.filter(wanted).map(name => [name, digest(readFileSync(path.join(out, name)))]));
const isForSome = name => WHEN_USED.some(pattern => pattern.test(name));
const ahead = listed(name => !isForSome(name));
const whenUsed = listed(isForSome);

const worker = readFileSync(path.join(root, 'web/offline/sw.js'), 'utf8');
const id = shortDigest(JSON.stringify([page, ahead, whenUsed, worker]));
const published = page.replace('<meta charset="utf-8" />', `$&<meta name="ricordo-build" content="${id}" />`);
const build = { id, ahead: { './': digest(published), ...ahead }, whenUsed };
const marked = /^const BUILD = .*;$/m;
if (!marked.test(worker) || published === page) throw new Error('The page or the service worker has no place for the build.');

writeFileSync(path.join(out, 'index.html'), published);
writeFileSync(path.join(out, 'sw.js'), worker.replace(marked, () => `const BUILD = ${JSON.stringify(build, null, 1)};`));

/** All files of a folder, by their paths in it. */
function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return entries.map(entry => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll(path.sep, '/')).sort();
}

/** The page with its style sheets, its code, and without Trunk's elements. */
function withParts() {
  // One sheet, so that the policy has to name one digest.
  const style = partsOf('inline').map(({ href }) => withoutComments(readFileSync(path.join(root, href), 'utf8'))).join('');
  const [firstSheet] = partsOf('inline');
  const [app] = partsOf('rust');
  const whole = parts.reduce((html, part) => {
    const inPlace = { [firstSheet.text]: `    <style>${style}</style>\n`, [app.text]: elementsOfApp() }[part.text] ?? '';
    return html.replace(part.text, () => inPlace);
  }, source);
  if (whole.includes('data-trunk') || !whole.includes('const painted =')) throw new Error('index.html has another form than before.');
  return withoutRemarks(whole.replace(/^[ \t]*<!--[\s\S]*?-->\n/gm, ''));
}

/** Puts the code into the folder, and returns the elements that fetch and start it: after the first text is on screen. */
function elementsOfApp() {
  const contents = withNamedSnippets(new Map(filesOf(code).map(name => [name, contentOf(path.join(code, name))])));
  const hash = shortDigest(Buffer.concat([`${APP}.js`, `${APP}_bg.wasm`].map(name => contents.get(name))));
  const named = name => name.replace(new RegExp(`^${APP}(?=\\.js$|_bg\\.wasm$)`), `${APP}-${hash}`);
  for (const [name, content] of contents) {
    mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
    writeFileSync(path.join(out, named(name)), content);
  }
  const offline = path.join(out, 'lazy/offline.mjs');
  writeFileSync(offline, contentOf(offline));
  const fetched = name => `href="./${named(name)}" crossorigin="anonymous"`;
  const preloads = [...contents.keys()].filter(isScript).map(name => `    <link rel="modulepreload" ${fetched(name)} />\n`);
  // A script in `index.html` fetches the texts of the page's language ahead, if it is not English.
  const texts = [...contents.keys()].map(name => [name, .../^texts_(\w+)_(first|later)-\w+\.wasm$/.exec(name)?.slice(1) ?? []]).filter(([, language]) => language);
  const priority = file => (file === 'later' ? ' fetchpriority="low"' : '');
  const ofLanguages = texts.map(([name, language, file]) => `    <link data-texts="${language}" href="./${name}" crossorigin="anonymous" as="fetch" type="application/wasm"${priority(file)} />\n`);
  const start = `
import init from './${named(`${APP}.js`)}';
await painted;
await init({ module_or_path: './${named(`${APP}_bg.wasm`)}' });
`;
  const ahead = `    <link data-ahead ${fetched(`${APP}_bg.wasm`)} as="fetch" type="application/wasm" />\n`;
  return `    <script type="module">${start}</script>\n${preloads.join('')}${ahead}${ofLanguages.join('')}`;
}

/**
 * The files of the app, with the content of its snippets in their path: they have the same names in each build, and a browser may
 * have kept one of an earlier build.
 */
function withNamedSnippets(contents) {
  const isSnippet = name => name.startsWith('snippets/');
  const place = `snippets/${shortDigest(Buffer.concat([...contents].filter(([name]) => isSnippet(name)).map(([, content]) => content)))}/`;
  const named = new Map([...contents].map(([name, content]) => [isSnippet(name) ? name.replace('snippets/', place) : name, content]));
  // Only where they are imported: the module refers to them by the names that it was linked with.
  const script = contents.get(`${APP}.js`).toString().replace(/(\bfrom ?["']\.\/)snippets\//g, `$1${place}`);
  return named.set(`${APP}.js`, Buffer.from(script));
}

function isScript(name) {
  return /\.m?js$/.test(name);
}

/** A file as it is sent: scripts that every visitor loads without comments and indentation. */
function contentOf(file) {
  const content = readFileSync(file);
  return isScript(file) ? Buffer.from(withoutRemarks(content.toString())) : content;
}

/** A script, or a page with scripts, without their comments and without indentation. */
function withoutRemarks(script) {
  // Only comments on lines of their own: inside a line, `//` may be part of a string.
  const text = script.replace(/^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*\n/gm, '').replace(/^[ \t]*\/\/.*\n/gm, '');
  // In a text of several lines the indentation may matter.
  const hasLongText = text.split('\n').some(line => line.split('`').length % 2 === 0);
  return hasLongText ? text : text.replace(/^[ \t]+/gm, '');
}

/** Makes one sheet of those that are loaded with the first conversation or dialog. */
function bundleLaterSheets() {
  const folder = path.join(out, 'later');
  const style = laterSheets(root).map(withoutComments).join('');
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'style.css'), style);
}

/** Adds the policy, before everything that it applies to. */
function withPolicy(html) {
  const inline = (element, text) => [...text.matchAll(new RegExp(`<${element}( [^>]*)?>([\\s\\S]*?)</${element}>`, 'g'))].map(([, , body]) => `'${digest(body)}'`).join(' ');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${inline('script', html)}`,
    // The later sheets are files of this page.
    `style-src 'self' ${inline('style', html)}`,
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
    // Pages of replies run in `lazy/frame.html`, which has a policy of its own.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return html.replace('<meta charset="utf-8" />', `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />`);
}
