// The page's Content-Security-Policy: injected content cannot run, load anything, navigate, or change the page.
//
// Every other test checks that the page itself does not violate it: `suite` fails on each violation.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { distFolder } from './support/environment.mjs';
import { startOtherHost } from './support/other-host.mjs';
import { requestsBefore } from './support/requests-before.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite({ missing: path => path.endsWith('.gguf') });

scenario('the policy comes before everything it applies to, and allows no inline code', async () => {
  const page = await readFile(path.join(distFolder(), 'index.html'), 'utf8');
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page);
  const at = page.indexOf('http-equiv="Content-Security-Policy"');
  for (const element of ['<script', '<style', '<link']) assert.ok(page.indexOf(element) > at, `${element} comes after the policy`);
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|unsafe-hashes|\*|data:/);
  for (const directive of ["default-src 'none'", "font-src 'self'", "object-src 'none'", "frame-src 'self'", "base-uri 'none'", "form-action 'none'"]) {
    assert.ok(policy.includes(directive), directive);
  }
});

/** Each attack runs in the page; `other` is the other host. */
const ATTACKS = {
  'an inline script': () => {
    const script = document.createElement('script');
    script.textContent = 'window.taken = true';
    document.body.append(script);
  },
  'a handler in an attribute': () => {
    const button = document.createElement('button');
    button.setAttribute('onclick', 'window.taken = true');
    document.body.append(button);
    button.click();
  },
  'a script of another host': other => {
    const script = document.createElement('script');
    script.src = `${other}/script.js`;
    document.body.append(script);
  },
  'text that is run': () => {
    // Deferred: otherwise the debugger that runs this would be exempt from the policy.
    setTimeout(() => {
      try {
        new Function('window.taken = true')();
      } catch {
        // Expected.
      }
    });
    setTimeout('window.taken = true');
  },
  'an image of another host': other => {
    new Image().src = `${other}/image.png?said=everything`;
  },
  'an image of another host, by style': other => {
    document.body.style.backgroundImage = `url("${other}/background.png")`;
  },
  'an image in the address itself': () => {
    new Image().src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
  },
  'a style in an attribute': () => document.body.setAttribute('style', 'display: none'),
  'a style sheet': () => {
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.head.append(style);
  },
  'a style sheet of another host': other => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `${other}/style.css`;
    document.head.append(link);
  },
  'a page in the page': other => {
    const frame = document.createElement('iframe');
    frame.src = other;
    document.body.append(frame);
  },
  'an object': other => {
    const object = document.createElement('object');
    object.data = `${other}/object`;
    object.type = 'text/html';
    document.body.append(object);
  },
  'a film': other => {
    const film = document.createElement('video');
    film.src = `${other}/film.mp4`;
    document.body.append(film);
  },
  'another base for all addresses': other => {
    const base = document.createElement('base');
    base.href = other;
    document.head.append(base);
  },
  'a form that is sent': other => {
    const form = document.createElement('form');
    form.action = `${other}/form`;
    form.method = 'post';
    document.body.append(form);
    form.submit();
  },
  'a worker of another host': other => {
    try {
      new Worker(`${other}/worker.js`);
    } catch {
      // Expected.
    }
  },
};

scenario('injected content is blocked', async ({ chat, t }) => {
  const other = await startOtherHost(t);
  await chat.open();
  const address = chat.page.url();
  // The browser logs a message of its own first: the event is the last report of an attack.
  const events = () => chat.problems.filter(problem => problem.startsWith('securitypolicyviolation'));
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const before = events().length;
    await chat.page.evaluate(attack, other.origin);
    if (name !== 'a worker of another host') await until(`the browser reports ${name}`, () => events().length > before);
  }
  await until('the browser reports the form itself', () => events().some(event => event.startsWith('securitypolicyviolation: form-action ')));
  await requestsBefore(chat.page);
  assert.equal(await chat.page.evaluate(() => window.taken), undefined);
  assert.notEqual(await chat.page.evaluate(() => getComputedStyle(document.body).display), 'none');
  assert.equal(await chat.page.evaluate(() => document.baseURI), address);
  assert.equal(chat.page.url(), address);
  assert.deepEqual(other.received, [], 'nothing was asked of the other host');
  assert.ok(chat.problems.every(problem => /content.security.policy|securitypolicyviolation/i.test(problem)), chat.problems.join('\n'));
  chat.problems.length = 0;
});
