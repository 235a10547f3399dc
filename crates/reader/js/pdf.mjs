// Takes the text out of a PDF, page by page, with pdf.js. Loaded by worker.mjs when the first PDF is added.

import { withFilled } from './pdf-filled.js';
import { seenOf } from './pdf-hidden.js';
import { Fetched, loadPdf } from './pdf-load.js';

/** A gap between two lines that is larger than this many line heights separates paragraphs. */
const PARAGRAPH = 1.7;

/** Why a PDF was not read: the names are those of `ReadError`. */
export class PdfError extends Error {
  /** @param {'password_protected' | 'damaged'} kind */
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

/**
 * The text of each page, in order. A page that shows only pictures has an empty one. `hidden` counts the letters that were left out
 * because nobody sees them. `unchecked`: the numbers of the pages of which it is not known what of their text is seen.
 *
 * @param {Uint8Array} bytes are transferred to pdf.js and cannot be used afterwards
 * @returns {Promise<{ pages: string[], hidden: number, unchecked: number[] }>}
 */
export async function pagesOf(bytes) {
  const pdf = await loadPdf();
  const reading = new Reading(pdf);
  try {
    const file = await reading.open(bytes, { hasImages: false });
    const layers = await file.getOptionalContentConfig();
    const pages = [];
    const unchecked = [];
    let count = 0;
    for (let number = 1; number <= file.numPages; number += 1) {
      const { items, hidden, isChecked } = await reading.page(file, number, layers);
      pages.push(textOf(items));
      if (!isChecked) unchecked.push(number);
      count += hidden;
    }
    // Its text would have gaps.
    if (reading.fetched.missing) throw new Error(`The file ${reading.fetched.missing} cannot be fetched.`);
    return { pages, hidden: count, unchecked };
  } catch (error) {
    if (reading.fetched.missing) throw error;
    throw new PdfError(error?.name === 'PasswordException' ? 'password_protected' : 'damaged');
  } finally {
    await reading.close();
  }
}

/** A PDF that is being read. Its pictures take far longer than its text, so they are read only for pages that need them. */
class Reading {
  fetched = new Fetched();
  #pdf;
  #opened = [];
  #withImages;

  constructor(pdf) {
    this.#pdf = pdf;
  }

  open(data, { hasImages }) {
    const loading = this.#pdf.getDocument({ data, ...this.fetched.options(this.#pdf), maxImageSize: hasImages ? -1 : 0 });
    this.#opened.push(loading);
    return loading.promise;
  }

  /** The pieces of text on a page that can be seen, and what was filled in. A page that has no text is a scan, of which a model gets a picture. */
  async page(file, number, layers) {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    if (items.every(({ str }) => !str.trim())) {
      page.cleanup();
      return { items, hidden: 0, isChecked: true };
    }
    const unknown = { items, hidden: 0, isChecked: false };
    const operators = await this.#operators(page);
    let seen = operators ? seenOf(this.#pdf, items, operators, page.view, layers, false) : unknown;
    if (seen.needsImages) {
      this.#withImages ??= this.open(await file.getData(), { hasImages: true });
      const again = await (await this.#withImages).getPage(number);
      const whole = await this.#operators(again);
      seen = whole ? seenOf(this.#pdf, items, whole, page.view, layers, true) : unknown;
      again.cleanup();
    }
    // Text without its form is better than none.
    const annotations = await page.getAnnotations({ intent: 'display' }).catch(() => []);
    const filled = withFilled(seen.items, annotations, page.view, layers);
    page.cleanup();
    return { items: filled.items, hidden: seen.hidden + filled.hidden, isChecked: seen.isChecked };
  }

  /** What pdf.js would paint; `undefined` if it cannot. Its text is known then, too. */
  #operators(page) {
    return page.getOperatorList({ annotationMode: this.#pdf.AnnotationMode.DISABLE }).catch(() => undefined);
  }

  close() {
    return Promise.all(this.#opened.map(loading => loading.destroy().catch(() => {})));
  }
}

/** The pieces of a page as lines, with an empty line between paragraphs. A word that was divided at the end of a line is whole again. */
export function textOf(items) {
  let text = '';
  let above;
  for (const { str, hasEOL, transform, height } of items) {
    if (str && above && /\n$/.test(text)) {
      const gap = Math.abs(above.y - transform[5]);
      if (above.height && gap > PARAGRAPH * above.height) text += '\n';
      else if (/\p{Ll}[-\u00ad]\n$/u.test(text) && /^\p{Ll}/u.test(str)) text = text.slice(0, -2);
    }
    text += str;
    if (str.trim()) above = { y: transform[5], height: height || above?.height };
    if (hasEOL) text += '\n';
  }
  return text.replaceAll('\u00ad', '').trim();
}
