// Pictures of the page for people to look at: `cargo xtask screenshots` takes them. They are written to a git-ignored
// folder and never compared, so tests take none.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'screenshots');

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark'];

/** Takes pictures of a state in these sizes and both themes if pictures are wanted, and leaves the page wide and light. */
export async function shootAll(page, name, sizes = Object.keys(SIZES)) {
  if (!process.env.RICORDO_SCREENSHOTS) return;
  await mkdir(FOLDER, { recursive: true });
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.screenshot({ path: path.join(FOLDER, `${name}-${size}-${theme}.png`), animations: 'disabled' });
    }
  }
  await page.setViewportSize(SIZES.wide);
  await page.emulateMedia({ colorScheme: THEMES[0], reducedMotion: null });
}

/** Takes a picture of the page under the name of a failed test. */
export function shootFailure(page, name) {
  return keepFailure(name, file => page.screenshot({ path: file }));
}

/** Saves a picture under the name of a failed test. `shoot` writes it to a file, or fails if the page is gone. */
export async function keepFailure(name, shoot) {
  const folder = path.join(FOLDER, 'failures');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)}.png`);
  await shoot(file).catch(() => {});
  return file;
}
