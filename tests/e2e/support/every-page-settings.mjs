// Visits of the settings with the pages beside them, and of the projects. See every-page.mjs.

import * as behave from './behaviours.mjs';
import { conversation, conversations } from './chatgpt-export.mjs';
import { closed, command } from './every-page-steps.mjs';
import { until } from './until.mjs';

/** The settings and the pages beside them. */
export async function setting(chat, server, look) {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply('Two days are enough.')));
  await chat.turn('Plan a weekend');
  await command(chat, '/settings');
  await chat.get('settings-search').waitFor();
  await look('the settings');
  await chat.get('context_max_tokens').fill('1');
  await chat.get('settings-save').click();
  await chat.get('field-error').waitFor();
  await look('a setting out of its range');
  await chat.get('settings-to-context').click();
  await look('a group of the settings');
  await chat.get('settings-search').fill('token');
  await look('a search in the settings');
  await chat.get('settings-search').fill('embeddings');
  await chat.get('meaning-in-page').check();
  await look('recall by meaning in this browser');
  await chat.get('meaning-connection').check();
  await chat.get('meaning-check').click();
  await chat.get('meaning-error').waitFor();
  await look('recall by meaning at a connection');
  await chat.get('settings-cancel').click();
  await command(chat, '/settings');
  await chat.get('templates-button').click();
  await chat.get('template-new').waitFor();
  await look('no personas');
  await chat.get('template-new').click();
  await chat.get('template-name').fill('Pirate');
  await chat.get('template-text').fill('You are {botname} and your mood is {mood}. It is {time}.');
  await look('a persona');
  await chat.get('template-save').click();
  await chat.get('template').waitFor();
  await look('the personas');
  await chat.get('persona-use').click();
  await chat.get('persona-button').waitFor({ state: 'attached' });
  await look('a conversation with a persona');
  await command(chat, '/settings');
  await chat.get('storage-button').click();
  await chat.get('storage-counts').waitFor();
  await look('the storage, what goes out and what comes in');
  await chat.get('backup-sealed').check();
  await chat.get('backup-passphrase').scrollIntoViewIfNeeded();
  await look('an automatic backup that is sealed');
  const files = {
    'what came in': conversations(conversation('A trip to Rome', ['Where shall I eat?', 'In Trastevere.']), { title: 'Silence', mapping: {} }),
    'a file that is not known': { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear diary') },
  };
  for (const [view, file] of Object.entries(files)) {
    await chat.page.evaluate(() => document.querySelector('[data-testid="import-report"]')?.setAttribute('data-seen', 'true'));
    await chat.get('import-file').setInputFiles([file]);
    const report = chat.page.locator('[data-testid="import-report"]:not([data-seen])');
    await report.waitFor();
    await report.scrollIntoViewIfNeeded();
    await look(view);
  }
  await closed(chat);
  await command(chat, '/preset');
  await chat.get('preset').nth(3).locator('summary').click();
  await look('the presets');
  await closed(chat);
  await chat.get('speak').click();
  await chat.get('transcriber-connection').check();
  await chat.get('reader-connection').check();
  await chat.get('reader-voice').waitFor();
  await look('the voice');
  await closed(chat);
  await command(chat, '/help');
  await look('the help');
  await closed(chat);
}

/** A project with a conversation, and the dialogs and menus of projects. */
export async function projects(chat, look) {
  await chat.get('new-project').click();
  await chat.get('project-name').waitFor();
  await look('a new project');
  await chat.get('project-save').click();
  await chat.get('project-dialog').getByTestId('field-error').waitFor();
  await look('a project without a name');
  await chat.get('project-name').fill('Rome');
  await chat.get('project-save').click();
  await chat.get('project').waitFor();
  await look('an empty project');
  await chat.send('/project');
  await chat.get('move-choice').last().waitFor();
  await look('the choice of a project');
  await chat.get('move-choice').last().check();
  await chat.get('move-submit').click();
  await until('it is in the project', async () => (await chat.page.locator('.project + ul li').count()) === 1);
  await chat.get('project').hover();
  await chat.get('project-more').click();
  await chat.get('project-menu').getByRole('menuitem').first().waitFor();
  await look('the menu of a project');
  await chat.get('project-edit').click();
  await chat.get('project-memories').waitFor();
  await look('a project');
  await closed(chat);
  await chat.get('project').click();
  await look('a folded project');
  await chat.get('project').click();
}
