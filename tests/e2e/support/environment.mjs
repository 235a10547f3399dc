// Paths from the environment, and the npm packages that drive the tests.
//
// `cargo xtask test` and `cargo xtask bench` set the variables.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder with the release build. */
export const distFolder = () => fromEnvironment('RICORDO_DIST');

/** The browser's executable. */
export const chromiumPath = () => fromEnvironment('RICORDO_CHROMIUM');

/** A browser that draws and stores as Chromium does, and takes less of the processor; Chromium itself if there is none. */
export const shellPath = () => (process.env.RICORDO_CHROMIUM_SHELL ? fromEnvironment('RICORDO_CHROMIUM_SHELL') : chromiumPath());

/** Firefox's executable. */
export const firefoxPath = () => fromEnvironment('RICORDO_FIREFOX');

/** The executable of WebKitGTK's WebDriver, which knows its browser. */
export const webkitDriverPath = () => fromEnvironment('RICORDO_WEBKIT_DRIVER');

/** The executable of the X server without a screen, in which WebKitGTK runs. */
export const xvfbPath = () => fromEnvironment('RICORDO_XVFB');

/** The weights of the small model (GGUF). */
export const modelPath = () => fromEnvironment('RICORDO_MODEL');

/** The folder of recorded data, or null if there is none. */
export const corpusFolder = () => (process.env.RICORDO_CORPUS ? fromEnvironment('RICORDO_CORPUS') : null);

/** playwright-core, from wherever it was installed. */
export const playwright = () => installed('playwright-core');

/** The class `WebSocket`, which Node only has from version 22 on. */
export const webSocket = () => installed('ws');

/** node-llama-cpp, which has no CommonJS version. */
export function llamaPackage() {
  return import(pathToFileURL(path.join(packages(), 'node-llama-cpp', 'dist', 'index.js')).href);
}

/** The source of axe-core, to be injected into a page. */
export const axeSource = () => readFileSync(path.join(packages(), 'axe-core', 'axe.min.js'), 'utf8');

const installed = name => createRequire(path.join(packages(), 'here.cjs'))(name);

const packages = () => fromEnvironment('RICORDO_NODE_MODULES');

/** The file or folder that an environment variable names; it must exist. */
export function fromEnvironment(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Run \`cargo xtask test\` or \`cargo xtask bench\`, which set it.`);
  if (!existsSync(value)) throw new Error(`${name} names ${value}, which is not there. \`cargo xtask setup --check\` lists what is missing.`);
  return path.resolve(value);
}
