// Highlights code. highlight.js finds the tokens; the spans are created here, node by node.

import hljs from '../vendor/highlight/core.js';
import { fileOf } from './languages.mjs';

// Longer code is not highlighted: it would take noticeable time.
const LONGEST = 30_000;

/** Highlights the code in an element, if its language is known. */
export async function run(element) {
  const file = fileOf(element.dataset.language);
  const code = element.textContent;
  if (!file || code.length > LONGEST || element.dataset.done) return;
  if (!hljs.getLanguage(file)) {
    const { default: grammar } = await import(`../vendor/highlight/languages/${file}.js`);
    hljs.registerLanguage(file, grammar);
  }
  await idle();
  if (!element.isConnected || element.dataset.done) return;
  // It has grown in the meantime.
  if (element.textContent !== code) return run(element);
  const { _emitter } = hljs.highlight(code, { language: file, ignoreIllegals: true });
  const coloured = nodesOf(_emitter.rootNode);
  if (coloured.textContent !== code) return;
  element.dataset.done = 'true';
  element.replaceChildren(coloured);
}

function nodesOf(tree) {
  const fragment = document.createDocumentFragment();
  for (const child of tree.children) {
    if (typeof child === 'string') {
      fragment.append(child);
      continue;
    }
    const name = classOf(child.scope);
    if (!name) {
      fragment.append(nodesOf(child));
      continue;
    }
    const span = document.createElement('span');
    span.className = name;
    span.append(nodesOf(child));
    fragment.append(span);
  }
  return fragment;
}

// The first part of a scope determines the colour: `title.function` is a title.
function classOf(scope) {
  return scope && !scope.startsWith('language:') ? `hl-${scope.split('.')[0]}` : null;
}

function idle() {
  return new Promise(resolve => (window.requestIdleCallback ?? setTimeout)(resolve));
}
