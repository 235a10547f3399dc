import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A style sheet without its comments, lines and indents: they are not sent. */
export function withoutComments(style) {
  const lines = style.replace(/\/\*[\s\S]*?\*\//g, '').split('\n').map(line => line.trim()).filter(Boolean);
  return lines.reduce((text, line) => (/[{};,]$/.test(text) || text === '' ? text + line : `${text} ${line}`), '');
}

/** The style sheets that are loaded with the first conversation or dialog, in order: what `later/style.css` imports. */
export function laterSheets(root) {
  const folder = path.join(root, 'web/style/later');
  const names = [...readFileSync(path.join(folder, 'style.css'), 'utf8').matchAll(/^@import url\("([\w-]+\.css)"\);$/gm)];
  if (names.length === 0) throw new Error('web/style/later/style.css imports no style sheets.');
  return names.map(([, name]) => readFileSync(path.join(folder, name), 'utf8'));
}
