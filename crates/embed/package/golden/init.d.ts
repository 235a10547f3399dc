/** Where the module comes from: an address, its bytes, or the compiled module. */
export type InitSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;
/** Says where the module lies where nobody says otherwise. */
export declare function setUsualSource(source: () => Promise<InitSource>): void;
/**
 * Loads the WebAssembly module. Call it once before anything else; a second call waits for the first and loads nothing.
 *
 * Without `source` the module is taken from beside this script, which bundlers understand, too. In Node it is read from
 * the package.
 *
 * @throws {@link RicordoError} `init-failed`; then it may be called again.
 */
export declare function init(source?: InitSource | Promise<InitSource>): Promise<void>;
/** Refuses everything that comes before {@link init} is done. */
export declare function requireInit(what: string): void;
