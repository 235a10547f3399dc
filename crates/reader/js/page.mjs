// The page's side of documents: starts the worker that reads a file or a folder (worker.mjs), or the one that draws pages of a PDF
// (pdf-pages.mjs), and requests one step after the other. Loaded by crates/browser/js/import.js.

/**
 * Files that are being read: a single one, or all files of a folder. Each step is a text.
 *
 * @param {File[]} files
 * @param {boolean} isFolder
 */
export function read(files, isFolder) {
  const paths = files.map(file => (isFolder && file.webkitRelativePath) || file.name);
  return begin(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }), { files, paths, isFolder });
}

/**
 * Pages of a PDF that are being drawn. Each step is an object: see pdf-pages.mjs.
 *
 * @param {File} file
 * @param {Uint32Array} pages their numbers, from 1 on
 * @param {number} side length of the longer side of a picture, in pixels
 */
export function draw(file, pages, side) {
  return begin(new Worker(new URL('./pdf-pages.js', import.meta.url), { type: 'module' }), { file, pages, side });
}

/** Steps of a worker, which gets the order with the request of the first one. */
function begin(worker, order) {
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
    async next() {
      await ready;
      const answer = new Promise((resolve, reject) => (waiting = { resolve, reject }));
      worker.postMessage(listening ? {} : order);
      listening = true;
      return answer;
    },
    close: () => worker.terminate(),
  };
}
