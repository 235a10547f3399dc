// Steps that the visits of every page share.

import { changeSettings } from '../../../benches/support/seed.mjs';
import { until } from './until.mjs';

export async function closed(chat) {
  await chat.page.keyboard.press('Escape');
  await until('the dialog is closed', async () => (await chat.page.locator('dialog[open]').count()) === 0);
}

export async function command(chat, text) {
  await chat.send(text);
  await chat.page.locator('dialog[open] .content, dialog[open] .sheet').first().waitFor();
}

/** Uses these replies for turns only: a request for a title would use one up. */
export async function answerBy(chat, endpoint) {
  await chat.useEndpoint(endpoint);
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
}
