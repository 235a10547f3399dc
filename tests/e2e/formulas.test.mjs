// Formulas look right whatever fonts a system has: roots have their sign, brackets grow, and sums are large. The test
// checks pixels, because the nodes are the same with a font without a MATH table.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after } from 'node:test';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import * as behave from './support/behaviours.mjs';
import { launchBrowser } from './support/browser.mjs';
import { ChatPage } from './support/chat-page.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const REPLY = [
  '$$\\sqrt{ax+bx+cx}$$',
  '$$\\left(\\frac{\\frac{a}{b}}{\\frac{c}{d}}\\right)$$',
  '$$\\sum x$$',
  'In a line: $\\sum x$',
].join('\n\n');

// Simulates a system without a font for formulas: all installed fonts except those with a MATH table, which their header lists.
const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', path.join(homedir(), '.fonts'), path.join(homedir(), '.local/share/fonts')];
const fonts = FONT_FOLDERS.filter(folder => existsSync(folder)).flatMap(folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(file => /\.(ttf|otf|ttc)$/i.test(file.name)).map(file => path.join(file.parentPath ?? file.path, file.name)));
const forFormulas = fonts.filter(file => readFileSync(file).subarray(0, 4_096).includes('MATH'));
const folder = mkdtempSync(path.join(tmpdir(), 'ricordo-fonts-'));
const config = path.join(folder, 'fonts.conf');
writeFileSync(config, `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <cachedir>${path.join(folder, 'cache')}</cachedir>
  <selectfont><rejectfont>${forFormulas.map(file => `<glob>${file}</glob>`).join('')}</rejectfont></selectfont>
</fontconfig>`);
after(() => rmSync(folder, { recursive: true, force: true }));

const scenario = suite({ env: { FONTCONFIG_FILE: config } });
const contextOptions = { deviceScaleFactor: 2 };

/** The rendered formulas of a reply with their measurements. */
async function formulas(chat, server) {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply(REPLY)));
  await chat.turn('Show me');
  const all = chat.get('message-text').last().locator('math');
  await until('all formulas are set', async () => (await all.count()) === 4);
  await chat.page.evaluate(() => document.fonts.ready);
  const shots = [];
  for (const formula of await all.all()) shots.push((await formula.screenshot()).toString('base64'));
  const [root, brackets, large, small] = await Promise.all(shots.map(shot => chat.page.evaluate(inkOf, shot)));
  const seen = {
    'a line over the whole of what is under the root': root.line > 0.6,
    'brackets as tall as what they hold': brackets.first > 0.85,
    'a sum that is larger by itself than in a line': large.height > 1.25 * small.height,
  };
  return { shots, seen };
}

/**
 * Runs in the page. For the bounding box of all ink: its height; `line`, the longest row of ink without a gap in the upper
 * sixth, as a share of the width; `first`, the height of the first glyph as a share of the whole.
 */
async function inkOf(base64) {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = image;
  const canvas = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const far = at => Math.abs(data[at] - data[0]) + Math.abs(data[at + 1] - data[1]) + Math.abs(data[at + 2] - data[2]);
  const isInk = (x, y) => far(4 * (y * width + x)) > 150;
  const columns = [...Array(width).keys()].filter(x => [...Array(height).keys()].some(y => isInk(x, y)));
  const rowsOf = columns => [...Array(height).keys()].filter(y => columns.some(x => isInk(x, y)));
  const extent = list => list.at(-1) - list[0] + 1;
  const rows = rowsOf(columns);
  const gap = columns.findIndex((x, at) => at > 0 && x > columns[at - 1] + 1);
  const upper = rows.filter(y => y < rows[0] + extent(rows) / 6);
  const longest = upper.map(y => columns.reduce(({ run, best }, x) => {
    const now = isInk(x, y) ? run + 1 : 0;
    return { run: now, best: Math.max(best, now) };
  }, { run: 0, best: 0 }).best);
  return {
    height: extent(rows),
    line: Math.max(...longest) / extent(columns),
    first: extent(rowsOf(columns.slice(0, gap < 0 ? undefined : gap))) / extent(rows),
  };
}

