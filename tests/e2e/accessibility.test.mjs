// Accessibility: axe-core on every page and dialog, in both themes, with more contrast, and on a phone; and what everyone.test.mjs
// looks for in the other languages.

import assert from 'node:assert/strict';
import { axeSource } from './support/environment.mjs';
import { collect, VISITS } from './support/every-page.mjs';
import { misfits, PHONE, resize, WIDE } from './support/layout.mjs';
import { suite } from './support/suite.mjs';

const scenario = suite({ missing: path => path.endsWith('.gguf') });

const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on the theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const LOOKS = [
  { colorScheme: 'light' },
  { colorScheme: 'dark', rules: OF_COLOURS },
  { colorScheme: 'light', contrast: 'more', rules: OF_COLOURS },
  { colorScheme: 'dark', size: PHONE },
];

/** The violations that axe-core reports for the page: rule, element, reason. */
async function violations(page, rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource());
  return page.evaluate(async rules => {
    const { violations } = await window.axe.run(document, { runOnly: rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.split('\n').slice(1).join(' ').trim().slice(0, 300)}`));
  }, rules);
}

/** The violations in every look. */
async function inEveryLook(page) {
  const found = [];
  for (const { size = WIDE, rules = ALL, ...media } of LOOKS) {
    await resize(page, size);
    await page.emulateMedia({ contrast: 'no-preference', ...media });
    for (const violation of await violations(page, rules)) found.push(`${Object.values(media).join(', ')}, ${size.width}: ${violation}`);
  }
  await resize(page, WIDE);
  await page.emulateMedia(LOOKS[0]);
  return found;
}

for (const [name, visit] of Object.entries(VISITS)) {
  scenario(`axe-core finds no violation, and nothing is cut off on a phone, lost when enlarged, or too small to press: ${name}`, async ({ chat, server }) => {
    await collect(visit, chat, server, async () => {
      assert.equal(await chat.page.evaluate(() => document.documentElement.lang), 'en');
      return [...(await misfits(chat.page)), ...(await inEveryLook(chat.page))];
    });
  }, { contextOptions: { locale: 'en-GB' } });
}
