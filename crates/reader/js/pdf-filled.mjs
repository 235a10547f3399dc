// What was filled into a PDF: the values of its form, checked boxes, and notes that are written on its pages. pdf.js gives them apart
// from the text. Used by pdf.mjs, which orders the pieces of a page as they come, so each is put beside its label.

import { LEAST_SIZE, WHITE, isNear } from './pdf-hidden.js';

/** Most values of a page. */
const MOST = 1000;
/** Bits of the flags of what a page shows: invisible, hidden, not to be viewed. */
const UNSEEN = 1 | 2 | 32;
/** A label may reach into its field by this many points. */
const SLACK = 3;
/** Lines of a text box are no lines of the page, so what stands above it is at most this far away, in points. */
const HEIGHT = 12;

/**
 * The pieces of a page with what was filled in.
 *
 * @param {object[]} items of `getTextContent`
 * @param {object[]} annotations of `getAnnotations`
 * @param {number[]} view the box of the page
 * @param {object} layers of `getOptionalContentConfig`
 * @returns {{ items: object[], hidden: number }} `hidden`: how many letters were left out because nobody sees them
 */
export function withFilled(items, annotations, view, layers) {
  const filled = annotations.flatMap(annotation => {
    const text = textOf(annotation);
    return text ? [{ annotation, text, isBox: annotation.fieldType === 'Btn', rect: annotation.rect }] : [];
  });
  const seen = filled.filter(({ annotation }) => isSeen(annotation, view, layers)).slice(0, MOST);
  const hidden = filled.filter(one => !seen.includes(one)).reduce((count, { text }) => count + text.replace(/\s/g, '').length, 0);
  const placed = [...items];
  // From the top down and from left to right.
  seen.sort((one, other) => other.rect[3] - one.rect[3] || one.rect[0] - other.rect[0]);
  for (const one of seen) place(placed, one);
  return { items: placed, hidden };
}

/** What an annotation says; empty: nothing. */
function textOf(annotation) {
  const { subtype, fieldType, fieldValue, password, options = [] } = annotation;
  // What is painted; without an appearance pdf.js takes it from the contents.
  if (subtype === 'FreeText') return (annotation.textContent ?? []).join('\n').trim();
  if (subtype !== 'Widget' || password) return '';
  if (fieldType === 'Tx') return typeof fieldValue === 'string' ? fieldValue.replace(/\r\n?/g, '\n').trim() : '';
  if (fieldType === 'Ch') {
    const shown = value => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;
    return [fieldValue ?? []].flat().map(shown).join(', ').trim();
  }
  const on = annotation.checkBox ? annotation.exportValue : annotation.radioButton ? annotation.buttonValue : undefined;
  return on && fieldValue === on ? '[x]' : '';
}

function isSeen({ annotationFlags, hidden, oc, rect, defaultAppearanceData: look, backgroundColor, fieldType }, view, layers) {
  const [left, bottom, right, top] = rect;
  if (hidden || annotationFlags & UNSEEN || (oc && !layers.isVisible(oc))) return false;
  if (right - left < LEAST_SIZE || top - bottom < LEAST_SIZE) return false;
  if (right < view[0] || left > view[2] || top < view[1] || bottom > view[3]) return false;
  if (!look || fieldType === 'Btn') return true;
  // 0 is a size that fits.
  if (look.fontSize && look.fontSize < LEAST_SIZE) return false;
  return !look.fontColor || !isNear([...look.fontColor], backgroundColor ?? WHITE);
}

/** Puts a text behind what is before it in its line, or before what follows it: a box usually stands before its label. */
function place(items, { text, isBox, rect }) {
  const [left, bottom, right, top] = rect;
  let before;
  let after;
  let above;
  for (const [at, item] of items.entries()) {
    if (!item.str?.trim() || !isUpright(item)) continue;
    const [start, base] = [item.transform[4], item.transform[5]];
    const end = start + item.width;
    const height = item.height || HEIGHT;
    if (base < top && base + height > bottom) {
      if (end <= left + SLACK) before = nearer(before, { at, gap: left - end });
      else if (start >= right - SLACK) after = nearer(after, { at, gap: start - right });
    } else if (base >= top - SLACK && start < right && end > left) above = nearer(above, { at, gap: base - top });
  }
  const size = Math.min(top - bottom, HEIGHT);
  const piece = (str, y, hasEOL) => ({ str, dir: 'ltr', width: right - left, height: size, transform: [size, 0, 0, size, left, y], hasEOL });
  if (after && (!before || (isBox && after.gap < before.gap))) {
    const label = items[after.at];
    items.splice(after.at, 0, piece(`${text} `, label.transform[5], false));
  } else if (before) {
    const label = items[before.at];
    const next = label.hasEOL ? undefined : items[before.at + 1];
    const gap = /\s$/.test(label.str) ? '' : ' ';
    const end = next?.str && !/^\s/.test(next.str) ? ' ' : '';
    items[before.at] = { ...label, hasEOL: false };
    items.splice(before.at + 1, 0, piece(gap + text + end, label.transform[5], label.hasEOL));
  } else {
    let at = above ? above.at : items.length - 1;
    while (at >= 0 && at < items.length - 1 && !items[at].hasEOL) at += 1;
    if (items[at]) items[at] = { ...items[at], hasEOL: true };
    items.splice(at + 1, 0, piece(text, bottom, true));
  }
}

const nearer = (one, other) => (one && one.gap <= other.gap ? one : other);

const isUpright = ({ transform }) => transform[0] > 0 && Math.abs(transform[1]) < Math.abs(transform[0]) / 10;
