// Finds the text of a PDF page that nobody sees: invisible, transparent, tiny, outside of the page, on a hidden layer, or in the
// colour of what is behind it. Used by pdf.mjs.
//
// pdf.js tells the text without its colours, and what it would paint as a list of operators. Both have the letters in the same order.
// What is behind a text is known of filled rectangles and of the white page. Where a picture or a pattern may be behind it, the text is
// kept, and so is text that another thing is painted over.

/** Largest difference of a colour channel at which text cannot be told from its background: as in crates/documents/src/color.rs. */
const NEAR = 24;
const LEAST_OPACITY = 0.06;
/** Smaller letters cannot be seen, in points. */
export const LEAST_SIZE = 1.5;
/** Most painted things that are remembered. */
const MOST_PAINTED = 1000;
/** Letters after the expected place among which those of a piece are looked for. */
const WINDOW = 400;
export const WHITE = [255, 255, 255];

const UNSEEN = { no: 0, hidden: 1, /** Invisible, as the text of a scan is that a program recognised. */ invisible: 2 };

/**
 * What can be seen of the text of a page.
 *
 * @param {object} pdf pdf.js
 * @param {object[]} items of `getTextContent`
 * @param {object} operators of `getOperatorList`
 * @param {number[]} view the box of the page
 * @param {object} layers of `getOptionalContentConfig`
 * @param {boolean} hasImages whether the operators have the images
 * @returns {{ items: object[], hidden: number, needsImages: boolean, isChecked: boolean }} `needsImages`: only with the images it is
 * known what to leave out. `isChecked`: it is known of the whole text whether it is seen
 */
export function seenOf(pdf, items, operators, view, layers, hasImages) {
  const letters = new Painter(pdf, view, layers).letters(operators);
  // pdf.js ends the list, without an error, at an operator that it cannot carry out, but not the text.
  let isChecked = letters.length >= items.reduce((count, { str }) => count + [...plain(pdf, str)].length, 0);
  const isScan = letters.length > 0 && letters.every(({ unseen }) => unseen === UNSEEN.invisible);
  if (isScan || letters.every(({ unseen }) => unseen === UNSEEN.no)) return { items, hidden: 0, needsImages: false, isChecked };
  const needsImages = !hasImages && letters.some(({ unseen, isOverPage }) => unseen === UNSEEN.invisible || (unseen && isOverPage));
  if (needsImages) return { items, hidden: 0, needsImages, isChecked };
  let at = 0;
  let hidden = 0;
  const seen = items.map(item => {
    const own = [...plain(pdf, item.str)];
    if (own.length === 0) return item;
    const found = position(letters, own, at);
    if (found === undefined) {
      isChecked = false;
      return item;
    }
    const flags = letters.slice(found, found + own.length).map(({ unseen }) => unseen !== UNSEEN.no);
    at = found + own.length;
    const count = flags.filter(Boolean).length;
    // The order of letters from right to left is not that of the operators.
    const isMixed = count < own.length;
    if (count === 0 || (isMixed && item.dir !== 'ltr')) return item;
    hidden += count;
    return { ...item, str: isMixed ? without(pdf, item.str, flags) : '' };
  });
  return { items: seen, hidden, needsImages: false, isChecked };
}

/** A text as both lists have it: without white space and signs without a width. */
const plain = (pdf, text) => pdf.normalizeUnicode(text).replace(/[\s\p{Cf}\p{Cc}]/gu, '');

/** Where letters are found, near the expected place. */
function position(letters, own, from) {
  const key = own.toSorted().join('');
  for (let at = from; at <= Math.min(from + WINDOW, letters.length - own.length); at += 1) {
    if (own.includes(letters[at].char) && letters.slice(at, at + own.length).map(({ char }) => char).sort().join('') === key) return at;
  }
  return undefined;
}

/** A text without the letters that are flagged. */
function without(pdf, text, flags) {
  let at = 0;
  let rest = '';
  for (const char of text) {
    const length = [...plain(pdf, char)].length;
    if (length === 0 || !flags[at]) rest += char;
    at += length;
  }
  return rest;
}

