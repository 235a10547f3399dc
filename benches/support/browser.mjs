// The browser of the benchmarks: one that optimises code as a visitor's does. That of the tests does not.

import { COMPUTES, launchBrowser as launch } from '../../tests/e2e/support/browser.mjs';

/** Starts it: see `launchBrowser` of the tests. */
export const launchBrowser = ({ flags = [], ...options } = {}) => launch({ ...options, flags: [...COMPUTES, ...flags] });
