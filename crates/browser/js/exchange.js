// Loads crates/exchange/js/page.mjs with the first file that is exported or imported.
export const load = address => import(address);
