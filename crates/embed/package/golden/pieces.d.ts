import type { InitSource } from "./init.js";
/** The code of a part of the module. */
type Bytes = Response | BufferSource;
/** Sets how a file of the package is read if `fetch` cannot read it. */
export declare function readPiecesBy(reader: (address: URL) => Promise<BufferSource>): void;
/** Remembers the module's address: the parts are beside it. */
export declare function piecesBeside(source: InitSource | undefined): void;
/** Why the last part could not be loaded, for use as a cause. */
export declare function whyNotLoaded(): unknown;
/**
 * Reads a part of the module from `address`, as the scripts know it or a bundler has changed it; if it is not there, from
 * beside the module that was given to `init`.
 */
export declare function bring(address: URL): Promise<Bytes>;
/** Instantiates a part of the module; compiles it while it arrives if the server sends the right type. */
export declare function made(brought: Promise<Bytes>, imports: WebAssembly.Imports): Promise<unknown>;
export {};
