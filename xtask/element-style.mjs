// The style sheet of `<ricordo-chat>`: `element.css`, then all sheets of the page as they are but for two things:
//
// * `rem` is a size of the page around: it becomes one that `--ricordo-size` alone changes;
// * every design token can be given from outside: `--accent` is `--ricordo-accent` where the page says that.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { laterSheets, withoutComments } from './style-text.mjs';

const SIZE_PX = 16;

/** One sheet of all that `index.html` names and of those that the page loads later. */
export function styleForShadow(root) {
  const index = readFileSync(path.join(root, 'index.html'), 'utf8');
  const names = [...index.matchAll(/href="web\/style\/([\w-]+)\.css"/g)].map(([, name]) => name);
  if (!names.includes('tokens')) throw new Error('index.html names no style sheets.');
  const read = name => withoutComments(readFileSync(path.join(root, 'web/style', `${name}.css`), 'utf8'));
  const sheets = ['element', ...names].map(name => (name === 'tokens' ? fromOutside(read(name)) : read(name)));
  return [...sheets, ...laterSheets(root).map(withoutComments)].map(withoutRem).join('');
}

function fromOutside(tokens) {
  return tokens.replace(/--([\w-]+): ([^;]+);/g, '--$1: var(--ricordo-$1, $2);');
}

function withoutRem(sheet) {
  return sheet.replace(/@(media|container)[^{]*|(-?[\d.]+)rem\b/g, (found, condition, number) => {
    // The size that the user gave the browser, whatever the page around says.
    if (condition === 'media') return found;
    // A condition cannot have custom properties in it.
    if (condition === 'container') return found.replace(/([\d.]+)rem\b/g, (_, number) => `${number * SIZE_PX}px`);
    return `calc(${number} * var(--ricordo-size, ${SIZE_PX}px))`;
  });
}
