// Loads what works with files: crates/exchange/js/page.mjs, when the first one goes out or comes in.
export const load = address => import(address);
