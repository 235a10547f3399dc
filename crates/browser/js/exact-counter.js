// Starts the worker of a vocabulary on first use, and asks it. The worker itself is crates/tokenizer/js/worker.mjs.
// Its name ends as it does because the server of the tests in a browser knows no `.mjs`.
//
// Every error is an `Error` with a `kind`: "unavailable" or "failed".

/** The worker of each address, with those who wait for its answers. A worker that is well is kept for ever. */
const workers = new Map();

/**
 * How many tokens each text is. A worker takes one question after the other.
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
  // Its first message says that it listens; whatever wraps a worker, nothing is sent before.
  const ready = new Promise((resolve) => worker.addEventListener("message", resolve, { once: true }));
  const started = { worker, waiting, ready };
  workers.set(address, started);
  return started;
}

/** Its state is not known any more: all who wait are told, and the next question gets a fresh worker. */
function giveUp(address, error) {
  const { worker, waiting } = workers.get(address) ?? {};
  workers.delete(address);
  worker?.terminate();
  waiting?.forEach(({ reject }) => reject(error));
}

function failure(kind, message) {
  return Object.assign(new Error(message), { kind });
}
