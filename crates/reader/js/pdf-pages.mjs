// The worker that draws pages of a PDF as pictures, with pdf.js. page.mjs starts one for each PDF, and terminates it to stop.
//
// In: { file, pages, side } to begin, with the numbers of the pages; then any message, once per step. Out: {} once when it listens; then { step }, or { error }.
// A step is a page { bytes, width, height }, or how it ended: { end: 'done' }, { end: 'gone' } if the browser can no longer read the
// file, { end: 'damaged' } if pdf.js cannot.

import { Fetched, loadPdf } from './pdf-load.js';

const TYPE = 'image/jpeg';
/** JPEG quality, from 0 to 1. */
const QUALITY = 0.85;

let steps;

onmessage = async ({ data }) => {
  try {
    steps ??= pagesOf(data);
    const { value } = await steps.next();
    const step = value ?? { end: 'done' };
    postMessage({ step }, step.bytes ? [step.bytes.buffer] : []);
  } catch (error) {
    postMessage({ error: String(error?.message ?? error) });
  }
};

postMessage({});

async function* pagesOf({ file, pages, side }) {
  const data = await file.arrayBuffer().catch(() => undefined);
  if (!data) return yield { end: 'gone' };
  const pdf = await loadPdf();
  const fetched = new Fetched();
  const loading = pdf.getDocument({ data, ...fetched.options(pdf), CanvasFactory: Canvases, FilterFactory: NoFilters });
  try {
    const opened = await loading.promise;
    for (const number of pages) {
      const picture = await drawn(await opened.getPage(number), side);
      // It would have holes.
      if (fetched.missing) throw new Error(`The file ${fetched.missing} cannot be fetched.`);
      yield picture;
    }
  } catch (error) {
    if (fetched.missing) throw error;
    yield { end: 'damaged' };
  }
}

/** A page as a picture whose longer side has this length. */
async function drawn(page, side) {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: side / Math.max(width, height) });
  const canvas = new OffscreenCanvas(...[viewport.width, viewport.height].map(length => Math.max(1, Math.round(length))));
  await page.render({ canvas, viewport }).promise;
  page.cleanup();
  const blob = await canvas.convertToBlob({ type: TYPE, quality: QUALITY });
  return { bytes: new Uint8Array(await blob.arrayBuffer()), width: canvas.width, height: canvas.height };
}

/** Canvases of a worker, in place of those of a document. */
class Canvases {
  create(width, height) {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d') };
  }

  reset({ canvas }, width, height) {
    Object.assign(canvas, { width, height });
  }

  destroy(created) {
    Object.assign(created.canvas, { width: 0, height: 0 });
    Object.assign(created, { canvas: null, context: null });
  }

  getNoAlphaContext(canvas) {
    return canvas.getContext('2d', { alpha: false });
  }
}

/** No filters: those of pdf.js are elements of a document. It draws without them, as it does in Node. */
class NoFilters {
  addFilter() {
    return 'none';
  }

  addHCMFilter() {
    return 'none';
  }

  addAlphaFilter() {
    return 'none';
  }

  addLuminosityFilter() {
    return 'none';
  }

  addKnockoutFilter() {
    return 'none';
  }

  destroy() {}
}