/** Follows the operators of a page. */
class Painter {
  #pdf;
  #view;
  #layers;
  #state = {
    matrix: [1, 0, 0, 1, 0, 0], fill: [0, 0, 0], stroke: [0, 0, 0], fillOpacity: 1, strokeOpacity: 1, isMasked: false, clip: undefined,
    mode: 0, size: 0, leading: 0, charSpacing: 0, wordSpacing: 0, scale: 1, rise: 0,
  };
  #stack = [];
  #text = [1, 0, 0, 1, 0, 0];
  #line = [1, 0, 0, 1, 0, 0];
  #painted = [];
  #wasCut = false;
  #clips = false;
  #marked = [];
  #letters = [];
  /** Boxes of invisible text, with the places of its letters. */
  #invisible = [];
  #pictures = [];

  constructor(pdf, view, layers) {
    this.#pdf = pdf;
    this.#view = view;
    this.#layers = layers;
    this.#state.clip = view;
  }

  /** The letters in order, each with whether it cannot be seen. */
  letters({ fnArray, argsArray }) {
    const names = Object.fromEntries(Object.entries(this.#pdf.OPS).map(([name, code]) => [code, name]));
    for (const [at, code] of fnArray.entries()) {
      const name = names[code];
      const args = argsArray[at] ?? [];
      if (/^paint.*(Image|ImageMask)/.test(name)) this.#paintBox([0, 0, 1, 1], null);
      else (OPERATORS[name] ?? this[name])?.call(this, this.#state, ...args);
    }
    this.#clearOverPictures();
    return this.#letters;
  }

  /** Invisible text with a picture is that of a scan. Some programs paint it before the picture. */
  #clearOverPictures() {
    for (const { box, from, to } of this.#invisible) {
      if (!this.#pictures.some(picture => !isEmpty(common(picture, box)))) continue;
      for (const letter of this.#letters.slice(from, to)) letter.unseen = UNSEEN.no;
    }
  }

  save() {
    this.#stack.push({ ...this.#state });
  }

  restore() {
    this.#state = this.#stack.pop() ?? this.#state;
  }

  beginMarkedContent() {
    this.#marked.push(false);
  }

  beginMarkedContentProps(_state, tag, props) {
    this.#marked.push(tag === 'OC' && props && !this.#layers.isVisible(props));
  }

  endMarkedContent() {
    this.#marked.pop();
  }

  paintFormXObjectBegin(_state, matrix, box) {
    this.save();
    if (matrix) this.#state.matrix = times(this.#state.matrix, matrix);
    if (box) this.#state.clip = common(this.#state.clip, around(this.#state.matrix, box));
  }

  paintFormXObjectEnd() {
    this.restore();
  }

  beginGroup(_state, { smask }) {
    this.save();
    if (smask) this.#state.isMasked = true;
  }

  endGroup() {
    this.restore();
  }

  setGState(state, values) {
    for (const [name, value] of values) {
      if (name === 'ca') state.fillOpacity = value;
      else if (name === 'CA') state.strokeOpacity = value;
      else if (name === 'SMask') state.isMasked = Boolean(value);
      else if (name === 'Font') state.size = value[1];
    }
  }

  clip() {
    this.#clips = true;
  }

  eoClip() {
    this.#clips = true;
  }

  constructPath(state, operator, [path], box) {
    const { fill, eoFill, fillStroke, eoFillStroke, closeFillStroke, closeEOFillStroke } = this.#pdf.OPS;
    if (box && [fill, eoFill, fillStroke, eoFillStroke, closeFillStroke, closeEOFillStroke].includes(operator)) {
      this.#paintBox(box, state.isMasked ? null : state.fill, !isRectangle(path, box));
    }
    if (this.#clips && box) state.clip = common(state.clip, around(state.matrix, box));
    this.#clips = false;
  }

  shadingFill() {
    this.#remember({ box: this.#state.clip, color: null, isPart: true });
  }

  beginText() {
    this.#text = this.#line = [1, 0, 0, 1, 0, 0];
  }

  setTextMatrix(_state, matrix) {
    this.#text = this.#line = [...matrix];
  }

  moveText(_state, x, y) {
    this.#text = this.#line = times(this.#line, [1, 0, 0, 1, x, y]);
  }

  setLeadingMoveText(state, x, y) {
    state.leading = y;
    this.moveText(state, x, y);
  }

  nextLine(state) {
    this.moveText(state, 0, state.leading);
  }

  showText(state, glyphs) {
    const matrix = times(state.matrix, this.#text);
    const start = this.#advance(state, glyphs);
    const size = state.size * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
    const box = around(matrix, [0, state.rise, start, state.rise + Math.abs(state.size) * 0.5]);
    const { unseen, isOverPage } = this.#unseen(state, size, box);
    const from = this.#letters.length;
    for (const glyph of glyphs) {
      if (glyph === null || typeof glyph === 'number') continue;
      for (const char of plain(this.#pdf, glyph.unicode)) this.#letters.push({ char, unseen, isOverPage });
    }
    if (unseen === UNSEEN.invisible) this.#invisible.push({ box, from, to: this.#letters.length });
  }

  /** Moves behind the glyphs. Returns their width. */
  #advance(state, glyphs) {
    let width = 0;
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') width -= (glyph * state.size) / 1000;
      else if (glyph) width += (glyph.width * state.size) / 1000 + state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
    }
    width *= state.scale;
    this.#text = times(this.#text, [1, 0, 0, 1, width, 0]);
    return width;
  }

  /** Whether text cannot be seen, and whether it would be if a picture were behind it. */
  #unseen(state, size, box) {
    if (this.#marked.includes(true)) return { unseen: UNSEEN.hidden, isOverPage: false };
    // The letters of mode 7 cut out what is painted next.
    if (state.isMasked || state.mode === 7) return { unseen: UNSEEN.no, isOverPage: false };
    if (state.mode === 3) return { unseen: UNSEEN.invisible, isOverPage: true };
    if (size < LEAST_SIZE || isEmpty(common(state.clip, box))) return { unseen: UNSEEN.hidden, isOverPage: false };
    const paints = [];
    if ([0, 2, 4, 6].includes(state.mode)) paints.push([state.fill, state.fillOpacity]);
    if ([1, 2, 5, 6].includes(state.mode)) paints.push([state.stroke, state.strokeOpacity]);
    if (paints.every(([, opacity]) => opacity < LEAST_OPACITY)) return { unseen: UNSEEN.hidden, isOverPage: false };
    const isDrowned = paints.every(([color, opacity]) => opacity < LEAST_OPACITY || this.#isBehind(box, color));
    return { unseen: isDrowned ? UNSEEN.hidden : UNSEEN.no, isOverPage: true };
  }

  /** Whether all that may be behind a box has a colour. */
  #isBehind(box, color) {
    if (!color) return false;
    for (const painted of this.#painted.toReversed()) {
      if (isEmpty(common(painted.box, box))) continue;
      if (!painted.color || !isNear(painted.color, color)) return false;
      if (!painted.isPart && holds(painted.box, box)) return true;
    }
    return !this.#wasCut && isNear(WHITE, color);
  }

  #paintBox(box, color, isPart = false) {
    const { matrix, clip, fillOpacity } = this.#state;
    if (fillOpacity < LEAST_OPACITY) return;
    const isTurned = (matrix[0] && matrix[1]) || (matrix[2] && matrix[3]);
    const isClear = fillOpacity < 1 - LEAST_OPACITY;
    this.#remember({ box: common(clip, around(matrix, box)), color: isClear ? null : color, isPart: Boolean(isPart || isTurned) });
    if (!color) this.#rememberPicture(common(clip, around(matrix, box)));
  }

  #rememberPicture(box) {
    if (isEmpty(box) || this.#marked.includes(true)) return;
    // Of too many pictures the last ones count as one, which is over no less.
    if (this.#pictures.length < MOST_PAINTED) this.#pictures.push(box);
    else this.#pictures.push(union(this.#pictures.pop(), box));
  }

  #remember(painted) {
    if (isEmpty(painted.box) || this.#marked.includes(true)) return;
    if (this.#painted.push(painted) > MOST_PAINTED) {
      this.#painted.shift();
      this.#wasCut = true;
    }
  }
}

/** Operators that only set something. */
const OPERATORS = {
  transform: (state, ...matrix) => (state.matrix = times(state.matrix, matrix)),
  setFillRGBColor: (state, color) => (state.fill = rgb(color)),
  setStrokeRGBColor: (state, color) => (state.stroke = rgb(color)),
  setFillColorN: state => (state.fill = null),
  setStrokeColorN: state => (state.stroke = null),
  setFillTransparent: state => (state.fill = null),
  setStrokeTransparent: state => (state.stroke = null),
  setTextRenderingMode: (state, mode) => (state.mode = mode),
  setFont: (state, _name, size) => (state.size = size),
  setLeading: (state, leading) => (state.leading = -leading),
  setCharSpacing: (state, spacing) => (state.charSpacing = spacing),
  setWordSpacing: (state, spacing) => (state.wordSpacing = spacing),
  setHScale: (state, percent) => (state.scale = percent / 100),
  setTextRise: (state, rise) => (state.rise = rise),
};

const rgb = color => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));

export const isNear = (one, other) => one.every((channel, at) => Math.abs(channel - other[at]) <= NEAR);

/** One matrix after another. */
function times([a, b, c, d, e, f], [a2, b2, c2, d2, e2, f2]) {
  return [a * a2 + c * b2, b * a2 + d * b2, a * c2 + c * d2, b * c2 + d * d2, a * e2 + c * f2 + e, b * e2 + d * f2 + f];
}

/** The box around a box that a matrix moves. */
function around([a, b, c, d, e, f], [left, bottom, right, top]) {
  const points = [[left, bottom], [left, top], [right, bottom], [right, top]].map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]);
  const [xs, ys] = [0, 1].map(axis => points.map(point => point[axis]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const common = (one, other) => [Math.max(one[0], other[0]), Math.max(one[1], other[1]), Math.min(one[2], other[2]), Math.min(one[3], other[3])];

const union = (one, other) => [Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[2], other[2]), Math.max(one[3], other[3])];

const isEmpty = ([left, bottom, right, top]) => right < left || top < bottom;

/** Whether a box holds another one, apart from a point at its edges. */
const holds = (box, inner) => box[0] <= inner[0] + 1 && box[1] <= inner[1] + 1 && box[2] >= inner[2] - 1 && box[3] >= inner[3] - 1;

/** Whether a path is a rectangle: a single one, whose corners are those of its box. */
function isRectangle(path, [left, bottom, right, top]) {
  const corners = [];
  for (let at = 0; path && at < path.length; ) {
    const kind = path[at];
    if (kind === 4) at += 1;
    else if (kind > 1 || (kind === 0 && at > 0)) return false;
    else {
      corners.push([path[at + 1], path[at + 2]]);
      at += 3;
    }
  }
  const isCorner = ([x, y]) => (x === left || x === right) && (y === bottom || y === top);
  return corners.length >= 4 && corners.length <= 5 && corners.every(isCorner) && new Set(corners.map(String)).size === 4;
}
