// Prints a conversation: its web page in a frame without scripts, which is not seen.

import { openFrame } from './frame.mjs';

let last;

/** Opens the browser's dialog for printing. */
export async function run(page, title) {
  last?.remove();
  const place = document.createElement('div');
  last = place;
  place.inert = true;
  // On the screen, because a browser may leave out what is not displayed.
  Object.assign(place.style, { position: 'fixed', insetInlineStart: '0', bottom: '0', width: '1px', height: '1px', overflow: 'hidden', opacity: '0' });
  document.body.append(place);
  const frame = await openFrame(place, { html: await page.text(), sandbox: 'allow-same-origin allow-modals', title });
  await new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
  frame.contentWindow.addEventListener('afterprint', () => place.remove(), { once: true });
  frame.contentWindow.print();
}
