// The published package: its files, its types, and that the types match what the calls return.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { packageFile, packageFolder, packageInNode, tsc } from './support/package-apps.mjs';

const { app, ricordo } = await packageInNode();

test('npm pack has the scripts, their types, the module, the licences and the README, and nothing else', async () => {
  const list = execFileSync('tar', ['tzf', packageFile()], { encoding: 'utf8' }).trim().split('\n').map(name => name.replace(/^package\//, ''));
  const isOfTheElement = name => /^dist\/chat\/(app\.js|style\.js|[\w-]+-[0-9a-f]+(_bg)?\.wasm|(snippets|lazy|vendor)\/.*)$/.test(name);
  assert.ok(list.filter(isOfTheElement).length > 20 && !list.some(name => /\.gguf$|sw\.js$/.test(name)), 'what the element needs, and no weights');
  const isPiece = name => /^dist\/wasm\/[a-z-]+\.wasm$/.test(name);
  const rest = list.filter(name => !/^dist\/[a-z-]+\.(js|d\.ts)$/.test(name) && !isOfTheElement(name) && !isPiece(name)).sort();
  assert.deepEqual(rest, ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'dist/wasm/pieces.js', 'dist/wasm/ricordo.js', 'dist/wasm/ricordo_bg.wasm', 'package.json']);
  const loaded = (await readFile(path.join(packageFolder(), 'dist/wasm/pieces.js'), 'utf8')).match(/[a-z-]+\.wasm/g);
  assert.deepEqual(list.filter(isPiece).sort(), loaded.map(name => `dist/wasm/${name}`).sort());
  const scripts = list.filter(name => /^dist\/[a-z-]+\.js$/.test(name));
  assert.deepEqual(scripts.filter(name => !list.includes(name.replace(/\.js$/, '.d.ts'))), []);
});

test('the manifest names existing files', async () => {
  const manifest = JSON.parse(await readFile(path.join(packageFolder(), 'package.json'), 'utf8'));
  const { version } = /\[workspace\.package\]\nversion = "(?<version>[^"]+)"/.exec(await readFile(new URL('../../Cargo.toml', import.meta.url), 'utf8')).groups;
  assert.deepEqual([manifest.name, manifest.version, manifest.type, manifest.sideEffects, manifest.license], ['ricordo', version, 'module', ['./dist/chat.js', './dist/node.js'], 'MIT OR Apache-2.0']);
  const leaves = value => (typeof value === 'string' ? [value] : Object.values(value).flatMap(leaves));
  for (const file of [...leaves(manifest.exports), manifest.types]) await readFile(path.join(packageFolder(), file));
});

test('a program in Node that is made into one file finds the module and its parts beside it', async () => {
  const folder = path.join(path.dirname(app), 'bundled');
  await cp(app, folder, { recursive: true });
  const program = `import { init, ContextManager } from 'ricordo';
await init();
const chat = await ContextManager.open({ model: async function* () { yield 'Heard.'; } });
console.log((await chat.send('Hello')).text);
await chat.close();
`;
  const build = `import { rolldown } from 'rolldown';
const bundle = await rolldown({ input: 'main.js', platform: 'node' });
await bundle.write({ dir: 'out', format: 'esm' });
`;
  await writeFile(path.join(folder, 'main.js'), program);
  await writeFile(path.join(folder, 'build.js'), build);
  const run = script => execFileSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
  run('build.js');
  await cp(path.join(folder, 'node_modules/ricordo/dist/wasm'), path.join(folder, 'out/wasm'), { recursive: true });
  await rm(path.join(folder, 'node_modules'), { recursive: true });
  assert.equal(run('out/main.js'), 'Heard.\n');
});

