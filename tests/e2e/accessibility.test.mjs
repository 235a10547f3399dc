// Accessibility: axe-core on every page and dialog, in both themes, with more contrast, and on a phone.

import assert from 'node:assert/strict';
import { axeSource } from './support/environment.mjs';
import { VISITS } from './support/every-page.mjs';
import { suite } from './support/suite.mjs';

const scenario = suite({ missing: path => path.endsWith('.gguf') });

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDE = { width: 1280, height: 800 };
const LOOKS = [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { colorScheme: 'light', contrast: 'more' },
  { colorScheme: 'dark', size: { width: 390, height: 844 } },
];

/** The violations that axe-core reports for the page: rule, element, reason. */
async function violations(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource());
  return page.evaluate(async levels => {
    const { violations } = await window.axe.run(document, { runOnly: levels, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.split('\n').slice(1).join(' ').trim().slice(0, 300)}`));
  }, LEVELS);
}

for (const [name, visit] of Object.entries(VISITS)) {
  scenario(`axe-core finds no violation: ${name}`, async ({ chat, server }) => {
    const found = new Map();
    await visit(chat, server, async view => {
      for (const { size = WIDE, ...media } of LOOKS) {
        await chat.page.setViewportSize(size);
        await chat.page.emulateMedia({ reducedMotion: 'reduce', contrast: 'no-preference', ...media });
        for (const violation of await violations(chat.page)) {
          const where = `${view} (${Object.values(media).join(', ')}, ${size.width})`;
          found.set(violation, [...(found.get(violation) ?? []), where]);
        }
      }
      await chat.page.setViewportSize(WIDE);
    });
    assert.deepEqual([...found].map(([violation, where]) => `${violation}\n    ${where.join('; ')}`), []);
  });
}
