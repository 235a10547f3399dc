// `<ricordo-chat>` in a page of a test: what it shows, and what a user does in it.

import { until } from './until.mjs';

export const ready = (page, selector = 'ricordo-chat') => page.locator(`${selector} .mount[data-ready="true"]`).waitFor({ state: 'attached', timeout: 60_000 });
export const messages = (page, selector = 'ricordo-chat') => page.locator(`${selector} article`).evaluateAll(all => all.map(one => `${one.dataset.role}: ${one.querySelector('.text')?.textContent ?? ''}`));
export const set = (page, attributes, selector = 'ricordo-chat') =>
  page.locator(selector).evaluate((chat, given) => Object.entries(given).forEach(([name, value]) => chat.setAttribute(name, value)), attributes);

export async function say(page, text, selector = 'ricordo-chat') {
  await ready(page, selector);
  await page.locator(`${selector} #composer`).fill(text);
  await page.locator(`${selector} #composer`).press('Enter');
}

export const streams = async (page, selector = 'ricordo-chat') => (await page.locator(`${selector} article[data-finish="streaming"]`).count()) > 0;
/** Waits until the reply is complete and stored. */
export const answered = (page, text, selector) =>
  until(`the reply "${text}"`, async () => (await messages(page, selector)).at(-1) === `assistant: ${text}` && !(await streams(page, selector)), 60_000);
