import type { InitSource } from "./init.js";
/** What a part of the module is made from. */
type Bytes = Response | BufferSource;
/** Says how a file of the package is read where `fetch` does not. */
export declare function readPiecesBy(reader: (address: URL) => Promise<BufferSource>): void;
/** The parts lie beside the module: remembers where its page says that it is. */
export declare function piecesBeside(source: InitSource | undefined): void;
/** Why a part could not be loaded the last time, to be told as a cause. */
export declare function whyNotLoaded(): unknown;
/**
 * Reads a part of the module. `address` is where the scripts know it to be, as a bundler wrote it; where it is not there,
 * it is looked for beside the module that `init` was given.
 */
export declare function bring(address: URL): Promise<Bytes>;
/** Makes a part of the module; compiles it while it arrives, where the server says what it is. */
export declare function made(brought: Promise<Bytes>, imports: WebAssembly.Imports): Promise<unknown>;
export {};
