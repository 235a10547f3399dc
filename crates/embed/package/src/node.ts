// The package in Node: the module is read from the disk. Conversations live in memory, because Node has no IndexedDB.

// @ts-expect-error There are no types of Node here, on purpose: the rest of the package is for browsers.
import { readFile } from "node:fs/promises";
import { setUsualSource } from "./init.js";

setUsualSource(() => readFile(new URL("./wasm/ricordo_bg.wasm", import.meta.url)) as Promise<Uint8Array<ArrayBuffer>>);

export * from "./index.js";
