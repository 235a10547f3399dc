// Markdown in messages: every element, during and after streaming; nothing in it runs or loads by itself.

import assert from 'node:assert/strict';
import http from 'node:http';
import * as behave from './support/behaviours.mjs';
import { EVERYTHING } from './support/markdown-cases.mjs';
import { closeServer } from './support/static-server.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const IMAGE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

// Without this header a page of another host may not read an image.
const READABLE = { 'access-control-allow-origin': '*' };

const scenario = suite({ missing: path => path.endsWith('.gguf') });

async function replied(chat, server, text, options = {}) {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply(text, options)));
  return chat.turn('Go on');
}

/** The last reply as an outline: names of elements, and their text. */
const reply = chat => chat.get('message-text').last();
const count = (chat, selector) => reply(chat).locator(selector).count();
const texts = (chat, selector) => reply(chat).locator(selector).allInnerTexts();

scenario('every element of Markdown is rendered', async ({ chat, server }) => {
  await replied(chat, server, EVERYTHING);
  const expected = { 'h3.first': 1, 'ol > li': 2, 'ol ul > li': 2, 'blockquote blockquote': 1, 'table tr': 3, 'td.right': 2, '.code': 2, '.task': 2, hr: 1, del: 1, strong: 2, em: 1, '.image': 1, '.footnote': 1 };
  for (const [selector, number] of Object.entries(expected)) assert.equal(await count(chat, selector), number, selector);
  assert.deepEqual(await texts(chat, '.code .language'), ['rust', 'Code']);
  assert.ok((await texts(chat, 'p')).some(text => text.includes('<b>Raw</b> HTML is text.\nAfter a break.')), 'raw HTML is text');
  const links = await reply(chat).locator('a').evaluateAll(all => all.map(a => [a.href, a.target, a.rel, a.referrerPolicy]));
  const safe = ['_blank', 'noopener noreferrer nofollow', 'no-referrer'];
  assert.deepEqual(links, ['https://example.org/map', 'https://example.org/bare_address', 'mailto:walker@example.org', 'https://example.org/by-label'].map(href => [href, ...safe]));
});

scenario('the rendered reply does not depend on how it arrived, nor on a reload', async ({ chat, server }) => {
  // Highlighting and formulas are added when visible; without them both results are comparable at any time.
  const shape = () => reply(chat).evaluate(text => {
    const copy = text.cloneNode(true);
    for (const set of copy.querySelectorAll('code, .math')) set.replaceWith(set.textContent.length > 0 ? set.localName : 'empty');
    return copy.innerHTML;
  });
  await replied(chat, server, EVERYTHING, { pieceLength: 3, delayMs: 1 });
  const streamed = await shape();
  await chat.reload();
  await reply(chat).locator('h3.first').waitFor();
  assert.equal(await shape(), streamed);
});

scenario('while a reply streams, its open end is shown as it will most likely become', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.stalls('# Title\n\nIt is **very imp'), behave.stalls('Code:\n\n```python\nprint("a")\nprint(')));
  await chat.send('One');
  await reply(chat).locator('strong').filter({ hasText: 'very imp' }).waitFor();
  assert.ok(!(await reply(chat).innerText()).includes('*'), 'no mark is seen');
  await chat.get('stop').click();
  await until('the reply that was stopped shows what was written', async () => (await reply(chat).innerText()).includes('**very imp'));
  await chat.send('Two');
  await until('the open fence is code', async () => (await texts(chat, '.code code')).join('').includes('print("a")\nprint('));
});

