// Loads the parts of the module that are needed later, on first call. `wasm/pieces.js` lists them with their addresses.

import type { InitSource } from "./init.js";

/** The code of a part of the module. */
type Bytes = Response | BufferSource;

let read = async (address: URL): Promise<Bytes> => {
  const response = await fetch(address);
  // A development server answers with its page if the file does not exist.
  if (response.ok && !response.headers.get("content-type")?.startsWith("text/")) return response;
  throw new Error(`${address} is no part of ricordo: the server answered ${response.status}.`);
};
let base: string | undefined;
let failure: unknown;

/** Sets how a file of the package is read if `fetch` cannot read it. */
export function readPiecesBy(reader: (address: URL) => Promise<BufferSource>): void {
  read = reader;
}

/** Remembers the module's address: the parts are beside it. */
export function piecesBeside(source: InitSource | undefined): void {
  const from = typeof source === "object" && "url" in source ? source.url : source;
  if (typeof from !== "string" && !(from instanceof URL)) return;
  try {
    base = new URL(from, globalThis.location?.href).href;
  } catch {
    // Loading the module will reject an invalid address.
  }
}

/** Why the last part could not be loaded, for use as a cause. */
export function whyNotLoaded(): unknown {
  return failure;
}

/**
 * Reads a part of the module from `address`, as the scripts know it or a bundler has changed it; if it is not there, from
 * beside the module that was given to `init`.
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

/** Instantiates a part of the module; compiles it while it arrives if the server sends the right type. */
export async function made(brought: Promise<Bytes>, imports: WebAssembly.Imports): Promise<unknown> {
  const bytes = await brought;
  if (!("headers" in bytes)) return WebAssembly.instantiate(bytes, imports);
  if (bytes.headers.get("content-type") === "application/wasm") return WebAssembly.instantiateStreaming(bytes, imports);
  return WebAssembly.instantiate(await bytes.arrayBuffer(), imports);
}
