// Usability for everyone: each language on a phone, enlarged, touch, keyboard, screen reader, forced colours, no motion.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { collect, VISITS } from './support/every-page.mjs';
import { cut, LARGE, misfits, PHONE, resize, sideways, small } from './support/layout.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite({ missing: path => path.endsWith('.gguf') });

/** In English, accessibility.test.mjs looks at the same. */
const LOCALES = { uk: 'uk-UA', ru: 'ru-RU' };

for (const [name, visit] of Object.entries(VISITS)) {
  for (const [language, locale] of Object.entries(LOCALES)) {
    scenario(`nothing is cut off on a phone, lost when enlarged, or too small to press: ${name}, ${language}`, async ({ chat, server }) => {
      await collect(visit, chat, server, async () => {
        assert.equal(await chat.page.evaluate(() => document.documentElement.lang), language);
        return misfits(chat.page);
      });
    }, { contextOptions: { locale } });
  }
}

scenario('these checks detect what they check for', async ({ chat }) => {
  await chat.open();
  assert.deepEqual([...(await cut(chat.page)), ...(await sideways(chat.page)), ...(await small(chat.page, 24))], []);
  await chat.page.evaluate(() => {
    const plant = (where, name, words, style) => {
      const element = document.querySelector(where).appendChild(Object.assign(document.createElement(name), { innerText: words }));
      Object.assign(element.style, style);
    };
    plant('.transcript', 'p', 'Words that are much too long for their place', { width: '4rem', overflow: 'hidden', whiteSpace: 'nowrap' });
    plant('main', 'p', 'Beyond', { position: 'absolute', left: '2000px' });
    plant('.transcript', 'div', '', { width: '3000px', height: '1px' });
    plant('main', 'button', 'x', { width: '10px', height: '10px' });
  });
  assert.equal((await cut(chat.page)).length, 2, 'cut, and beyond the window');
  assert.ok((await sideways(chat.page)).some(line => line.includes('.transcript')));
  assert.equal((await small(chat.page, 24)).length, 1);
});

scenario('the settings can be read to their end in an enlarged window', async ({ chat }) => {
  await chat.open();
  await chat.send('/settings');
  await chat.get('settings-search').waitFor();
  await resize(chat.page, LARGE);
  const dialog = chat.get('settings-dialog');
  const parts = [dialog, dialog.locator('footer'), dialog.locator('.content.settings')];
  const [whole, footer, list] = await Promise.all(parts.map(part => part.evaluate(part => part.getBoundingClientRect().toJSON())));
  assert.ok(list.height > 0 && list.bottom <= footer.top + 1, `the list ends at ${list.bottom}, the footer begins at ${footer.top}`);
  assert.ok(footer.bottom <= whole.bottom + 1 && whole.bottom <= LARGE.height + 1, JSON.stringify({ whole, footer }));
});

scenario('right-to-left text has the right direction everywhere', async ({ chat, server }) => {
  const ARABIC = 'مرحبا، كيف حالك؟';
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply([
    ARABIC, `## ${ARABIC}`, `- ${ARABIC}`, `1. ${ARABIC}`, `2. ${ARABIC}`, `> ${ARABIC}`, `> - ${ARABIC}`, `+ [ ] ${ARABIC}`, `* [ ] ${ARABIC}`, `* [x] ${ARABIC}`,
    `| ${ARABIC} | b |\n|---|---|\n| 1 | 2 |`, 'Plain English.',
  ].join('\n\n'))));
  await chat.get('composer').fill(ARABIC);
  assert.equal(await chat.get('composer').evaluate(field => getComputedStyle(field).direction), 'rtl');
  await chat.turn(ARABIC);
  await chat.send('/memories');
  await chat.get('memory-new').fill(ARABIC);
  await chat.get('memory-new').press('Enter');
  await chat.get('memory-text').first().waitFor();
  const wrong = () => chat.page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    let seen = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const first = node.data.match(/\p{L}/u)?.[0];
      if (!first || !/\p{Script=Arabic}/u.test(first) || !node.parentElement.checkVisibility()) continue;
      seen += 1;
      if (getComputedStyle(node.parentElement).direction !== 'rtl') found.push(`${node.parentElement.localName}.${node.parentElement.className} “${node.data.slice(0, 30)}”`);
    }
    return { found, seen };
  });
  const inDialog = await wrong();
  assert.deepEqual(inDialog.found, []);
  assert.ok(inDialog.seen >= 7, `${inDialog.seen} texts`);
  const english = await chat.get('message-text').last().getByText('Plain English.').evaluate(element => getComputedStyle(element).direction);
  assert.equal(english, 'ltr');
  const reply = chat.get('message-text').last();
  const frames = await reply.locator('ul, ol, blockquote').evaluateAll(all => all.map(one => `${one.localName} ${getComputedStyle(one).direction}`));
  assert.deepEqual(frames, ['ul', 'ol', 'blockquote', 'blockquote', 'ul', 'ul', 'ul'].map(name => `${name} rtl`));
  const gaps = await reply.locator('.task').evaluateAll(boxes => boxes.map(box => {
    const text = document.createRange();
    text.setStartAfter(box);
    text.setEndAfter(box.parentElement.lastChild);
    return Math.round(box.getBoundingClientRect().left - text.getBoundingClientRect().right);
  }));
  assert.ok(gaps.length === 3 && gaps.every(gap => gap >= 0), `from the words to the box on their right: ${gaps} pixels`);
});

