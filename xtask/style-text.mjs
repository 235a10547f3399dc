/** A style sheet without its comments, lines and indents: they are not sent. */
export function withoutComments(style) {
  const lines = style.replace(/\/\*[\s\S]*?\*\//g, '').split('\n').map(line => line.trim()).filter(Boolean);
  return lines.reduce((text, line) => (/[{};,]$/.test(text) || text === '' ? text + line : `${text} ${line}`), '');
}
