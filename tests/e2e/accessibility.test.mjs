// Accessibility: axe-core on every page and dialog, in both themes, with more contrast, and on a phone.

import assert from 'node:assert/strict';
import { axeSource } from './support/environment.mjs';
import { VISITS } from './support/every-page.mjs';
import { suite } from './support/suite.mjs';

const scenario = suite({ missing: path => path.endsWith('.gguf') });

const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose result depends on the theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const WIDE = { width: 1280, height: 800 };
const LOOKS = [
  { colorScheme: 'light' },
  { colorScheme: 'dark', rules: OF_COLOURS },
  { colorScheme: 'light', contrast: 'more', rules: OF_COLOURS },
  { colorScheme: 'dark', size: { width: 390, height: 844 } },
];

/** The violations that axe-core reports for the page: rule, element, reason. */
async function violations(page, rules) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource());
  return page.evaluate(async rules => {
    const { violations } = await window.axe.run(document, { runOnly: rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.split('\n').slice(1).join(' ').trim().slice(0, 300)}`));
  }, rules);
}

for (const [name, visit] of Object.entries(VISITS)) {
  scenario(`axe-core finds no violation: ${name}`, async ({ chat, server }) => {
    const found = new Map();
    await visit(chat, server, async view => {
      for (const { size = WIDE, rules = ALL, ...media } of LOOKS) {
        await chat.page.setViewportSize(size);
        await chat.page.emulateMedia({ reducedMotion: 'reduce', contrast: 'no-preference', ...media });
        for (const violation of await violations(chat.page, rules)) {
          const where = `${view} (${Object.values(media).join(', ')}, ${size.width})`;
          found.set(violation, [...(found.get(violation) ?? []), where]);
        }
      }
      await chat.page.setViewportSize(WIDE);
    });
    assert.deepEqual([...found].map(([violation, where]) => `${violation}\n    ${where.join('; ')}`), []);
  });
}
