// The settings: each can be found, is rejected out of range, can be reset, and changes can be undone; presets and templates are
// previewed before use; the storage page shows what is stored and can delete everything.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as behave from './support/behaviours.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite();

async function openSettings(chat) {
  await chat.get('settings-button').click();
  await chat.get('settings-dialog').waitFor();
  await chat.get('settings-search').waitFor();
}

async function saved(chat) {
  await chat.get('settings-save').click();
  await chat.get('settings-search').waitFor({ state: 'detached' });
}

scenario('a number out of range is rejected at its field with the range, and nothing is saved', async ({ chat }) => {
  await chat.open();
  await openSettings(chat);
  await chat.get('context_max_tokens').fill('1999');
  await chat.get('settings-save').click();
  const field = chat.page.locator('[data-path="context_max_tokens"]');
  assert.equal(await field.getByRole('alert').innerText(), 'Enter a number from 2,000 to 1,000,000.');
  assert.equal(await chat.get('context_max_tokens').getAttribute('aria-invalid'), 'true');
  await until('the field has the focus', () => chat.page.evaluate(() => document.activeElement?.id === 'context_max_tokens'));
  await (await chat.setting('time_zone')).fill('Moon/Base');
  await (await chat.setting('context_max_tokens')).fill('12,000');
  await chat.get('settings-save').click();
  await chat.page.locator('[data-path="time_zone"]').getByRole('alert').filter({ hasText: 'Moon/Base' }).waitFor();
  assert.equal(await chat.get('settings-section-general').isVisible(), true, 'the section of the field is open');
  await chat.get('time_zone').fill('Europe/Kyiv');
  await saved(chat);
  await chat.reload();
  await openSettings(chat);
  assert.equal(await chat.get('context_max_tokens').inputValue(), '12000');
  assert.equal(await chat.get('time_zone').inputValue(), 'Europe/Kyiv');
});

scenario('a setting is found by its words, reset to its default, and saving is undone', async ({ chat }) => {
  await chat.open();
  await openSettings(chat);
  await chat.get('settings-search').fill('max reply');
  await until('one setting is left', async () => (await chat.get('setting').filter({ visible: true }).count()) === 1);
  await chat.get('max_response_tokens').fill('512');
  await chat.get('settings-search').fill('');
  await chat.get('memories.auto_keep').check();
  await chat.get('settings-to-memories').click();
  await chat.get('memories.eviction').selectOption('oldest');
  await chat.get('settings-to-model').click();
  assert.equal(await chat.get('memories.eviction').isVisible(), false, 'one section is open');
  await chat.get('sampling.temperature').fill('0.7');
  await saved(chat);
  assert.match(await chat.words('notice'), /Settings saved/);
  await chat.get('undo').last().click();
  await until('the notice says that the settings are restored', async () => /Settings restored/.test(await chat.words('notice')));
  await openSettings(chat);
  assert.equal(await chat.get('max_response_tokens').inputValue(), '2048');
  assert.equal(await chat.get('memories.auto_keep').isChecked(), false);
  assert.equal(await chat.get('sampling.temperature').inputValue(), '');
  await chat.get('max_response_tokens').fill('512');
  await chat.page.locator('[data-path="max_response_tokens"]').getByTestId('setting-reset').click();
  assert.equal(await chat.get('max_response_tokens').inputValue(), '2048');
});

