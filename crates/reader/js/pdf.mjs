// Takes the text out of a PDF, page by page, with pdf.js. Loaded by worker.mjs when the first PDF is added.
//
// pdf.js brings a worker of its own. This already is one, so it runs in here, and terminating this worker stops it.

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
 * The text of each page, in order. A page that shows only pictures has an empty one.
 *
 * @param {Uint8Array} bytes are transferred to pdf.js and cannot be used afterwards
 * @returns {Promise<string[]>}
 */
export async function pagesOf(bytes) {
  const [pdf, worker] = await Promise.all([import('../pdf/pdf.js'), import('../pdf/pdf.worker.js')]);
  // pdf.js looks for this before it starts a worker.
  globalThis.pdfjsWorker = worker;
  let missing;
  /** Fetches the tables of characters that some fonts of East Asia name instead of holding them. Nothing else is needed for the text. */
  class Tables {
    async fetch({ kind, filename }) {
      if (kind !== 'cMapUrl') throw new Error(`${kind} is not needed`);
      const response = await fetch(new URL(`../pdf/cmaps/${filename}`, import.meta.url)).catch(() => undefined);
      if (!response?.ok) missing = filename;
      return new Uint8Array(await response.arrayBuffer());
    }
  }
  const loading = pdf.getDocument({
    data: bytes,
    BinaryDataFactory: Tables,
    cMapUrl: 'cmaps/',
    useWorkerFetch: false,
    // Nothing is drawn.
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  try {
    const file = await loading.promise;
    const pages = [];
    for (let number = 1; number <= file.numPages; number += 1) {
      const page = await file.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(textOf(items));
      page.cleanup();
    }
    // Its text would have gaps.
    if (missing) throw new Error(`The file ${missing} cannot be fetched.`);
    return pages;
  } catch (error) {
    if (missing) throw error;
    throw new PdfError(error?.name === 'PasswordException' ? 'password_protected' : 'damaged');
  } finally {
    await loading.destroy();
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