scenario('settled blocks are not rendered again: a mark on one stays', async ({ chat, server }) => {
  await chat.open();
  let release;
  const released = new Promise(resolve => { release = resolve; });
  await chat.useEndpoint(server.endpoint(behave.held('First words.\n\nMore words. ', `${'More words. '.repeat(59)}\n\n- a\n- b\n\nEnd.`, released)));
  await chat.send('Go on');
  await chat.streaming('More words.');
  await chat.page.evaluate(() => {
    const first = [...document.querySelectorAll('[data-testid="message-text"]')].at(-1).firstElementChild;
    first.dataset.mine = 'yes';
    getSelection().selectAllChildren(first);
  });
  release();
  await chat.settled('the reply');
  assert.equal(await reply(chat).locator('p').first().getAttribute('data-mine'), 'yes');
  assert.equal(await chat.page.evaluate(() => String(getSelection())), 'First words.');
});

scenario('code is highlighted and formulas are rendered, and neither is loaded before it is needed', async ({ chat, server, served }) => {
  const start = served.length;
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Nothing special.'), behave.reply(EVERYTHING)));
  // The code for offline use is loaded when the page is idle, in any case.
  await until('the page is at rest', () => served.slice(start).some(({ path }) => path.endsWith('/lazy/offline.mjs')));
  const before = served.length;
  const lazy = () => served.slice(before).map(({ path }) => path).filter(path => /lazy|highlight|temml/.test(path));
  await chat.turn('Plain');
  assert.deepEqual(lazy(), []);
  await chat.turn('All of it');
  await reply(chat).locator('.code').first().scrollIntoViewIfNeeded();
  await reply(chat).locator('.hl-keyword').first().waitFor();
  assert.deepEqual((await texts(chat, '.hl-keyword')).slice(0, 1), ['fn']);
  assert.equal(await reply(chat).locator('.code code').first().textContent(), '// Hours on foot.\nfn miles(hours: f64) -> f64 {\n    hours * 2.5\n}\n');
  await reply(chat).locator('.math.display').scrollIntoViewIfNeeded();
  await reply(chat).locator('.math.display math').waitFor();
  await until('all formulas are set', async () => (await count(chat, 'math')) === 3);
  assert.ok(!lazy().some(path => path.endsWith('/python.js')), 'only the language that is there');
});

