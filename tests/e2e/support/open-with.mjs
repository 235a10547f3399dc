// Opens the page with an endpoint that only turns use.

import { changeSettings } from '../../../benches/support/seed.mjs';

/** Opens the page with an endpoint. No title is asked for, which would be an additional request. */
export async function openWith(chat, endpoint) {
  await chat.open();
  await chat.useEndpoint(endpoint);
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  return endpoint;
}
