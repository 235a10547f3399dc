// The engine of the embedding model: texts become vectors. It has a wllama of its own beside that of the chat model, so that
// neither waits for the other. weights.mjs provides the weights. The page imports it on first use, as
// vendor/in-page/embedding.js.
//
// Every error is an `Error` with a `kind`: "unsupported", "not_loaded" or "failed".

import { widened } from "./widen.js";
import { endEngine, failure, inTurns, messageOf, startEngine } from "./wllama.js";

/** Tokens of a text, with those at its beginning and its end; the model has no more positions. */
const TOKENS = 512;
/** Time in milliseconds for one text. A slow phone needs a fifth of it for the longest. */
const PATIENCE = 60_000;

/** The loaded engine and the promise that rejects when it crashes, or null. */
let engine = null;
/** Several texts at once can make it hang. */
const inTurn = inTurns();

/**
 * Loads weights, replacing any that are loaded.
 *
 * @param {Blob} weights a GGUF file
 * @param {string} library absolute address of wllama's module; wllama.wasm is beside it
 */
export function load(weights, library) {
  return inTurn(async () => {
    await end();
    // With a fragment it is another instance of the module, so the errors of the two engines can be told apart.
    engine = await startEngine(await wide(weights), `${library}#embedding`, async () => PARAMETERS);
    // The engine has read them, and would keep 100 MB. Its field is private, so it may be gone in another version.
    engine.wllama.proxy?.fileBlobs?.clear();
  });
}

const PARAMETERS = {
  embeddings: true,
  pooling_type: "mean",
  n_ctx: TOKENS,
  // It reads a whole text at once: each token is seen by all others.
  n_batch: TOKENS,
  n_ubatch: TOKENS,
  n_parallel: 1,
  // The other processors are for the chat model. Threads that wait for each other make both many times slower.
  n_threads: 1,
  n_gpu_layers: 0,
  warmup: false,
};

/** Frees the model's memory. */
export function unload() {
  return inTurn(end);
}

/** Whether a model is loaded. */
export function isLoaded() {
  return engine !== null;
}

/**
 * The vector of a text, of length 1. Waits for the texts before it. Of a text that is too long the beginning counts.
 *
 * @param {string} text not empty, as the model reads it
 * @returns {Promise<Float32Array>}
 */
export function embed(text) {
  return inTurn(async () => {
    for (let rest = text; ; ) {
      if (!rest.trim()) throw failure("failed", "There is no text.");
      try {
        return Float32Array.from(await vector(rest));
      } catch (error) {
        const tokens = tooManyTokens(error);
        if (!tokens) throw error;
        rest = beginning(rest, Math.min((TOKENS / tokens) * 0.95, 0.8));
      }
    }
  });
}

async function vector(text) {
  if (!engine) throw failure("not_loaded", "The model is not loaded.");
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("it took too long.")), PATIENCE);
  });
  try {
    const { data } = await Promise.race([engine.wllama.createEmbedding({ input: text }), engine.crash.promise, late]);
    return data[0].embedding;
  } catch (error) {
    if (tooManyTokens(error)) throw error;
    // Its state is unknown, and the next use loads it again.
    await end();
    throw failure("failed", messageOf(error));
  } finally {
    clearTimeout(timer);
  }
}

/** The number of tokens, if the text had too many. After this error the engine still works. */
function tooManyTokens(error) {
  const [, tokens] = /input \((\d+) tokens\) is (?:too large|larger)/.exec(messageOf(error)) ?? [];
  return tokens ? Number(tokens) : 0;
}

/** A share of a text from its beginning. */
function beginning(text, share) {
  const end = Math.floor(text.length * share);
  // Not between the two halves of a character.
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, "");
}

async function wide(weights) {
  try {
    return await widened(weights);
  } catch (error) {
    throw failure("failed", `It could not be loaded: ${messageOf(error)}`);
  }
}

async function end() {
  const ended = engine;
  engine = null;
  await endEngine(ended);
}
