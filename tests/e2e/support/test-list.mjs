// A reporter for `node --test`: one line for each test, with its result and its name.

export default async function* testList(source) {
  for await (const { type, data } of source) {
    const end = { 'test:pass': data.skip === undefined ? 'passed' : 'skipped', 'test:fail': 'failed' }[type];
    if (end && data.nesting === 0) yield `${end}\t${data.name.replace(/\s+/g, ' ')}\n`;
  }
}
