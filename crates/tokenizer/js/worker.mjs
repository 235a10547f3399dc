// The worker that counts tokens with one vocabulary, which its address names, as in "worker.js?vocabulary=o200k".
// The vocabulary's module is beside it. crates/browser/js/exact-counter.js starts it.
//
// In: { id, texts }. Out: {} once when it listens; then { id, counts }, or { id, error: { kind, message } } with the kind
// "unavailable" or "failed".

const vocabulary = new URL(import.meta.url).searchParams.get("vocabulary");
const module = load();
// Reported to the page.
module.catch(() => {});

onmessage = async ({ data: { id, texts } }) => {
  let kind = "unavailable";
  try {
    const { count } = await module;
    kind = "failed";
    const counts = Uint32Array.from(texts, (text) => count(text));
    postMessage({ id, counts }, [counts.buffer]);
  } catch (error) {
    postMessage({ id, error: { kind, message: String(error?.message ?? error) } });
  }
};

postMessage({});

async function load() {
  const module = await import(`./${vocabulary}.js`);
  await module.default();
  return module;
}
