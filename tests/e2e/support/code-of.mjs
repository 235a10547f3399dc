// The files of the page's code that is loaded later.

/** The file that only this part of the page needs. A file that several parts share has the names of all of them. */
export const codeOf = part => new RegExp(`/${part}-[0-9a-f]{16}\\.wasm$`);