for (const { name, contextOptions } of [
  { name: 'a wide window', contextOptions: {} },
  { name: 'a phone', contextOptions: { viewport: { width: 390, height: 844 }, hasTouch: true } },
]) {
  scenario(`an invalid number at the lower edge is scrolled into view with its error, in red, on ${name}`, async ({ chat }) => {
    await chat.open();
    if (contextOptions.hasTouch) await chat.get('menu').click();
    await openSettings(chat);
    await chat.get(contextOptions.hasTouch ? 'settings-below-to-context' : 'settings-to-context').click();
    const field = chat.get('immediate_messages');
    const list = chat.page.locator('.content.settings');
    await field.fill('7');
    // Its lower edge is at the lower edge of the list, so its error is below the visible area.
    await list.evaluate((list, id) => {
      const field = list.querySelector(`#${id}`);
      list.scrollTop += field.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
    }, 'immediate_messages');
    await chat.get('settings-save').click();
    const sentence = chat.page.locator('[data-path="immediate_messages"]').getByRole('alert');
    await sentence.waitFor();
    await until('the field and its sentence are in view', async () => {
      const [box, sentenceBox, seen] = await Promise.all([field.boundingBox(), sentence.boundingBox(), list.boundingBox()]);
      return box.y >= seen.y && sentenceBox.y + sentenceBox.height <= seen.y + seen.height;
    });
    await until('the field has the focus', () => chat.page.evaluate(() => document.activeElement?.id === 'immediate_messages'));
    // The colour has a transition.
    await until('it is red, with the focus on it, too', () => field.evaluate(field => {
      const danger = Object.assign(document.createElement('i'), { style: 'color: var(--danger)' });
      field.after(danger);
      const wanted = getComputedStyle(danger).color;
      danger.remove();
      const { borderTopColor, outlineColor } = getComputedStyle(field);
      return borderTopColor === wanted && outlineColor === wanted;
    }));
  }, { contextOptions });
}

/** Runs in the page: how the first frame that has anything to show looks. */
function noteFirstFrame() {
  const look = () => {
    if (!document.querySelector('.boot')) return requestAnimationFrame(look);
    const { colorScheme, fontSize } = getComputedStyle(document.body);
    window.firstFrame = { colorScheme, fontSize };
  };
  requestAnimationFrame(look);
}

scenario('theme, contrast and text size apply at once in every tab, and after a reload from the first frame on', async ({ chat, newChat }) => {
  const looks = tab => tab.page.evaluate(() => {
    const { colorScheme, fontSize, color } = getComputedStyle(document.body);
    const bar = [...document.querySelectorAll('meta[name=theme-color]')].find(({ media }) => matchMedia(media).matches)?.content;
    return { colorScheme, fontSize: Number.parseFloat(fontSize), color, bar };
  });
  const other = await newChat();
  for (const tab of [chat, other]) {
    await tab.page.addInitScript(noteFirstFrame);
    await tab.page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' });
    await tab.open();
  }
  const before = await looks(chat);
  assert.equal(before.bar, '#f9faf9');
  await openSettings(chat);
  await chat.get('theme-dark').check();
  await chat.get('contrast-more').check();
  await chat.get('text-large').check();
  for (const tab of [chat, other]) {
    await until('the tab is dark, with more contrast and larger text', async () => {
      const now = await looks(tab);
      const isDark = now.colorScheme === 'dark' && now.color === 'rgb(255, 255, 255)' && now.bar === '#141817';
      return isDark && now.fontSize > before.fontSize * 1.1;
    });
  }
  await chat.get('settings-cancel').click();
  await chat.reload();
  assert.deepEqual(await chat.page.evaluate(() => window.firstFrame), { colorScheme: 'dark', fontSize: await chat.page.evaluate(() => getComputedStyle(document.body).fontSize) });
  await openSettings(chat);
  assert.deepEqual(await Promise.all(['theme-dark', 'contrast-more', 'text-large'].map(id => chat.get(id).isChecked())), [true, true, true]);
  await chat.get('theme-default').check();
  await chat.get('contrast-more').uncheck();
  await chat.get('text-default').check();
  assert.deepEqual(await looks(chat), before, 'as the system wants it again');
});

