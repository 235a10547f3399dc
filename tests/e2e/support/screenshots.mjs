// Pictures of the page, for people to look at: `cargo xtask screenshots` takes them. They are written to a folder that git
// ignores and are never compared, so tests take none.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'screenshots');

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark'];

/** Takes a state in these sizes and both themes where pictures are wanted, and leaves the page wide and light. */
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

/** Takes the page as it is, under the name of a test that failed. */
export function shootFailure(page, name) {
  return keepFailure(name, file => page.screenshot({ path: file }));
}

/** Keeps a picture under the name of a test that failed. `shoot` writes it to a file, or fails because there is no page any more. */
export async function keepFailure(name, shoot) {
  const folder = path.join(FOLDER, 'failures');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)}.png`);
  await shoot(file).catch(() => {});
  return file;
}
