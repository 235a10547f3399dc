// The page's side of documents: starts the worker that reads a file or a folder (worker.mjs) and requests one step after the other.
// Loaded by crates/browser/js/import.js.

/**
 * Files that are being read: a single one, or all files of a folder.
 *
 * @param {File[]} files
 * @param {boolean} isFolder
 */
export function read(files, isFolder) {
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
      const paths = files.map(file => (isFolder && file.webkitRelativePath) || file.name);
      worker.postMessage(listening ? {} : { files, paths, isFolder });
      listening = true;
      return answer;
    },
    close: () => worker.terminate(),
  };
}
