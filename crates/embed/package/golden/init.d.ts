/** Source of the module: an address, its bytes, or the compiled module. */
export type InitSource = string | URL | Request | Response | BufferSource | WebAssembly.Module;
/** Sets the default source of the module. */
export declare function setUsualSource(source: () => Promise<InitSource>): void;
/**
 * Loads the WebAssembly module. Call it once before anything else; a second call waits for the first and loads nothing.
 *
 * Without `source` the module beside this script is used, which bundlers support, too. In Node it is read from the package.
 *
 * @throws {@link RicordoError} `init-failed`; then it may be called again.
 */
export declare function init(source?: InitSource | Promise<InitSource>): Promise<void>;
/** Rejects every call before {@link init} is done. */
export declare function requireInit(what: string): void;