scenario('code can be copied and wrapped', async ({ chat, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await replied(chat, server, EVERYTHING);
  const copy = reply(chat).locator('[data-press="copy"]');
  // For two seconds.
  await Promise.all([copy.first().filter({ hasText: 'Copied' }).waitFor(), copy.first().click()]);
  assert.ok((await chat.page.evaluate(() => navigator.clipboard.readText())).startsWith('// Hours on foot.\nfn miles'));
  const wrap = reply(chat).locator('[data-press="wrap"]').first();
  await wrap.click();
  assert.equal(await wrap.getAttribute('aria-pressed'), 'true');
  assert.equal(await count(chat, '.code.wrapped'), 1);
});

scenario('an image waits for a click, can be enlarged, and Escape closes it', async ({ chat, server, context }) => {
  const asked = [];
  await context.route('https://images.example/**', route => {
    asked.push(route.request().headers());
    return route.fulfill({ body: IMAGE, contentType: 'image/png', headers: READABLE });
  });
  await replied(chat, server, EVERYTHING);
  await reply(chat).locator('.image').scrollIntoViewIfNeeded();
  assert.ok((await texts(chat, '.image .address'))[0].includes('https://images.example/gate.png?secret=words'));
  assert.deepEqual(asked, [], 'nothing was asked for');
  await reply(chat).getByRole('button', { name: 'Load image' }).click();
  await until('the image is there', () => reply(chat).locator('.image img').evaluate(image => image.complete && image.naturalWidth > 0));
  assert.equal(asked.length, 1);
  assert.equal(asked[0].referer, undefined);
  await reply(chat).getByRole('button', { name: 'Enlarge' }).click();
  await chat.get('image-dialog').locator('img').waitFor();
  await chat.page.keyboard.press('Escape');
  await chat.get('image-dialog').waitFor({ state: 'hidden' });
});

scenario('an address that is no image gets an error message', async ({ chat, server, context }) => {
  await context.route('https://images.example/**', route => route.fulfill({ body: 'no image', contentType: 'image/png', headers: READABLE }));
  await replied(chat, server, EVERYTHING);
  await reply(chat).getByRole('button', { name: 'Load image' }).click();
  await until('the sentence', async () => (await texts(chat, '.image'))[0]?.includes('could not be loaded'));
});

scenario('an image that its host does not let pages read is a link', async ({ chat, server, t }) => {
  const asked = [];
  const host = http.createServer((request, response) => {
    asked.push(request.headers.referer);
    response.writeHead(200, { 'content-type': 'image/png' }).end(IMAGE);
  });
  await new Promise(resolve => host.listen(0, '127.0.0.1', resolve));
  t.after(() => closeServer(host));
  const address = `http://127.0.0.1:${host.address().port}/gate.png?secret=words`;
  await replied(chat, server, `![The gate](${address})`);
  await reply(chat).getByRole('button', { name: 'Load image' }).click();
  const link = reply(chat).locator('.image a.address');
  await link.waitFor();
  assert.deepEqual(await link.evaluate(({ href, target, rel }) => [href, target, rel]), [address, '_blank', 'noopener noreferrer nofollow']);
  assert.deepEqual(asked, [undefined], 'requested once, without a referrer');
  assert.ok(await link.evaluate(link => link === document.activeElement), 'the focus of the button is at the link');
});

scenario('a footnote links there and back', async ({ chat, server }) => {
  await replied(chat, server, EVERYTHING);
  const address = chat.page.url();
  await reply(chat).getByRole('button', { name: 'Footnote 1' }).click();
  assert.equal(await chat.page.evaluate(() => document.activeElement.className), 'footnote');
  await reply(chat).getByRole('button', { name: 'Back to text' }).click();
  assert.equal(await chat.page.evaluate(() => document.activeElement.dataset.press), 'footnote');
  assert.equal(chat.page.url(), address);
});

scenario('a footnote is found whatever the case of its label is, in any script', async ({ chat, server }) => {
  await replied(chat, server, 'One[^1], two[^Прим].\n\n[^1]: First.\n\n[^прим]: Second.');
  await reply(chat).getByRole('button', { name: 'Footnote 2' }).click();
  assert.match(await chat.page.evaluate(() => document.activeElement.textContent), /Second\./);
  await chat.page.evaluate(() => document.activeElement.querySelector('[data-press=back]').click());
  assert.equal(await chat.page.evaluate(() => document.activeElement.textContent), '2');
});

scenario('a link that may not be followed shows its address, and one without a scheme can be followed', async ({ chat, server }) => {
  await replied(chat, server, 'Call [us](tel:+123), see [the docs](www.example.org) or [the log](https://example.org/__init__.py).');
  assert.equal((await reply(chat).innerText()).trim(), 'Call us (tel:+123), see the docs or the log.');
  const links = await reply(chat).locator('a').evaluateAll(all => all.map(a => a.href));
  assert.deepEqual(links, ['https://www.example.org/', 'https://example.org/__init__.py']);
});

scenario('in text from right to left, code keeps its order, and a selection leaves out what is no text', async ({ chat, server }) => {
  await replied(chat, server, 'הקוד `a - b` כאן.\n\n```js\nlet a;\n```');
  const look = await reply(chat).locator('p code').evaluate(code => [getComputedStyle(code).direction, getComputedStyle(code).unicodeBidi]);
  assert.deepEqual(look, ['ltr', 'isolate']);
  const select = bar => { const style = getComputedStyle(bar); return style.userSelect || style.webkitUserSelect; };
  assert.equal(await reply(chat).locator('.code-bar').evaluate(select), 'none');
});

scenario('text typed by the user keeps its line breaks', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Yes.')));
  await chat.turn('first line\nsecond **line**');
  const typed = chat.get('message-text').first();
  assert.equal((await typed.innerText()).trim(), 'first line\nsecond line');
  assert.equal(await typed.locator('strong').count(), 1);
});
