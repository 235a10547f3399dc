// Builds of the page for tests of updates: the release build, and variants of it that differ in a word.

import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { distFolder } from './environment.mjs';

const BUILD = /^const BUILD = (\{[\s\S]*?\n\});$/m;

/** The list of files in the service worker of a build. */
export async function buildOf(folder) {
  return JSON.parse(BUILD.exec(await readFile(path.join(folder, 'sw.js'), 'utf8'))[1]);
}

/** A copy of the release build in the system's temporary folder; the weights are only linked. */
export async function copyOfBuild(t) {
  const folder = await mkdtemp(path.join(tmpdir(), 'ricordo-build-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const models = path.join(distFolder(), 'vendor', 'models');
  await cp(distFolder(), folder, { recursive: true, filter: source => source !== models });
  await symlink(models, path.join(folder, 'vendor', 'models'));
  return folder;
}

/** Turns it into another build: the page gets this mark, and the service worker its digest. `change` may change more. */
export async function rebuild(folder, mark, change = () => {}) {
  const index = path.join(folder, 'index.html');
  const page = (await readFile(index, 'utf8'))
    .replace(/<body[^>]*>/, `<body data-build="${mark}">`)
    .replace(/(<meta name="ricordo-build" content=")[^"]*/, `$1${mark}`);
  await writeFile(index, page);
  const build = await buildOf(folder);
  build.id = mark;
  build.ahead['./'] = digest(page);
  await change(build);
  const worker = path.join(folder, 'sw.js');
  await writeFile(worker, (await readFile(worker, 'utf8')).replace(BUILD, () => `const BUILD = ${JSON.stringify(build, null, 1)};`));
}

export const digest = bytes => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