scenario('unsaved input is kept when the settings are opened again, and is marked as not in effect', async ({ chat }) => {
  await chat.open();
  await openSettings(chat);
  const [unsaved, prompt] = [chat.get('settings-unsaved'), chat.page.locator('[data-path="system_prompt"]')];
  assert.equal((await unsaved.innerText()).trim(), '');
  await chat.get('system_prompt').fill('You are a pirate.');
  for (const leave of [() => chat.page.keyboard.press('Escape'), () => chat.get('settings-dialog').getByLabel('Close').first().click()]) {
    await leave();
    await chat.get('settings-search').waitFor({ state: 'detached' });
    await until('the notice is shown', async () => /not saved and not in effect/.test(await chat.words('notice')));
    await openSettings(chat);
    assert.equal(await chat.get('system_prompt').inputValue(), 'You are a pirate.');
    assert.match(await unsaved.innerText(), /1 change is not saved yet/);
    assert.equal(await prompt.getByTestId('setting-unsaved').innerText(), 'Not saved yet.');
    assert.equal(await chat.get('setting-unsaved').count(), 1, 'only what is not in force is marked');
  }
  await unsaved.getByRole('button').click();
  await until('its field is shown', () => chat.page.evaluate(() => document.activeElement?.id === 'system_prompt'));
  await chat.get('settings-cancel').click();
  await openSettings(chat);
  assert.match(await chat.get('system_prompt').inputValue(), /helpful assistant/);
  assert.equal(await chat.get('setting-unsaved').count(), 0);
  await chat.get('system_prompt').fill('You are a pirate.');
  await saved(chat);
  await openSettings(chat);
  assert.equal(await chat.get('system_prompt').inputValue(), 'You are a pirate.');
  assert.equal(await chat.get('setting-unsaved').count(), 0, 'what is saved is in force');
  assert.match(await chat.page.locator('[data-path="context_max_tokens"]').innerText(), /Default: 8,000\./);
  await chat.get('context_max_tokens').fill('9000');
  assert.match(await chat.page.locator('[data-path="context_max_tokens"]').innerText(), /Default: 8,000\. Reset/);
});

scenario('a preset shows what it changes, is used, and is undone', async ({ chat }) => {
  await chat.open();
  await chat.send('/preset');
  const journal = chat.page.locator('[data-testid="preset"][data-name="journal"]');
  await journal.locator('summary').click();
  assert.match(await journal.locator('dl').innerText(), /Erase on \/new\s+off → on/);
  await journal.getByTestId('preset-apply').click();
  assert.match(await chat.words('notice'), /Preset journal/);
  await openSettings(chat);
  assert.equal(await chat.get('stamp_messages').isChecked(), true);
  await chat.get('settings-cancel').click();
  await chat.send('/undo');
  await until('the settings are as they were', async () => /Settings restored/.test(await chat.words('notice')));
  await openSettings(chat);
  assert.equal(await chat.get('stamp_messages').isChecked(), false);
});

scenario('an own preset is saved to a file, and a file is previewed before use', async ({ chat }) => {
  await chat.open();
  await openSettings(chat);
  await (await chat.setting('immediate_messages')).fill('42');
  await saved(chat);
  await chat.send('/preset');
  await chat.get('preset-name').fill('mine');
  const [download] = await Promise.all([chat.page.waitForEvent('download'), chat.get('preset-save').click()]);
  const text = await readFile(await download.path(), 'utf8');
  assert.deepEqual(JSON.parse(text), { ricordo_preset: 2, name: 'mine', settings: { immediate_messages: 42 } });
  const file = path.join(tmpdir(), `ricordo-preset-${process.pid}.json`);
  await writeFile(file, text.replace('42', '9'));
  await chat.get('preset-file').setInputFiles(file);
  await chat.page.getByTestId('field-error').filter({ hasText: 'between 10 and 500' }).waitFor();
  await writeFile(file, text.replace('42', '77'));
  await chat.get('preset-file').setInputFiles(file);
  const own = chat.page.locator('[data-testid="preset"][data-name="mine"]');
  await own.locator('summary').click();
  assert.match(await own.locator('dl').innerText(), /Recent messages\s+42 → 77/);
  await own.getByTestId('preset-apply').click();
  await until('it is used', async () => /Preset mine/.test(await chat.words('notice')));
  await openSettings(chat);
  assert.equal(await chat.get('immediate_messages').inputValue(), '77');
});

