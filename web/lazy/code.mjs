// Colours code. highlight.js finds the words; the spans are made here, node by node.

import hljs from '../vendor/highlight/core.js';
import { fileOf } from './languages.mjs';

// Longer code stays as it is: to colour it would be felt.
const LONGEST = 30_000;

/** Colours the code in an element, if its language is known. */
export async function attend(element) {
  const file = fileOf(element.dataset.language);
  const code = element.textContent;
  if (!file || code.length > LONGEST || element.dataset.done) return;
  if (!hljs.getLanguage(file)) {
    const { default: grammar } = await import(`../vendor/highlight/languages/${file}.js`);
    hljs.registerLanguage(file, grammar);
  }
  await idle();
  // It may have grown in the meantime: then it is seen to again.
  if (!element.isConnected || element.textContent !== code || element.dataset.done) return;
  const { _emitter } = hljs.highlight(code, { language: file, ignoreIllegals: true });
  const coloured = nodesOf(_emitter.rootNode);
  if (coloured.textContent !== code) return;
  element.dataset.done = 'true';
  element.replaceChildren(coloured);
}

function nodesOf(tree) {
  const place = document.createDocumentFragment();
  for (const child of tree.children) {
    if (typeof child === 'string') {
      place.append(child);
      continue;
    }
    const name = classOf(child.scope);
    if (!name) {
      place.append(nodesOf(child));
      continue;
    }
    const span = document.createElement('span');
    span.className = name;
    span.append(nodesOf(child));
    place.append(span);
  }
  return place;
}

// The first part of a scope is enough for a colour: `title.function` is a title.
function classOf(scope) {
  return scope && !scope.startsWith('language:') ? `hl-${scope.split('.')[0]}` : null;
}

function idle() {
  return new Promise(resolve => (window.requestIdleCallback ?? setTimeout)(resolve));
}