scenario('a screen reader is not interrupted while a reply streams', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Word after word after word. '.repeat(20), { delayMs: 20 })));
  await chat.page.evaluate(() => {
    window.announced = [];
    const isLive = element => {
      const region = element?.closest('[aria-live], [role=status], [role=alert], [role=log]');
      return region && region.getAttribute('aria-live') !== 'off';
    };
    new MutationObserver(changes => {
      for (const { target, addedNodes } of changes) {
        const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
        if (isLive(element)) window.announced.push([...addedNodes].map(node => node.textContent).join('') || target.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await chat.turn('Tell me');
  await until('the end is announced', () => chat.page.evaluate(() => window.announced.some(text => text.includes('Word after word'))));
  const announced = (await chat.page.evaluate(() => window.announced)).filter(Boolean);
  assert.ok(announced.length <= 3, `${announced.length} announcements:\n${announced.join('\n')}`);
  assert.equal(announced.filter(text => text.includes('Word after word')).length <= 1, true);
});

scenario('with reduced motion nothing moves', async ({ chat, server }) => {
  await chat.page.emulateMedia({ reducedMotion: 'no-preference' });
  await chat.open();
  let release;
  const released = new Promise(resolve => { release = resolve; });
  let end;
  const ended = new Promise(resolve => { end = resolve; });
  await chat.useEndpoint(server.endpoint(behave.held('', 'Now.', released), behave.held('Slowly. '.repeat(120), 'Done.', ended)));
  const moving = () => chat.page.evaluate(() => document.getAnimations().filter(({ effect }) => effect.getComputedTiming().activeDuration > 0).map(({ effect }) => effect.target?.className));
  const found = [];
  await chat.send('Are you there?');
  await until('otherwise something does', async () => (await moving()).length > 0);
  await chat.page.emulateMedia({ reducedMotion: 'reduce' });
  await until('nothing does any more', async () => (await moving()).length === 0);
  release();
  await chat.settled('the first reply');
  await chat.send('Tell me');
  await chat.streaming('Slowly');
  found.push(...(await moving()));
  end();
  await chat.settled('the reply');
  for (const command of ['/settings', '/stats', '/search x']) {
    await chat.send(command);
    await chat.page.locator('dialog[open]').waitFor();
    found.push(...(await moving()));
    await chat.page.keyboard.press('Escape');
    await until('it is closed', async () => (await chat.page.locator('dialog[open]').count()) === 0);
  }
  await chat.page.setViewportSize(PHONE);
  await chat.get('menu').click();
  found.push(...(await moving()));
  assert.deepEqual(found, []);
  assert.equal(await chat.page.evaluate(() => getComputedStyle(document.querySelector('.transcript')).scrollBehavior), 'auto');
});

scenario('with forced colours the selected items are visible', async ({ chat, server }) => {
  await chat.page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Hello.')));
  await chat.turn('Hi');
  const outlined = selector => chat.page.locator(selector).first().evaluate(element => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
  });
  await chat.get('composer').fill('/');
  await chat.get('command-suggestion').first().waitFor();
  assert.ok(await outlined('[data-testid="command-suggestion"][aria-selected="true"]'), 'the suggestion');
  assert.ok(!(await outlined('[data-testid="command-suggestion"][aria-selected="false"]')), 'and no other');
  await chat.get('composer').fill('');
  assert.ok(await outlined('.conversation.active'), 'the open conversation');
  await chat.get('inspector-toggle').click();
  await chat.get('inspector-switch').waitFor();
  assert.ok(await outlined('[data-testid="inspector-switch"] [aria-pressed="true"]'), 'the request');
  await chat.get('provider-button').click();
  await chat.get('provider-kind-openai').click();
  assert.ok(await outlined('.segments label:has(input:checked)'), 'the protocol of the server');
  await chat.page.keyboard.press('Escape');
  const border = await chat.page.locator('.message.user .text').first().evaluate(element => getComputedStyle(element).borderTopStyle);
  assert.equal(border, 'solid', 'a message of the user has an edge');
});

scenario('the keyboard visits the page in reading order, and the focus is always visible', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Hello. [A link](https://example.org/)')));
  await chat.turn('Hi');
  // Tab starts from the last press.
  await chat.page.locator('.wordmark').click();
  const stops = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await chat.page.keyboard.press('Tab');
    const stop = await chat.page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      // A field may show the focus on the frame around it.
      const framed = [element, element.parentElement, element.parentElement?.parentElement].some(one => {
        const { outlineStyle, boxShadow, borderColor } = getComputedStyle(one);
        return outlineStyle !== 'none' || (boxShadow !== 'none' && one.matches(':focus-within')) || borderColor === getComputedStyle(document.documentElement).getPropertyValue('--accent');
      });
      const box = element.getBoundingClientRect();
      const region = element.closest('.sidebar, .bar, .transcript, .composer, .inspector')?.className.split(' ')[0] ?? 'other';
      return { name: element.dataset.testid ?? element.id ?? element.className, region, isSeen: (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || framed, isThere: box.bottom > 0 && box.top < innerHeight && box.width > 0 };
    });
    if (!stop) break;
    stops.push(stop);
  }
  assert.ok(stops.length > 8, `${stops.length} stops`);
  assert.deepEqual(stops.filter(({ isSeen, isThere }) => !isSeen || !isThere), []);
  const regions = stops.map(({ region }) => region).filter((region, at, all) => region !== all[at - 1]);
  assert.deepEqual(regions.slice(0, 3), ['sidebar', 'bar', 'transcript'], regions.join(' '));
  assert.ok(stops.some(({ name }) => name === 'composer'));
});

for (const id of ['provider-button', 'settings-button', 'search-button', 'own-button']) {
  scenario(`a dialog keeps the focus and returns it: ${id}`, async ({ chat }) => {
    await chat.open();
    await chat.get(id).focus();
    await chat.page.keyboard.press('Enter');
    await chat.page.locator('dialog[open]').waitFor();
    for (let presses = 0; presses < 40; presses += 1) {
      await chat.page.keyboard.press('Tab');
      assert.ok(await chat.page.evaluate(() => document.activeElement === document.body || document.activeElement.closest('dialog[open]') !== null), `after ${presses + 1} presses`);
    }
    await chat.page.keyboard.press('Escape');
    await until('the focus is back', () => chat.page.evaluate(id => document.activeElement?.dataset.testid === id, id));
  });
}

scenario('the on-screen keyboard does not cover the field', async ({ chat }) => {
  await chat.page.setViewportSize(PHONE);
  await chat.open();
  assert.match(await chat.page.locator('meta[name=viewport]').getAttribute('content'), /interactive-widget=resizes-content/);
  // As on iOS, where the window does not shrink: only the visual viewport does.
  await chat.page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 460, configurable: true });
    visualViewport.dispatchEvent(new Event('resize'));
  });
  const bottom = () => chat.get('composer').evaluate(field => field.getBoundingClientRect().bottom);
  await until('the field is above the keyboard', async () => (await bottom()) <= 460);
  await chat.page.evaluate(() => {
    delete visualViewport.height;
    visualViewport.dispatchEvent(new Event('resize'));
  });
  await until('and goes down with it', async () => (await bottom()) > 700);
});

