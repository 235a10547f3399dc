// Stands in for crates/browser/js/embedding.mjs: a vector has one number, the length of its text. Tests read what was asked
// from a global, and say there whether the engine fails.

const state = () => globalThis.standIn;

export async function load() {
  state().loads += 1;
  state().isLoaded = true;
}

export async function unload() {
  state().isLoaded = false;
}

export function isLoaded() {
  return state().isLoaded;
}

export async function embed(text) {
  state().asked.push(text);
  if (!state().fails) return Float32Array.of(text.length);
  state().isLoaded = false;
  throw Object.assign(new Error("It broke."), { kind: "failed" });
}
