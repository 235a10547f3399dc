// Renders the icons of the installed app from their SVGs, in the browser of the tests: `node xtask/icons.mjs` with the
// variables of tests/e2e/support/environment.mjs. The results are committed; run it after an SVG has changed.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../tests/e2e/support/browser.mjs';

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'web', 'icons');
/** Name, SVG, width and height in pixels. */
const ICONS = [['icon-192', 'icon', 192], ['icon-512', 'icon', 512], ['maskable-512', 'maskable', 512]];

const { browser, close } = await launchBrowser();
const page = await (await browser.newContext({ deviceScaleFactor: 1 })).newPage();
for (const [name, svg, size] of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px}</style>${readFileSync(path.join(FOLDER, `${svg}.svg`), 'utf8')}`);
  writeFileSync(path.join(FOLDER, `${name}.png`), await page.screenshot({ omitBackground: true }));
}
await close();
