// Loads pdf.js into a worker. pdf.js brings a worker of its own. This already is one, so it runs in here, and terminating this worker
// stops it.

/** Folders with the files that pdf.js needs for some PDFs, by its names for them. */
const FOLDERS = {
  /** Tables of characters that some fonts of East Asia name instead of holding them. */
  cMapUrl: 'cmaps',
  /** Decoders of pictures that scanners make: JBIG2, fax and JPEG 2000. */
  wasmUrl: 'wasm',
};

export async function loadPdf() {
  const [pdf, worker] = await Promise.all([import('../pdf/pdf.js'), import('../pdf/pdf.worker.js')]);
  // pdf.js looks for this before it starts a worker.
  globalThis.pdfjsWorker = worker;
  return pdf;
}

/** Files that pdf.js needed. */
export class Fetched {
  /** One that could not be fetched: what pdf.js made without it has gaps. */
  missing;

  /** What every PDF is opened with. Texts are drawn without fonts of the system, which a worker has not. */
  options(pdf) {
    const fetched = this;
    class Files {
      async fetch({ kind, filename }) {
        const folder = FOLDERS[kind];
        if (!folder) throw new Error(`${kind} is not needed`);
        const response = await fetch(new URL(`../pdf/${folder}/${filename}`, import.meta.url)).catch(() => undefined);
        if (!response?.ok) fetched.missing = filename;
        return new Uint8Array(await response.arrayBuffer());
      }
    }
    return {
      BinaryDataFactory: Files,
      cMapUrl: 'cmaps/',
      wasmUrl: 'wasm/',
      useWorkerFetch: false,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      verbosity: pdf.VerbosityLevel.ERRORS,
    };
  }
}
