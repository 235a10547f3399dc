import type { StorageInfo } from "./types.js";
/** Describes the storage of a manager that was opened under `name`. */
export declare function storageOf(name: string | undefined, persistent: boolean, refused: string | undefined): StorageInfo;