scenario('a template is written with a preview, used, deleted and restored', async ({ chat, server }) => {
  await chat.open();
  const endpoint = server.endpoint(behave.reply('Arr.'));
  await chat.useEndpoint(endpoint);
  await openSettings(chat);
  await chat.get('templates-button').click();
  await chat.get('template-new').click();
  await chat.get('template-name').fill('Pirate');
  await chat.get('template-text').fill('You are {botname}, a pirate. {mood} {time}');
  await until('the preview has the values', async () => /You are Ricordo, a pirate\. \{mood\} \d\d:\d\d/.test(await chat.words('template-preview')));
  const warned = await chat.words('template-warnings');
  assert.match(warned, /\{mood\} is not a known variable/);
  assert.match(warned, /\{time\} in the system prompt changes/);
  await chat.page.locator('details:has(.variables) > summary').click();
  for (const name of ['{username}', '{date}']) await chat.get('template-variable').filter({ hasText: name }).click();
  assert.match(await chat.get('template-text').inputValue(), /\{time\}\{username\}\{date\}$/, 'one after the other');
  await chat.page.keyboard.press('Escape');
  await openSettings(chat);
  await chat.get('templates-button').click();
  assert.equal(await chat.get('template-name').inputValue(), 'Pirate', 'what is being written stays');
  await chat.get('template-text').fill('You are {botname}, a pirate.');
  await chat.get('template-save').click();
  const row = chat.get('template').filter({ hasText: 'Pirate' });
  await row.getByTestId('template-use').click();
  await row.getByText('everywhere', { exact: true }).waitFor();
  await chat.page.keyboard.press('Escape');
  await chat.turn('Ahoy');
  assert.equal(JSON.parse(endpoint.chats.at(-1).body).messages[0].content, 'You are Ricordo, a pirate.');
  await openSettings(chat);
  await chat.get('templates-button').click();
  await row.getByTestId('template-delete').click();
  await row.waitFor({ state: 'detached' });
  await chat.get('templates-dialog').getByTestId('undo').click();
  await row.getByText('everywhere', { exact: true }).waitFor();
});

scenario('the storage page shows what is stored', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Hello.')));
  await chat.turn('Hi');
  await openSettings(chat);
  await chat.get('storage-button').click();
  const counts = chat.get('storage-counts');
  await counts.waitFor();
  assert.match(await counts.innerText(), /Messages\s+2/);
  assert.match(await counts.innerText(), /Conversations\s+1/);
  assert.match(await chat.words('storage-used'), /(KB|MB) of/);
});

/** Runs in the page: the number of rows in the databases of keys. */
function countKeys() {
  globalThis.rowsOfKeys = async () => {
    const done = request => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    let rows = 0;
    for (const { name } of (await indexedDB.databases()).filter(({ name }) => name.endsWith('-keys'))) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) rows += await done(database.transaction(store).objectStore(store).count());
      database.close();
    }
    return rows;
  };
}

scenario('deleting everything asks for a word and leaves nothing', async ({ chat, server, newChat }) => {
  await chat.page.addInitScript(countKeys);
  await chat.open();
  await chat.useEndpoint({ ...server.endpoint(behave.reply('Hello.')), key: 'sk-secret-123' });
  await chat.turn('My name is Mia');
  assert.ok((await chat.page.evaluate(() => rowsOfKeys())) > 0, 'the key is stored, sealed');
  const other = await newChat();
  await other.open();
  await openSettings(chat);
  await chat.get('storage-button').click();
  await chat.get('delete-word').fill('yes');
  await chat.get('delete-all').click();
  await chat.get('storage-dialog').getByTestId('field-error').filter({ hasText: 'delete' }).waitFor();
  assert.equal((await chat.messages()).length, 2, 'nothing is deleted yet');
  await chat.get('delete-word').fill('Delete');
  await Promise.all([chat.page.waitForEvent('load'), chat.get('delete-all').click()]);
  await chat.ready();
  assert.deepEqual(await chat.messages(), []);
  const left = await chat.page.evaluate(async () => ({ rows: await rowsOfKeys(), caches: await caches.keys(), choices: Object.keys(localStorage) }));
  assert.deepEqual(left, { rows: 0, caches: [], choices: [] });
});

