// The worker that parses an imported file. The module is beside it. page.mjs starts one for each file.
//
// In: { file } to begin; then any message, once per step. Out: {} once when it listens; then { step } as text, or { error }.

const module = load();
// Reported to the page.
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

/** The file as the module reads it: one slice at a time, or nothing if the browser can no longer read it. */
function source(file) {
  const read = (offset, length) => {
    try {
      return new Uint8Array(reader.readAsArrayBuffer(file.slice(offset, offset + length)));
    } catch {
      return undefined;
    }
  };
  return { name: file.name, size: file.size, read };
}

async function load() {
  const module = await import('./exchange.js');
  await module.default();
  return module;
}
