// Malicious and excessive Markdown: it must not run, load anything, navigate, or block the page.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { ATTACKS } from './support/markdown-cases.mjs';
import { openWith } from './support/open-with.mjs';
import { requestsBefore } from './support/requests-before.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite({ missing: path => path.endsWith('.gguf') });

/** Records dialogs, requests to other hosts, and navigations. */
function watch(page, ...own) {
  const seen = [];
  page.on('dialog', dialog => {
    seen.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', request => {
    if (!own.some(origin => request.url().startsWith(origin)) && !/^(data|blob):/.test(request.url())) seen.push(`request: ${request.url()}`);
  });
  page.on('popup', popup => seen.push(`popup: ${popup.url()}`));
  return seen;
}

/** Must not occur in the DOM, whatever the text is. */
const wrong = chat =>
  chat.page.evaluate(() => {
    const found = [];
    for (const element of document.querySelectorAll('[data-testid="message-text"] *')) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) found.push(`${element.localName} ${name}`);
        if (['href', 'src', 'action', 'formaction', 'data', 'xlink:href'].includes(name) && !/^(https?:\/\/|mailto:)/.test(value)) found.push(`${element.localName} ${name}=${value}`);
      }
      if (['script', 'iframe', 'object', 'embed', 'img', 'svg', 'style', 'link', 'meta', 'base', 'form', 'details'].includes(element.localName)) found.push(element.localName);
    }
    return found;
  });

scenario('no attack runs, loads anything or navigates', async ({ chat, server, origin }) => {
  const seen = watch(chat.page, origin, server.origin);
  await openWith(chat, server.endpoint(...[ATTACKS.join('\n\n'), ...ATTACKS].map(text => behave.reply(text))));
  const address = chat.page.url();
  await chat.turn('All at once');
  // One message each, as if pasted, and one reply.
  for (const attack of ATTACKS) {
    await chat.turn(attack);
    assert.deepEqual(await wrong(chat), [], attack);
  }
  await requestsBefore(chat.page);
  assert.deepEqual(seen, []);
  assert.equal(chat.page.url().split('#')[0], address.split('#')[0]);
  await chat.reload();
  assert.deepEqual(await wrong(chat), []);
  assert.deepEqual(seen, []);
});

const HUGE = {
  'a thousand nested lists': Array.from({ length: 1_000 }, (_, depth) => `${'  '.repeat(depth)}- ${depth}`).join('\n'),
  'a thousand nested lists on one line': `${'- '.repeat(1_000)}end`,
  'ten thousand nested quotes': `${'>'.repeat(10_000)} end`,
  'a table of ten thousand cells': `${'| a '.repeat(10)}|\n${'|---'.repeat(10)}|\n${`${'| b '.repeat(10)}|\n`.repeat(1_000)}`,
  'a line of a megabyte': 'understanding '.repeat(71_429),
  'brackets': '['.repeat(30_000),
  'stars': '*a_ '.repeat(10_000),
  'backticks': '`'.repeat(30_000),
};

for (const [name, text] of Object.entries(HUGE)) {
  scenario(`${name} is complete, and the page stays responsive`, async ({ chat, server }) => {
    await chat.open();
    // By default a reply of this length would be stopped: it may reach about twice the requested length.
    await changeSettings(chat, { context_max_tokens: 1_000_000, max_response_tokens: 65_536 });
    await chat.reload();
    await chat.useEndpoint(server.endpoint(behave.reply(`${text}\n\nThe end.`, { pieceLength: 20_000 }), behave.reply('Still here.')));
    assert.equal((await chat.turn('Go on', 180_000)).finish, 'complete', 'it is not stopped');
    // Checks only the last block, because reading the whole text costs a layout each time.
    const end = () => chat.page.evaluate(() => [...document.querySelectorAll('[data-testid="message-text"]')].at(-1).lastElementChild?.textContent.trimEnd() ?? '');
    await until('its end is on screen', async () => (await end()).endsWith('The end.'), 120_000);
    const depth = await chat.page.evaluate(() => {
      const depthOf = element => 1 + Math.max(0, ...[...element.children].map(depthOf));
      return depthOf([...document.querySelectorAll('[data-testid="message-text"]')].at(-1));
    });
    assert.ok(depth < 60, `${depth} elements deep`);
    assert.equal((await chat.turn('Are you there?')).text, 'Still here.');
  });
}

scenario('a remote image that can run scripts is a link, and no address of the page has its type', async ({ chat, server, context }) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  await context.route('https://images.example/**', route => {
    const contentType = new URL(route.request().url()).pathname === '/page' ? 'text/html' : 'image/svg+xml; charset=utf-8';
    return route.fulfill({ body: svg, contentType, headers: { 'access-control-allow-origin': '*' } });
  });
  await chat.page.addInitScript(() => {
    window.types = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = file => {
      window.types.push(file.type);
      return make.call(URL, file);
    };
  });
  await openWith(chat, server.endpoint(behave.reply('![One](https://images.example/a.svg) ![Two](https://images.example/page)')));
  await chat.turn('Draw');
  const images = chat.get('message-text').last().locator('.image');
  await chat.page.evaluate(() => { window.types = []; });
  for (const at of [0, 1]) {
    await images.nth(at).getByRole('button', { name: 'Load image' }).click();
    await images.nth(at).locator('a.address').waitFor();
  }
  assert.deepEqual(await chat.page.evaluate(() => window.types), ['image/png', 'image/png']);
  assert.equal(await images.locator('img').count(), 0);
});
