// What the tests are told from outside, and the npm packages they drive things with. Knows no page and no server.
//
// `cargo xtask test` and `cargo xtask bench` set all of it.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder with the release build. */
export const distFolder = () => told('RICORDO_DIST');

/** The browser's executable. */
export const chromiumPath = () => told('RICORDO_CHROMIUM');

/** Firefox's executable. */
export const firefoxPath = () => told('RICORDO_FIREFOX');

/** The executable of WebKitGTK's WebDriver, which knows its browser. */
export const webkitDriverPath = () => told('RICORDO_WEBKIT_DRIVER');

/** The executable of the X server without a screen, in which WebKitGTK runs. */
export const xvfbPath = () => told('RICORDO_XVFB');

/** The weights of the small model (GGUF). */
export const modelPath = () => told('RICORDO_MODEL');

/** playwright-core, from wherever it was installed. */
export const playwright = () => installed('playwright-core');

/** The class `WebSocket`, which Node has only from version 22 on. */
export const webSocket = () => installed('ws');

/** node-llama-cpp, which can only be imported. */
export function llamaPackage() {
  return import(pathToFileURL(path.join(packages(), 'node-llama-cpp', 'dist', 'index.js')).href);
}

/** The source of axe-core, to be put into a page. */
export const axeSource = () => readFileSync(path.join(packages(), 'axe-core', 'axe.min.js'), 'utf8');

const installed = name => createRequire(path.join(packages(), 'here.cjs'))(name);

const packages = () => told('RICORDO_NODE_MODULES');

/** What an environment variable names: a file or folder that is there. */
export function told(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Run \`cargo xtask test\` or \`cargo xtask bench\`, which set it.`);
  if (!existsSync(value)) throw new Error(`${name} names ${value}, which is not there. \`cargo xtask setup --check\` lists what is missing.`);
  return path.resolve(value);
}