test('the types match what the calls return, with no field more or less', async () => {
  const { ContextManager } = ricordo;
  const chat = await ContextManager.open({
    model: async function* (request) {
      if (request.messages.at(-1).role !== 'tool') yield { type: 'toolCall', id: '1', name: 'clock', arguments: '{}' };
      else yield 'Noon.';
      yield { type: 'usage', promptTokens: 20, completionTokens: 3 };
    },
  });
  chat.registerTool({ name: 'clock', description: 'The time.' }, () => 'noon');
  const events = [];
  const reply = await chat.send('What time is it?', { onEvent: event => events.push(event) });
  await chat.memories.add('User lives in Kyiv');
  await chat.tasks.add('Call the bank', '2026-12-01');
  const added = await chat.documents.add({ name: 'notes.md', content: '# Notes\n\nThe gate opens at seven.' });
  const [notes] = await chat.documents.list();
  const values = {
    'StoredDocument': notes,
    'AddedDocument': added,
    'DocumentChunk[]': await chat.documents.text(notes.id),
    'Message': reply,
    'Message[]': await chat.history(),
    'TurnEvent[]': events,
    'Compiled': await chat.compile('And now?'),
    'Settings': await chat.settings(),
    'MemoryPage': await chat.memories.list(),
    'UserData': await chat.memories.user(),
    'Task[]': await chat.tasks.list(),
    'Conversation[]': await chat.conversations.list(),
    'DayUsage[]': await chat.stats(),
    'StorageInfo': chat.storage,
    'Imported': await chat.importAll(await chat.exportAll()),
  };
  assert.ok(events.some(event => event.type === 'round' && event.calls[0].result === 'noon'), JSON.stringify(events));
  assert.equal(reply.text, 'Noon.');
  const names = [...new Set(Object.keys(values).map(type => type.replace('[]', '')))];
  // An object literal must have exactly the fields of its type: the compiler reports any difference.
  const lines = Object.entries(values).map(([type, value], index) => `export const value${index}: ${type} = ${JSON.stringify(value)};`);
  await check('shapes', [`import type { ${names.join(', ')} } from "ricordo";\n${lines.join('\n')}\n`]);
});

test('every example of the README compiles', async () => {
  const readme = await readFile(path.join(packageFolder(), 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
  assert.ok(blocks.length >= 5, `${blocks.length} examples`);
  const head = `import { init, ContextManager, isRicordoError } from "ricordo";
import "ricordo/chat";
declare const chat: ContextManager;
declare function askMyModel(request: object): Promise<string>;
declare const file: File;
declare const pages: string[];
declare function embed(texts: string[]): Promise<Float32Array[]>;
declare function post(path: string, body: object, signal: AbortSignal): Promise<any>;
declare function render(what: string, from: string): void;
declare function show(message: string, details?: object): void;
`;
  const programs = blocks.map(block => {
    const code = block.replace(/^import .*\n/m, '').replace(/^const chat/m, 'const chat_').replace(/\bchat\.send\("What/, 'chat_.send("What');
    return `${head}async function run() {\n${code}\n}\nvoid run;\n`;
  });
  await check('readme', programs);
});

test('incorrect use does not compile', async () => {
  const wrong = [
    'chat.settings({ contextMaxTokens: "many" });',
    'chat.settings({ colour: 1 });',
    'chat.send(1);',
    'chat.on("nothing", () => {});',
    'chat.append("robot", "x");',
    'chat.useModel({ model: "x" });',
  ];
  const lines = wrong.map(line => `// @ts-expect-error\nvoid ${line}\n`);
  await check('wrong', [`import type { ContextManager } from "ricordo";\ndeclare const chat: ContextManager;\n${lines.join('')}`]);
});

/** Compiles files in strict mode, in an app that has the package. */
async function check(name, texts) {
  const folder = path.join(path.dirname(app), name);
  await mkdir(path.join(folder, 'src'), { recursive: true });
  await cp(path.join(app, 'node_modules'), path.join(folder, 'node_modules'), { recursive: true });
  for (const [index, text] of texts.entries()) await writeFile(path.join(folder, `src/file${index}.ts`), text);
  const compilerOptions = { target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler', lib: ['ES2022', 'DOM'], types: [], exactOptionalPropertyTypes: true };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  await tsc(folder);
}
