// Sets TeX as MathML. Temml makes the nodes itself; nothing is parsed as HTML.

import temml from '../vendor/temml/temml.js';

// No link, image or style out of a formula, no endless macro, and what cannot be read is shown in its place.
const OPTIONS = { trust: false, throwOnError: true, strict: false, maxExpand: 500, maxSize: [20, 100], annotate: false };
const LONGEST = 20_000;

/** Replaces the TeX in an element by the formula. What is no TeX stays as it is. */
export function attend(element) {
  const tex = element.textContent;
  if (tex.length > LONGEST || element.querySelector('math')) return;
  const place = document.createElement('span');
  try {
    temml.render(tex, place, { ...OPTIONS, displayMode: element.classList.contains('display') });
  } catch {
    element.classList.add('wrong');
    return;
  }
  element.setAttribute('data-tex', tex);
  element.replaceChildren(...place.childNodes);
}
