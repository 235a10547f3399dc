// The style sheets of the page, rewritten for a shadow root in somebody else's page:
//
// * what is said of `:root`, `html` and `body` is said of `.ground`, the element that the app is drawn into;
// * nothing comes in: `.ground` begins with `all: initial`, and `rem`, which the page around decides, becomes a length that
//   `--ricordo-size` alone changes;
// * every design token can be given from outside: `--accent` is `--ricordo-accent` where the page says that;
// * the frame follows the width of the element; dialogs, which lie over the whole window, follow the window;
// * `data-theme` on `.ground` chooses light or dark.

import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Sheets of what lies over the window, or does not ask how wide it is. The others are of the frame. */
const OVER_THE_WINDOW = ['tokens', 'dialog', 'search', 'settings', 'pages', 'pages-parts', 'stats', 'connect', 'doctor', 'inspection', 'lists', 'menu'];
const PX = 16;

const GROUND = `
:host { display: block; inline-size: 100%; block-size: 40rem; }
:host([hidden]) { display: none; }
.ground {
  all: initial; position: relative; display: block; height: 100%; overflow: hidden;
  contain: layout paint; container: ground / size; direction: ltr; isolation: isolate;
}
.ground[data-theme="light"] { color-scheme: light; }
.ground[data-theme="dark"] { color-scheme: dark; }`;

/** One sheet of all that `index.html` names. */
export function styleForShadow(root) {
  const index = readFileSync(path.join(root, 'index.html'), 'utf8');
  const names = [...index.matchAll(/href="web\/style\/([\w-]+)\.css"/g)].map(([, name]) => name);
  if (!names.includes('tokens')) throw new Error('index.html names no style sheets.');
  const sheets = names.map(name => sheet(name, readFileSync(path.join(root, 'web/style', `${name}.css`), 'utf8')));
  // What is said of the ground itself comes first: the sheets build on it.
  return withoutRem(GROUND, PX).replace(/\s+/g, ' ') + sheets.join('');
}

function sheet(name, text) {
  const isFrame = !OVER_THE_WINDOW.includes(name);
  return rules(text.replace(/\/\*.*?\*\//gs, '')).map(rule => written(rule, { isFrame, isTokens: name === 'tokens' })).join('');
}

/** The rules of a sheet: `{ prelude, inner }`, where `inner` is text, or the rules in it. */
function rules(text) {
  const found = [];
  let at = 0;
  while (true) {
    const open = text.indexOf('{', at);
    if (open < 0) return found;
    let depth = 1;
    let end = open + 1;
    for (; depth > 0 && end < text.length; end += 1) {
      if (text[end] === '{') depth += 1;
      if (text[end] === '}') depth -= 1;
    }
    const prelude = text.slice(at, open).trim().replace(/\s+/g, ' ');
    const inner = text.slice(open + 1, end - 1);
    const isGroup = /^@(media|supports|keyframes)/.test(prelude);
    found.push({ prelude, inner: isGroup ? rules(inner) : inner });
    at = end;
  }
}

function written({ prelude, inner }, how) {
  if (prelude.startsWith('@keyframes')) return `${prelude}{${inner.map(step => `${step.prelude}{${declarations(step.inner, how)}}`).join('')}}`;
  if (prelude.startsWith('@media')) return media(prelude.slice('@media'.length).trim(), inner, how);
  if (Array.isArray(inner)) return `${prelude}{${inner.map(rule => written(rule, how)).join('')}}`;
  // Where a keyboard covers the page, the page around sees to it.
  if (prelude.includes('--seen')) return '';
  return `${selector(prelude)}{${declarations(inner, how)}}`;
}

function selector(prelude) {
  return prelude.split(/,\s*/).map(one => (/^(:root|html|body)$/.test(one) ? '.ground' : one)).join(',');
}

function media(query, inner, how) {
  const body = () => inner.map(rule => written(rule, how)).join('');
  if (!how.isFrame || !/width/.test(query)) return `@media ${query}{${body()}}`;
  return query
    .split(/,\s*/)
    .map(part => {
      const features = part.split(' and ');
      const [widths, others] = [features.filter(one => one.includes('width')), features.filter(one => !one.includes('width'))];
      let made = body();
      if (widths.length > 0) made = `@container ground ${pixels(widths.join(' and '))}{${made}}`;
      return others.length > 0 ? `@media ${others.join(' and ')}{${made}}` : made;
    })
    .join('');
}

/** In a query about the container `rem` would be the one of the page around. */
function pixels(text) {
  return text.replace(/([\d.]+)rem/g, (_, number) => `${Number((number * PX).toFixed(3))}px`);
}

function declarations(text, { isFrame, isTokens }) {
  return text
    .split(';')
    .map(one => one.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .map(one => {
      const colon = one.indexOf(':');
      const [name, value] = [one.slice(0, colon).trim(), one.slice(colon + 1).trim()];
      let made = withoutRem(value.replace(/env\(safe-area-inset-\w+\)/g, '0px'), PX);
      if (isFrame) made = made.replace(/([\d.]+)d?vh/g, '$1cqb').replace(/([\d.]+)d?vw/g, '$1cqi');
      if (isTokens && name.startsWith('--')) made = `var(--ricordo-${name.slice(2)}, ${made})`;
      return `${name}:${made};`;
    })
    .join('');
}

function withoutRem(text, px) {
  return text.replace(/(-?[\d.]+)rem\b/g, `calc($1*var(--ricordo-size,${px}px))`);
}
