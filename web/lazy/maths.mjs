// Renders TeX as MathML. Temml creates the nodes itself; nothing is parsed as HTML.

import temml from '../vendor/temml/temml.js';

// Font for formulas, if the system has none that the style sheet names. Browsers take roots, brackets and sums from the font's
// MATH table and draw them small or not at all without one. It is a font of the document, because a shadow root has no fonts
// of its own. It is fetched with the first formula.
const FONT = new URL('./math-font/ricordo-math.woff2', import.meta.url);
document.fonts.add(new FontFace('RicordoMath', `url("${FONT}") format("woff2")`, { display: 'swap' }));

// No links, images or styles in formulas, and no endless macros. Invalid TeX is shown as it is.
const OPTIONS = { trust: false, throwOnError: true, strict: false, maxExpand: 500, maxSize: [20, 100], annotate: false };
const LONGEST = 20_000;

/** Replaces the TeX in an element by the formula. Invalid TeX stays as it is. */
export function run(element) {
  const tex = element.textContent;
  if (tex.length > LONGEST || element.querySelector('math')) return;
  let formula;
  try {
    const tree = temml.__renderToMathMLTree(tex, { ...OPTIONS, displayMode: element.classList.contains('display') });
    formula = withoutStyleAttributes(tree).toNode();
  } catch {
    element.classList.add('wrong');
    return;
  }
  element.setAttribute('data-tex', tex);
  element.replaceChildren(formula);
  // In the element of the package not on the page around it. Each root gets one listener, however often it is added.
  element.getRootNode().addEventListener('copy', copyAsTex);
}

/** Copies a selection with formulas with their TeX: the letters of a formula alone say "x2" for x². */
function copyAsTex(event) {
  const root = event.currentTarget;
  const selection = root.getSelection?.() ?? document.getSelection();
  if (event.defaultPrevented || !event.clipboardData || !selection || selection.rangeCount !== 1 || selection.isCollapsed) return;
  if (event.target.closest?.('input, textarea')) return;
  const range = selection.getRangeAt(0).cloneRange();
  const formulaAt = node => (node.closest ? node : node.parentElement)?.closest('.math[data-tex]');
  // Part of a formula is no TeX, so all of it is copied.
  const [first, last] = [formulaAt(range.startContainer), formulaAt(range.endContainer)];
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  // On the page, because only there the text has its line breaks, and styled as a message.
  const copy = Object.assign(document.createElement('div'), { className: 'text', inert: true });
  Object.assign(copy.style, { position: 'fixed', insetInlineStart: '-200vw', width: '100vw' });
  copy.append(range.cloneContents());
  const formulas = copy.querySelectorAll('.math[data-tex]');
  if (formulas.length === 0) return;
  for (const formula of formulas) {
    const mark = formula.classList.contains('display') ? '$$' : '$';
    formula.textContent = mark + formula.getAttribute('data-tex').trim() + mark;
  }
  for (const control of copy.querySelectorAll('.code-bar, .footnote-mark')) control.remove();
  (root.body ?? root).append(copy);
  event.clipboardData.setData('text/plain', copy.innerText);
  event.clipboardData.setData('text/html', copy.innerHTML);
  copy.remove();
  event.preventDefault();
}

// The page's policy forbids `style` attributes. Temml's styles are set as properties, which are allowed.
function withoutStyleAttributes(tree) {
  const { style: text, ...attributes } = tree.attributes ?? {};
  if (text) {
    for (const declaration of text.split(';')) {
      const [name, value] = declaration.split(/:(.*)/s).map(part => part?.trim());
      if (value) tree.style = { ...tree.style, [name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())]: value };
    }
    tree.attributes = attributes;
  }
  tree.children?.forEach(withoutStyleAttributes);
  return tree;
}
