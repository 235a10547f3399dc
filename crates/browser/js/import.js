// Imports a script that is not part of the first load.
export const load = address => import(/* @vite-ignore */ address);
