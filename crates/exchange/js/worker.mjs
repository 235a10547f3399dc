// The worker that takes an imported file apart. The module lies beside it. It is started, and asked, by
// page.mjs, one for each file.
//
// In: { file } to begin; then anything, once for each step. Out: once {} when it listens; then { step } as text, or { error }.

const module = load();
// Whoever asks is told.
module.catch(() => {});
const reader = new FileReaderSync();
let reading;

onmessage = async ({ data: { file } }) => {
  try {
    const { Import } = await module;
    if (file) reading = new Import(source(file));
    postMessage({ step: reading.next() });
  } catch (error) {
    postMessage({ error: String(error?.message ?? error) });
  }
};

postMessage({});

/** The file, as the module reads it: a slice at a time, and nothing where the browser cannot read it any more. */
function source(file) {
  const read = (offset, length) => {
    try {
      return new Uint8Array(reader.readAsArrayBuffer(file.slice(offset, offset + length)));
    } catch {
      return undefined;
    }
  };
  return { size: file.size, read };
}

async function load() {
  const module = await import('./exchange.js');
  await module.default();
  return module;
}
