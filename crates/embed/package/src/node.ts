// The package in Node: reads the module from the disk. Conversations are kept in memory, because Node has no IndexedDB.

// @ts-expect-error The types of Node are missing on purpose: the rest of the package is for browsers.
import { readFile } from "node:fs/promises";
import { setUsualSource } from "./init.js";
import { piecesBeside, readPiecesBy } from "./pieces.js";

const read = (address: URL) => readFile(address) as Promise<Uint8Array<ArrayBuffer>>;
const wasm = new URL("./wasm/ricordo_bg.wasm", import.meta.url);
setUsualSource(() => read(wasm));
readPiecesBy(read);
// In a bundle the parts are not where their addresses say.
piecesBeside(wasm);

export * from "./index.js";