const right = {
  'a line over the whole of what is under the root': true,
  'brackets as tall as what they hold': true,
  'a sum that is larger by itself than in a line': true,
};

scenario('roots, tall brackets and sums are complete on a system without a font for formulas', async ({ chat, server, served }) => {
  const { seen } = await formulas(chat, server);
  assert.deepEqual(seen, right);
  assert.equal(served.filter(({ path }) => path.endsWith('.woff2')).length, 1, 'the font came once');
}, { contextOptions });

scenario('the same formulas without that font are incomplete, so the pixels show the difference', async ({ chat, server }) => {
  await chat.page.route('**/*.woff2', route => route.abort());
  const { seen } = await formulas(chat, server);
  assert.equal(seen['a line over the whole of what is under the root'], false, 'the sign is lost');
  assert.notDeepEqual(seen, right);
}, { contextOptions });

/** Runs in the page: what a copy of the selection holds. Real key presses need rights that not all browsers grant. */
function copied() {
  const clipboardData = new DataTransfer();
  const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return { isOurs: event.defaultPrevented, text: clipboardData.getData('text/plain'), left: document.querySelectorAll('body > .text').length };
}

scenario('a selection with formulas is copied with their TeX, and any other as it is', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('So $x^2$ and **that**:\n\n$$\\frac{a}{b}$$\n\nPlain words.')));
  await chat.turn('Show me');
  const text = chat.get('message-text').last();
  await until('all formulas are set', async () => (await text.locator('math').count()) === 2);
  await text.evaluate(element => getSelection().selectAllChildren(element));
  const whole = await chat.page.evaluate(copied);
  assert.deepEqual(whole.text.trim().split(/\n+/), ['So $x^2$ and that:', '$$\\frac{a}{b}$$', 'Plain words.']);
  assert.deepEqual([whole.isOurs, whole.left], [true, 0], 'nothing is left on the page');
  await text.locator('math').first().evaluate(formula => getSelection().selectAllChildren(formula));
  assert.equal((await chat.page.evaluate(copied)).text, '$x^2$', 'also from within a formula');
  await text.locator('p').last().evaluate(paragraph => getSelection().selectAllChildren(paragraph));
  assert.equal((await chat.page.evaluate(copied)).isOurs, false);
});

scenario('a formula over several lines is one formula, also before it has ended', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.stalls('So\n\n\\[\na\n=\n- b'), behave.reply('So\n\n\\[\na\n=\n- b\n\\]\n\nfor ($5) or ($6).')));
  await chat.send('One');
  const text = () => chat.get('message-text').last();
  await until('the open formula', async () => (await text().locator('.math.display').allTextContents()).some(tex => tex.includes('- b')));
  assert.equal(await text().locator('h3, h4, ul').count(), 0);
  await chat.get('stop').click();
  await chat.turn('Two');
  await text().locator('.math.display math').waitFor();
  assert.equal(await text().locator('.math').count(), 1, 'prices are none');
  assert.equal(await text().locator('h3, h4, ul').count(), 0);
});

scenario('they are complete with the fonts of this machine, and no font is fetched without a formula', async ({ server, origin, served, t }) => {
  const { browser, close } = await launchBrowser();
  t.after(close);
  const context = await browser.newContext(contextOptions);
  const chat = new ChatPage(await context.newPage(), origin, 'fonts');
  const start = served.length;
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Nothing special.')));
  await chat.turn('Plain');
  assert.deepEqual(served.slice(start).filter(({ path }) => path.endsWith('.woff2')), []);
  chat.database = 'fonts-2';
  const { seen } = await formulas(chat, server);
  assert.deepEqual(seen, right);
  assert.deepEqual(chat.problems, []);
});
