// The embedding model of the page in headless Chromium: the scripts and weights that the page loads, without the page.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { launchBrowser } from './browser.mjs';
import { startStaticServer } from '../../tests/e2e/support/static-server.mjs';

export const DIMENSION = 384;

const ENGINE = '/in-page/embedding.js';
const LIBRARY = '/wllama/index.js';
/** What the numbers depend on besides the weights. */
const SOURCES = [ENGINE, '/in-page/widen.js', '/in-page/wllama.js', LIBRARY, '/wllama/wllama.wasm'];

/** A digest of the weights and the engine: vectors with another one are not the same. */
export function digestOf(vendor, weights) {
  const hash = createHash('sha256');
  for (const file of [weights, ...SOURCES.map(source => path.join(vendor, source))]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/**
 * Starts the model in `count` pages, each with an engine and a thread of its own.
 *
 * Returns `pages`, functions that return the vectors of a list of texts, in order; and `close()`.
 */
export async function startPages(vendor, weights, count) {
  const server = await startStaticServer(vendor);
  const browser = await launchBrowser().catch(async error => {
    await server.close();
    throw error;
  });
  const close = async () => {
    await browser.close();
    await server.close();
  };
  try {
    const file = `/${path.relative(vendor, weights).replaceAll(path.sep, '/')}`;
    const pages = await Promise.all(Array.from({ length: count }, () => loaded(browser, server.url, file)));
    return { pages, close };
  } catch (error) {
    await close();
    throw new Error(
      `The page's embedding model did not start: ${reasonOf(error)}\nIf that happens again, delete ${weights} and run \`cargo xtask setup\`.`,
    );
  }
}

async function loaded(browser, url, weights) {
  const page = await browser.persistent.newPage();
  // Any file of this server is a page that may import the others.
  await page.goto(`${url}${ENGINE}`);
  await page.evaluate(load, { engine: ENGINE, library: `${url}${LIBRARY}`, weights });
  return texts => page.evaluate(embed, { engine: ENGINE, texts: texts.map(withoutSpecial) });
}

/** Runs in the page. */
async function load({ engine, library, weights }) {
  const response = await fetch(weights);
  if (!response.ok) throw new Error(`${weights}: status ${response.status}`);
  await (await import(engine)).load(await response.blob(), library);
}

/** Runs in the page. */
async function embed({ engine, texts }) {
  const model = await import(engine);
  const vectors = [];
  for (const text of texts) vectors.push([...(await model.embed(text))]);
  return vectors;
}

/** The first line of an error of the page, without where it was thrown. */
export const reasonOf = error => error.message.split('\n')[0].replace(/^page\.\w+: /, '').replace(/^Error: /, '');

/** What stands for something else in the vocabulary is broken up, as crates/browser/src/in_page/embedding/text.rs does it. */
const withoutSpecial = text => text.replace(/<(?=\/?s>|(?:pad|unk|mask)>)/g, '< ');
