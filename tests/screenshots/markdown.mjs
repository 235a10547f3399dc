// Pictures of Markdown in messages, in two sizes and two themes.

import * as behave from '../e2e/support/behaviours.mjs';
import { EVERYTHING } from '../e2e/support/markdown-cases.mjs';
import { shootAll } from '../e2e/support/screenshots.mjs';
import { suite } from '../e2e/support/suite.mjs';

const TYPED = 'Make me a plan:\n- walk **early**\n- see `the gate`\n\n```sh\ncurl https://example.org\n```';
const WIDE = `| ${'A long heading | '.repeat(8)}\n| ${'--- | '.repeat(8)}\n| ${'some words in a cell | '.repeat(8)}\n\nעברית מימין לשמאל, with some English.\n\n${'averylongword'.repeat(20)}\n\n\`\`\`python\n${'def walk(hours, speed=2.5): return hours * speed  # a line that is too long for a phone'.repeat(2)}\n\`\`\`\n`;

const scenario = suite({ missing: path => path.endsWith('.gguf') });

scenario('every element', async ({ chat, server }) => {
  await chat.open();
  await chat.useEndpoint(server.endpoint(behave.reply(EVERYTHING, { pieceLength: 200 }), behave.reply(WIDE, { pieceLength: 200 })));
  await chat.turn(TYPED);
  const text = chat.get('message-text').last();
  for (const [number, selector] of ['h3.first', 'table', '.math.display', '.footnote'].entries()) {
    await text.locator(selector).first().evaluate(element => element.scrollIntoView({ block: 'start' }));
    await chat.page.waitForTimeout(400);
    await shootAll(chat.page, `60-markdown-${number}`);
  }
  await chat.turn('And wide things?');
  await chat.page.waitForTimeout(400);
  await shootAll(chat.page, '61-markdown-wide');
});
