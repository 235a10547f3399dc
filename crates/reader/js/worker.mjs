// The worker that reads documents. The module is beside it. page.mjs starts one for each file or folder, and terminates it to stop.
//
// In: { files, paths, isFolder } to begin; then any message, once per step. Out: {} once when it listens; then { step } as text, or
// { error }.

const module = load();
// Reported to the page.
module.catch(() => {});
const reader = new FileReaderSync();
let reading;

onmessage = async ({ data: { files, paths, isFolder } }) => {
  try {
    const { Reader } = await module;
    if (files) {
      const sources = files.map((file, at) => source(file, paths[at]));
      reading = isFolder ? Reader.folder(sources) : await readFile(Reader, sources[0]);
    }
    postMessage({ step: reading.next() });
  } catch (error) {
    postMessage({ error: String(error?.message ?? error) });
  }
};

postMessage({});

/** Reads a file. The text of a PDF is taken out by pdf.js, which is loaded for the first one. */
async function readFile(Reader, source) {
  const reading = Reader.file(source);
  if (!reading.needs_pages()) return reading;
  reading.free();
  const bytes = source.read();
  if (!bytes) return Reader.gone();
  const { pagesOf, PdfError } = await import('./pdf.js');
  try {
    const { pages, hidden, unchecked } = await pagesOf(bytes);
    return Reader.pages(source, pages, hidden, Uint32Array.from(unchecked));
  } catch (error) {
    if (error instanceof PdfError) return Reader.unreadable_pdf(error.kind === 'password_protected');
    throw error;
  }
}

/** A file as the module reads it: whole, or nothing if the browser can no longer read it. */
function source(file, path) {
  const read = () => {
    try {
      return new Uint8Array(reader.readAsArrayBuffer(file));
    } catch {
      return undefined;
    }
  };
  return { path, size: file.size, read };
}

async function load() {
  const module = await import('./reader.js');
  await module.default();
  return module;
}
