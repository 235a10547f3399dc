// Stands in for crates/browser/js/weights.mjs: what is stored, and what is downloaded, is in a global that tests read and
// write.

const state = () => globalThis.standIn;

export async function fetchWeights(url, bytes, sha256, onProgress) {
  if (!state().held) {
    state().downloads += 1;
    onProgress(bytes / 2, bytes);
    state().held = JSON.stringify({ loaded: bytes, total: bytes, whole: true, sha256 });
  }
  return new Blob(["weights"]);
}

export async function heldWeights() {
  return state().held;
}

export async function removeWeights() {
  state().held = undefined;
}
