// Loads the WebAssembly module once.

import start from "./wasm/ricordo.js";
import { RicordoError } from "./errors.js";
import { piecesBeside } from "./pieces.js";

/** Source of the module: an address, its bytes, or the compiled module. */
export type InitSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;

let started: Promise<void> | undefined;
let ready = false;
let usual: () => Promise<InitSource | undefined> = async () => undefined;

/** Sets the default source of the module. */
export function setUsualSource(source: () => Promise<InitSource>): void {
  usual = source;
}

/**
 * Loads the WebAssembly module. Call it once before anything else; a second call waits for the first and loads nothing.
 *
 * Without `source` the module beside this script is used, which bundlers support, too. In Node it is read from the package.
 *
 * @throws {@link RicordoError} `init-failed`; then it may be called again.
 */
export function init(source?: InitSource | Promise<InitSource>): Promise<void> {
  started ??= load(source).catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function load(source?: InitSource | Promise<InitSource>): Promise<void> {
  try {
    const given = await source;
    piecesBeside(given);
    const from = given ?? (await usual());
    await start(from === undefined ? undefined : { module_or_path: from });
    ready = true;
  } catch (cause) {
    const sentence =
      "The WebAssembly module of ricordo could not be loaded. Serve `ricordo/ricordo.wasm` with your page and give its " +
      "address to `init`, and let your Content-Security-Policy have `script-src 'wasm-unsafe-eval'`.";
    throw new RicordoError("init-failed", sentence, { cause });
  }
}

/** Rejects every call before {@link init} is done. */
export function requireInit(what: string): void {
  if (ready) return;
  const sentence = `ricordo is not ready: \`await init()\` before ${what}. It is exported beside ContextManager.`;
  throw new RicordoError("not-initialized", sentence);
}
