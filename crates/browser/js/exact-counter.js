// Starts the worker of a vocabulary on first use and sends it texts to count. The worker is crates/tokenizer/js/worker.mjs.
// The file ends in `.js` because the server of the browser tests does not know `.mjs`.
//
// Every error is an `Error` with a `kind`: "unavailable" or "failed".

/** The worker of each address, with its pending requests. A working worker is never terminated. */
const workers = new Map();

/**
 * Number of tokens of each text. A worker handles one request at a time.
 *
 * @param {string} address absolute address of the worker's module
 * @param {string[]} texts
 * @returns {Promise<Uint32Array>}
 */
export function count(address, texts) {
  return new Promise((resolve, reject) => {
    const { worker, waiting, ready } = workers.get(address) ?? start(address);
    const id = waiting.next++;
    waiting.set(id, { resolve, reject });
    ready.then(() => worker.postMessage({ id, texts }));
  });
}

function start(address) {
  let worker;
  try {
    worker = new Worker(address, { type: "module" });
  } catch (error) {
    throw failure("unavailable", error.message);
  }
  const waiting = Object.assign(new Map(), { next: 0 });
  worker.onmessage = ({ data: { id, counts, error } }) => {
    if (error) return giveUp(address, failure(error.kind, error.message));
    waiting.get(id)?.resolve(counts);
    waiting.delete(id);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    giveUp(address, failure("unavailable", event.message || "its worker could not start"));
  };
  // Its first message says that it listens. Waits for it in any case, even if something wraps the worker.
  const ready = new Promise((resolve) => worker.addEventListener("message", resolve, { once: true }));
  const started = { worker, waiting, ready };
  workers.set(address, started);
  return started;
}

/** Its state is unknown now: rejects all pending requests. The next request starts a new worker. */
function giveUp(address, error) {
  const { worker, waiting } = workers.get(address) ?? {};
  workers.delete(address);
  worker?.terminate();
  waiting?.forEach(({ reject }) => reject(error));
}

function failure(kind, message) {
  return Object.assign(new Error(message), { kind });
}
