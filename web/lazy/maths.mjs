// Sets TeX as MathML. Temml makes the nodes itself; nothing is parsed as HTML.

import temml from '../vendor/temml/temml.js';

// The font of formulas where the system has none that the style sheet names. Browsers take the roots, brackets and sums
// from the font's MATH table, and leave them out or small where there is none. It belongs to the document, because a
// shadow root has no fonts of its own, and is fetched when the first formula needs it.
const FONT = new URL('./math-font/ricordo-math.woff2', import.meta.url);
document.fonts.add(new FontFace('RicordoMath', `url("${FONT}") format("woff2")`, { display: 'swap' }));

// No link, image or style out of a formula, no endless macro, and what cannot be read is shown in its place.
const OPTIONS = { trust: false, throwOnError: true, strict: false, maxExpand: 500, maxSize: [20, 100], annotate: false };
const LONGEST = 20_000;

/** Replaces the TeX in an element by the formula. What is no TeX stays as it is. */
export function attend(element) {
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
}

// The policy of the page allows no `style` attribute. What Temml writes into one is set as properties, which it allows.
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
