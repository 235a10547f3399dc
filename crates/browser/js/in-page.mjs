// The engine of the in-page model: wllama (llama.cpp in WebAssembly, in its own worker) with one model loaded, one reply at a
// time. weights.mjs provides the weights. The page imports it on first use, as vendor/in-page/engine.js.
//
// Every error is an `Error` with a `kind`: "unsupported", "not_loaded", "context_overflow" or "failed".

import { endEngine, failure, inTurns, messageOf, sleep, startEngine } from "./wllama.js";

/** Time in milliseconds that a stopped reply has to release the engine before its worker is terminated. */
const PATIENCE = 20_000;

/** The loaded engine and the promise that rejects when it crashes, or null. */
let engine = null;
/**
 * Counts the loads. Two elements on one page share this module, so each asks for what it loaded itself: else a reply would come
 * from the model that the other one loaded meanwhile.
 */
let loads = 0;
/** It handles one request at a time. */
const inTurn = inTurns();

/**
 * Loads weights, replacing any that are loaded. Resolves with the number by which the other functions know them.
 *
 * @param {Blob} weights a GGUF file
 * @param {string} library absolute address of wllama's module; wllama.wasm is beside it
 * @param {number} contextTokens prompt and reply together
 */
export function load(weights, library, contextTokens) {
  return inTurn(async () => {
    await end();
    loads += 1;
    engine = await startEngine(weights, library, async () => parameters(contextTokens, await threads()));
    return loads;
  });
}

/** Frees the model's memory. */
export function unload() {
  return inTurn(end);
}

/** Whether the model of this number is loaded. A page of an earlier build, which has no numbers, asks for any. */
export function isLoaded(number = loads) {
  return engine !== null && number === loads;
}

/**
 * Streams one reply. Waits for the previous one.
 *
 * Resolves when the reply has ended, and at once when `signal` is aborted; after that no callback is called.
 *
 * @param {string} request JSON: llama.cpp's chat request with messages, max_tokens and sampling
 * @param {(text: string) => void} onText receives more text of the reply
 * @param {(done: number, total: number) => void} onReading receives the number of prompt tokens that are processed
 * @param {AbortSignal} signal
 * @param {number} number what `load` gave
 * @returns {Promise<string | undefined>} JSON: { finish, promptTokens, cachedTokens, completionTokens, promptPerSecond,
 *   predictedPerSecond }; undefined if it was stopped
 */
export function chat(request, onText, onReading, signal, number) {
  const reply = inTurn(() => answer(JSON.parse(request), onText, onReading, signal, number));
  return Promise.race([reply, aborted(signal)]);
}

async function answer(request, onText, onReading, signal, number) {
  if (signal.aborted) return undefined;
  if (!isLoaded(number)) throw failure("not_loaded", "The model is not loaded.");
  let finish, timings;
  const onData = ({ prompt_progress: reading, choices, timings: latest }) => {
    if (signal.aborted) return;
    const choice = choices?.[0];
    if (reading) onReading(reading.processed, reading.total);
    if (choice?.delta?.content) onText(choice.delta.content);
    finish = choice?.finish_reason ?? finish;
    timings = latest ?? timings;
  };
  const options = { ...request, stream: true, cache_prompt: true, return_progress: true, abortSignal: signal, onData };
  try {
    const stuck = aborted(signal).then(() => sleep(PATIENCE)).then(() => Promise.reject(new Error("it does not stop")));
    await Promise.race([engine.wllama.createChatCompletion(options), engine.crash.promise, stuck]);
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    const message = messageOf(error);
    // After this error the engine still works. After any other its state is unknown, and the next turn loads it again.
    if (message.includes("exceeds the available context size")) throw failure("context_overflow", message);
    await end();
    throw failure("failed", message);
  }
  const { cache_n = 0, prompt_n = 0, predicted_n = 0, prompt_per_second = 0, predicted_per_second = 0 } = timings ?? {};
  return JSON.stringify({
    finish: finish ?? "stop",
    promptTokens: cache_n + prompt_n,
    cachedTokens: cache_n,
    completionTokens: predicted_n,
    promptPerSecond: prompt_per_second,
    predictedPerSecond: predicted_per_second,
  });
}

async function end() {
  const ended = engine;
  engine = null;
  await endEngine(ended);
}

function aborted(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

function parameters(contextTokens, threads) {
  return {
    n_ctx: contextTokens,
    n_threads: threads,
    // Only the processor: results of graphics cards differ between machines.
    n_gpu_layers: 0,
    // One slot, so that each prompt continues the one processed for the last turn.
    n_parallel: 1,
    // A stop takes effect between two batches.
    n_batch: 32,
    warmup: false,
    // Exactly the template that comes with the weights.
    jinja: true,
    // No n_cache_reuse: it would shift cached state that was computed in the presence of messages that are forgotten now.
  };
}

/**
 * Number of threads to compute with. Several threads need cross-origin isolation and idle processors, because they wait for
 * each other at every step: two threads on two processors that are also used otherwise are several times slower than one.
 */
async function threads() {
  const processors = navigator.hardwareConcurrency || 1;
  if (!globalThis.crossOriginIsolated || processors === 1) return 1;
  const wanted = Math.min(processors, 4);
  return (await lostShare(wanted)) < 0.2 ? wanted : 1;
}

/** Share of a tenth of a second in which this many busy workers had to wait for a processor, from 0 to 1. */
async function lostShare(count) {
  const spin = `onmessage = () => {
    const start = performance.now();
    let lost = 0;
    for (let before = start, now = start; now < start + 100; before = now) {
      now = performance.now();
      if (now - before > 1) lost += now - before;
    }
    postMessage(lost / (performance.now() - start));
  };
  postMessage("ready");`;
  const address = URL.createObjectURL(new Blob([spin], { type: "text/javascript" }));
  const workers = Array.from({ length: count }, () => new Worker(address));
  const nextMessages = () => Promise.all(workers.map((worker) => new Promise((resolve) => (worker.onmessage = resolve))));
  await nextMessages();
  const results = nextMessages();
  workers.forEach((worker) => worker.postMessage("go"));
  const shares = (await results).map((message) => message.data);
  workers.forEach((worker) => worker.terminate());
  URL.revokeObjectURL(address);
  return Math.max(...shares);
}
