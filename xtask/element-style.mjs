// The style sheet of `<ricordo-chat>`: `element.css`, and then the sheets of the page as they are, but for two things that the
// page around must not decide, or must be able to:
//
// * `rem`, which the page around decides, becomes a length that `--ricordo-size` alone changes;
// * every design token can be given from outside: `--accent` is `--ricordo-accent` where the page says that.

import { readFileSync } from 'node:fs';
import path from 'node:path';

const PX = 16;

/** One sheet of all that `index.html` names. */
export function styleForShadow(root) {
  const index = readFileSync(path.join(root, 'index.html'), 'utf8');
  const names = [...index.matchAll(/href="web\/style\/([\w-]+)\.css"/g)].map(([, name]) => name);
  if (!names.includes('tokens')) throw new Error('index.html names no style sheets.');
  return ['element', ...names].map(name => sheet(name, readFileSync(path.join(root, 'web/style', `${name}.css`), 'utf8'))).join('');
}

function sheet(name, text) {
  return rules(text.replace(/\/\*.*?\*\//gs, '')).map(rule => written(rule, name === 'tokens')).join('');
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
    const isGroup = /^@(media|container|supports|keyframes)/.test(prelude);
    found.push({ prelude, inner: isGroup ? rules(inner) : inner });
    at = end;
  }
}

function written({ prelude, inner }, isTokens) {
  const condition = prelude.startsWith('@container') ? pixels(prelude) : prelude;
  return `${condition}{${Array.isArray(inner) ? inner.map(rule => written(rule, isTokens)).join('') : declarations(inner, isTokens)}}`;
}

/** In a query about the container `rem` would be the one of the page around. */
function pixels(text) {
  return text.replace(/([\d.]+)rem/g, (_, number) => `${Number((number * PX).toFixed(3))}px`);
}

function declarations(text, isTokens) {
  return text
    .split(';')
    .map(one => one.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .map(one => {
      const colon = one.indexOf(':');
      const [name, value] = [one.slice(0, colon).trim(), withoutRem(one.slice(colon + 1).trim())];
      return isTokens && name.startsWith('--') ? `${name}:var(--ricordo-${name.slice(2)}, ${value});` : `${name}:${value};`;
    })
    .join('');
}

function withoutRem(text) {
  return text.replace(/(-?[\d.]+)rem\b/g, `calc($1*var(--ricordo-size,${PX}px))`);
}
