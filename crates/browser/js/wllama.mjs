// What the engines of the page's models share: starting wllama (llama.cpp in WebAssembly, in its own worker) with weights,
// noticing that it crashed, and ending it. engine.js and embedding.js import it as ./wllama.js.
//
// Every error is an `Error` with a `kind`: "unsupported" or "failed".

/**
 * Starts an engine with weights.
 *
 * @param {Blob} weights a GGUF file
 * @param {string} library absolute address of wllama's module; wllama.wasm is beside it
 * @param {() => Promise<object>} parameters wllama's; asked for when the browser has what the engine needs
 * @returns {Promise<{ wllama: object, crash: { promise: Promise<never>, unwatch: () => void } }>}
 */
export async function startEngine(weights, library, parameters) {
  requireFeatures();
  const crash = watch(library);
  let wllama;
  try {
    const { Wllama } = await import(library);
    const binary = new URL("wllama.wasm", library).href;
    wllama = new Wllama({ default: binary }, { suppressNativeLog: true, logger: quiet(crash.report) });
    // Otherwise a browser without the newest features would fetch another build from a public network.
    wllama.setCompat(null);
    await Promise.race([wllama.loadModel([weights], await parameters()), crash.promise]);
    // Only this reports a file that begins correctly and is corrupt further on.
    if (!wllama.getLoadedContextInfo().success) throw new Error("the file is damaged, or of a kind it does not know.");
  } catch (error) {
    crash.unwatch();
    await wllama?.exit();
    throw failure("failed", `It could not be loaded: ${messageOf(error)}`);
  }
  return { wllama, crash };
}

/** Ends an engine and frees its memory; does nothing without one. */
export async function endEngine(engine) {
  engine?.crash.unwatch();
  await engine?.wllama.exit();
}

/** Returns a function that does one work at a time, in order. */
export function inTurns() {
  let free = Promise.resolve();
  return (work) => {
    const done = free.then(work);
    free = done.catch(() => {});
    return done;
  };
}

export function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export function messageOf(error) {
  return typeof error === "string" ? error : (error?.message ?? "unknown reason");
}

export function failure(kind, message) {
  return Object.assign(new Error(message), { kind });
}

/**
 * Detects crashes that the engine does not report to the pending call, which would then wait forever: the log reports a worker
 * that died, and an error in the engine's own code is an unhandled rejection.
 */
function watch(library) {
  const { promise, reject } = Promise.withResolvers();
  // Between two calls nobody awaits it.
  promise.catch(() => {});
  const onRejection = (event) => {
    // A line number follows the address. The engine of another model has another address.
    if (!event.reason?.stack?.includes(`${library}:`)) return;
    event.preventDefault();
    reject(new Error("its engine stopped working."));
  };
  addEventListener("unhandledrejection", onRejection);
  return { promise, report: reject, unwatch: () => removeEventListener("unhandledrejection", onRejection) };
}

function requireFeatures() {
  try {
    new WebAssembly.Memory({ address: "i64", initial: 1n });
  } catch {
    throw failure(
      "unsupported",
      "This browser has no WebAssembly with 64-bit memory, which it needs. Use a newer browser, or connect to a server.",
    );
  }
}

/** Keeps the engine's log out of the console. Only the log reports a worker that could not start. */
function quiet(onCrash) {
  const ignore = () => {};
  const error = (what) => {
    if (what instanceof Event) onCrash(new Error(what.message || "its worker could not start"));
  };
  return { debug: ignore, log: ignore, warn: ignore, error };
}
