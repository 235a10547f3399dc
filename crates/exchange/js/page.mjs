// The page's side of files: starts the worker that parses an imported file (worker.mjs) and requests one step after the other;
// compresses exported files. Loaded by crates/browser/js/import.js.

/**
 * A file that is being read.
 *
 * @param {File} file
 */
export function read(file) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  let waiting;
  // Its first message says that it listens. Waits for it in any case, even if something wraps the worker.
  const ready = new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { step, error } }) => {
      resolve();
      if (error) waiting?.reject(new Error(error));
      else if (step !== undefined) waiting?.resolve(step);
    };
    worker.onerror = event => {
      event.preventDefault();
      const error = new Error(event.message || 'its worker could not start');
      reject(error);
      waiting?.reject(error);
    };
  });
  ready.catch(() => {});
  let listening = false;
  return {
    /** The next step, as text. */
    async next() {
      await ready;
      const answer = new Promise((resolve, reject) => (waiting = { resolve, reject }));
      worker.postMessage(listening ? {} : { file });
      listening = true;
      return answer;
    },
    close: () => worker.terminate(),
  };
}

/**
 * The bytes compressed with gzip, or unchanged if the browser cannot compress.
 *
 * @param {Blob} blob
 * @returns {Promise<Blob>}
 */
export async function pack(blob) {
  if (typeof CompressionStream === 'undefined') return blob;
  const packed = await new Response(blob.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return new Blob([packed], { type: 'application/gzip' });
}
