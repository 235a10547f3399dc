// A reporter for `node --test`: one line for each test that failed, with its file and its name.

export default async function* failedStories(source) {
  for await (const { type, data } of source) {
    if (type === 'test:fail' && data.nesting === 0) yield `${data.file}\t${data.name.replace(/\s+/g, ' ')}\n`;
  }
}
