// The parts of the module that are loaded when they are first called. `wasm/pieces.js` says which there are, and where.

import type { InitSource } from "./init.js";

/** What a part of the module is made from. */
type Bytes = Response | BufferSource;

let read = async (address: URL): Promise<Bytes> => {
  const response = await fetch(address);
  // A development server answers with its page where there is no file.
  if (response.ok && !response.headers.get("content-type")?.startsWith("text/")) return response;
  throw new Error(`${address} is no part of ricordo: the server answered ${response.status}.`);
};
let base: string | undefined;
let failure: unknown;

/** Says how a file of the package is read where `fetch` does not. */
export function readPiecesBy(reader: (address: URL) => Promise<BufferSource>): void {
  read = reader;
}

/** The parts lie beside the module: remembers where its page says that it is. */
export function piecesBeside(source: InitSource | undefined): void {
  const from = typeof source === "object" && "url" in source ? source.url : source;
  if (typeof from !== "string" && !(from instanceof URL)) return;
  try {
    base = new URL(from, globalThis.location?.href).href;
  } catch {
    // What is no address here is refused where the module is loaded from it.
  }
}

/** Why a part could not be loaded the last time, to be told as a cause. */
export function whyNotLoaded(): unknown {
  return failure;
}

/**
 * Reads a part of the module. `address` is where the scripts know it to be, as a bundler wrote it; where it is not there,
 * it is looked for beside the module that `init` was given.
 */
export async function bring(address: URL): Promise<Bytes> {
  try {
    return await read(address).catch((error: unknown) => {
      if (base === undefined) throw error;
      return read(new URL(address.pathname.replace(/.*\//, ""), base));
    });
  } catch (error) {
    failure = error;
    throw error;
  }
}

/** Makes a part of the module; compiles it while it arrives, where the server says what it is. */
export async function made(brought: Promise<Bytes>, imports: WebAssembly.Imports): Promise<unknown> {
  const bytes = await brought;
  if (!("headers" in bytes)) return WebAssembly.instantiate(bytes, imports);
  if (bytes.headers.get("content-type") === "application/wasm") return WebAssembly.instantiateStreaming(bytes, imports);
  return WebAssembly.instantiate(await bytes.arrayBuffer(), imports);
}
