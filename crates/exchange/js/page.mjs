// The page's side: starts the worker that takes a file apart (worker.mjs), and asks it for one step after the other; packs a
// file that goes out. crates/browser/js/exchange.js loads it.

/**
 * A file that is being read.
 *
 * @param {File} file
 */
export function read(file) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  let waiting;
  // Its first message says that it listens; whatever wraps a worker, nothing is sent before.
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
  let begun = false;
  return {
    /** The next step, as text. */
    async next() {
      await ready;
      const answer = new Promise((resolve, reject) => (waiting = { resolve, reject }));
      worker.postMessage(begun ? {} : { file });
      begun = true;
      return answer;
    },
    close: () => worker.terminate(),
  };
}

/**
 * The bytes packed with gzip; as they are where the browser cannot.
 *
 * @param {Blob} blob
 * @returns {Promise<Blob>}
 */
export async function pack(blob) {
  if (typeof CompressionStream === 'undefined') return blob;
  const packed = await new Response(blob.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return new Blob([packed], { type: 'application/gzip' });
}