scenario('a notice stays while the pointer or the focus is on it', async ({ chat }) => {
  await chat.open();
  await chat.page.clock.install();
  const isThere = async () => (await chat.get('notice').count()) === 1;
  await chat.send('/preset journal');
  await chat.get('notice').getByTestId('undo').hover();
  await chat.page.clock.runFor(120_000);
  assert.ok(await isThere(), 'under the pointer');
  await chat.get('notice').getByTestId('undo').focus();
  await chat.get('composer').hover();
  await chat.page.clock.runFor(120_000);
  assert.ok(await isThere(), 'with the focus in it');
  await chat.get('composer').focus();
  await chat.page.clock.runFor(10_000);
  await until('it has gone', async () => !(await isThere()));
});

scenario('a dialog that is opened again before the browser reports that it was closed stays open', async ({ chat }) => {
  await chat.open();
  await chat.get('settings-button').click();
  await chat.get('settings-cancel').waitFor();
  const isOpen = await chat.page.evaluate(async () => {
    const find = id => document.querySelector(`[data-testid="${id}"]`);
    const dialog = find('settings-dialog');
    const reported = new Promise(resolve => dialog.addEventListener('close', resolve, { once: true }));
    find('settings-cancel').click();
    // Closed by what runs before the next event.
    for (let turns = 0; dialog.open && turns < 10_000; turns += 1) await null;
    if (dialog.open) return 'it was not closed at once';
    find('settings-button').click();
    await reported;
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return dialog.open && find('settings-cancel') !== null;
  });
  assert.equal(isOpen, true);
});
