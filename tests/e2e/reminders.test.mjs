// Reminders: who shows them, and which tab the user is in.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import vm from 'node:vm';
import * as behave from './support/behaviours.mjs';
import { installed } from './support/installed.mjs';
import { storedRows } from './support/stored.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite({ serviceWorkers: 'allow' });
const MINUTE = 60_000;

/** Runs in a page first: it may show notifications, which are kept in `window.shown`. */
function showsOwn() {
  window.shown = [];
  window.Notification = class {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor(title, options) {
      window.shown.push({ title, ...options });
    }
  };
}

/** Runs in a page first: as in Chrome on Android, only a service worker shows notifications. */
function showsByWorker(permission) {
  window.shown = [];
  window.asked = 0;
  window.Notification = class {
    static permission = permission;
    static async requestPermission() {
      window.asked += 1;
      this.permission = 'granted';
      return this.permission;
    }
    constructor() {
      throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.');
    }
  };
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    window.shown.push({ title, ...options });
  };
}

/** Runs in a page first: it finds no service worker. */
function findsNoWorker() {
  navigator.serviceWorker.getRegistration = async () => undefined;
}

/** Opens the page with a conversation. The test moves the time. */
async function begin(chat, server) {
  await chat.page.clock.install();
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('The dentist is on Friday.')));
  await chat.turn('When is the dentist?');
}

const says = (chat, words) => until(`it says “${words}”`, async () => (await chat.textNow('notice')).includes(words));
const shown = chat => chat.page.evaluate(() => window.shown);
const withReminders = async chat => (await storedRows(chat, 'conversations')).filter(({ reminders }) => reminders).length;

scenario('where pages may not show notifications, the service worker shows the reminder', async ({ chat, server }) => {
  await chat.page.addInitScript(showsByWorker, 'default');
  await begin(chat, server);
  await installed(chat);
  await chat.send('/mute off');
  await says(chat, 'Reminders are on');
  await chat.page.clock.runFor(61 * MINUTE);
  await until('a reminder is shown', async () => (await shown(chat)).length === 1);
  assert.match((await shown(chat))[0].body, /The dentist is on Friday/);
});

scenario('where only a service worker shows notifications and there is none, reminders stay off', async ({ chat }) => {
  await chat.page.addInitScript(showsByWorker, 'default');
  await chat.page.addInitScript(findsNoWorker);
  await chat.open();
  await chat.send('/mute off');
  await says(chat, 'Allow them for this site');
  assert.equal(await chat.page.evaluate(() => window.asked), 0, 'the user is not asked in vain');
  assert.equal(await withReminders(chat), 0);
});

scenario('a reminder that cannot be shown is reported', async ({ chat, server }) => {
  await chat.page.addInitScript(showsByWorker, 'granted');
  await chat.page.addInitScript(findsNoWorker);
  await begin(chat, server);
  await chat.send('/mute off');
  await says(chat, 'Reminders are on');
  await chat.page.clock.runFor(61 * MINUTE);
  await says(chat, 'Allow them for this site');
});

scenario('a temporary chat takes no reminders and says so', async ({ chat }) => {
  await chat.page.addInitScript(showsOwn);
  await chat.open();
  await chat.get('new-temporary').click();
  await chat.get('temporary-mark').waitFor();
  await chat.send('/mute off');
  await says(chat, 'This chat is temporary');
  assert.equal(await withReminders(chat), 0);
});

scenario('a user who works in another tab is not reminded', async ({ chat, newChat, context, server }) => {
  await context.addInitScript(showsOwn);
  await begin(chat, server);
  const other = await newChat();
  await other.open();
  await chat.send('/mute off');
  await says(chat, 'Reminders are on');
  await chat.page.clock.runFor(59 * MINUTE);
  const noted = () => other.page.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('ricordo.present.'))?.[1]);
  const before = await noted();
  await until('the other tab notes that the user is there', async () => {
    await other.get('composer').click();
    return (await noted()) !== before;
  });
  await chat.page.clock.runFor(2 * MINUTE);
  assert.deepEqual([await shown(chat), await shown(other)], [[], []]);
  await chat.page.clock.runFor(60 * MINUTE);
  await until('a reminder is shown', async () => (await shown(chat)).length === 1);
});

test('a click on a notification of the service worker shows the tab of its page that was used last, or opens one', async () => {
  const [listeners, done] = [{}, []];
  let tabs;
  const tab = url => ({ url, focus: async () => done.push(`focus ${url}`) });
  const self = {
    location: 'https://example.org/chat/sw.js',
    addEventListener: (name, listener) => { listeners[name] = listener; },
    clients: { matchAll: async () => tabs, openWindow: async url => done.push(`open ${url}`) },
  };
  vm.runInNewContext(await readFile(new URL('../../web/offline/sw.js', import.meta.url), 'utf8'), { self, URL });
  const here = 'https://example.org/chat/';
  for (const [open, last] of [
    [[`${here}other/`, `${here}index.html?db=second#c`, here], `focus ${here}index.html?db=second#c`],
    [[`${here}other/`, `${here}#c`], `focus ${here}#c`],
    [[`${here}other/`], `open ${here}`],
  ]) {
    tabs = open.map(tab);
    let ended;
    listeners.notificationclick({ notification: { close: () => done.push('close') }, waitUntil: promise => { ended = promise; } });
    await ended;
    assert.deepEqual(done.splice(0), ['close', last]);
  }
});