scenario('a quiet conversation is reminded of once if reminders are on', async ({ chat, server, context, origin }) => {
  await context.grantPermissions(['notifications'], { origin });
  await chat.page.addInitScript(() => {
    window.shown = [];
    class Shown { constructor(title, options) { window.shown.push({ title, ...options }); } }
    Shown.permission = 'granted';
    Shown.requestPermission = async () => 'granted';
    window.Notification = Shown;
  });
  await chat.page.clock.install();
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('The dentist is on Friday.')));
  await chat.turn('When is the dentist?');
  const shown = () => chat.page.evaluate(() => window.shown);
  await chat.page.clock.runFor(61 * 60_000);
  assert.deepEqual(await shown(), [], 'off until they are switched on');
  await openSettings(chat);
  await chat.get('settings-to-general').click();
  await chat.get('reminders').click();
  await until('they are on', () => chat.get('reminders').isChecked());
  await chat.get('settings-cancel').click();
  await chat.page.clock.runFor(59 * 60_000);
  assert.deepEqual(await shown(), []);
  await chat.page.clock.runFor(2 * 60_000);
  await until('a reminder is shown', async () => (await shown()).length === 1);
  const [reminder] = await shown();
  assert.match(reminder.title, /When is the dentist/);
  assert.match(reminder.body, /The dentist is on Friday/);
  await chat.page.clock.runFor(180 * 60_000);
  assert.equal((await shown()).length, 1, 'once');
  await chat.send('/forget');
  await openSettings(chat);
  await until('/forget switches them off', async () => !(await chat.get('reminders').isChecked()));
});

scenario('reminders that the browser does not permit stay off and say what to do', async ({ chat }) => {
  await chat.page.addInitScript(() => {
    window.Notification = class { static permission = 'denied'; };
  });
  await chat.open();
  await chat.send('/mute off');
  assert.match(await chat.words('notice'), /Allow them for this site/);
});

scenario('/mute never turns reminders on, /mute off does', async ({ chat }) => {
  await chat.page.addInitScript(() => {
    window.asked = 0;
    window.Notification = class {
      static permission = 'default';
      static requestPermission = async () => { window.asked += 1; this.permission = 'granted'; return 'granted'; };
    };
  });
  await chat.open();
  const noticeAfter = async (command, words) => {
    await chat.send(command);
    await until(`${command} says: ${words}`, async () => (await chat.words('notice')).includes(words));
  };
  const are = async (on) => {
    await openSettings(chat);
    await until(`they are ${on ? 'on' : 'off'}`, async () => (await chat.get('reminders').isChecked()) === on);
    await chat.get('settings-cancel').click();
  };
  await noticeAfter('/mute', 'are already off');
  assert.equal(await chat.page.evaluate(() => window.asked), 0, 'to be silent the browser need not be asked');
  await are(false);
  await noticeAfter('/mute off', 'are on');
  await are(true);
  await noticeAfter('/mute', 'are off');
  await are(false);
});

scenario('a preset that deletes or erases says so before it is used', async ({ chat }) => {
  await chat.open();
  await chat.send('/preset');
  const loss = name => chat.page.locator(`[data-testid="preset"][data-name="${name}"]`).getByTestId('preset-loss');
  await loss('forget').waitFor();
  assert.match(await loss('forget').innerText(), /Deletes messages.*newest 100/);
  assert.match(await loss('journal').innerText(), /\/new erases all conversations for good/);
  assert.equal(await loss('compress').count(), 0);
  await chat.page.keyboard.press('Escape');
  await chat.send('/preset forget');
  await chat.get('notice').filter({ hasText: /Preset forget applied\. Deletes messages.*newest 100.*restore them.*7 days/ }).waitFor();
});
