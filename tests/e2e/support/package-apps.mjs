// The npm package as its users have it: packed, installed into an app, served, and opened in a browser.

import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { fromEnvironment } from './environment.mjs';
import { closeServer } from './static-server.mjs';

const run = promisify(execFile);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.json': 'application/json' };

/** The folder of the published package. */
export const packageFolder = () => fromEnvironment('RICORDO_PACKAGE');

/** The file made by `npm pack`. */
export const packageFile = () => path.join(packageFolder(), '..', 'package.tgz');

/** The packages that build the examples. */
const tools = () => fromEnvironment('RICORDO_PACKAGE_TOOLS');

/** The examples of the repository. */
export const examples = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'examples');

/** A folder for apps, with the tools where Node looks for them. `remove` deletes it. */
export async function newWorkspace() {
  const folder = await mkdtemp(path.join(tmpdir(), 'ricordo-apps-'));
  await symlink(tools(), path.join(folder, 'node_modules'));
  return {
    folder,
    /** Installs the packed package into a new app, and copies an example's files into it. */
    async app(name, example) {
      const app = path.join(folder, name);
      await mkdir(app);
      await writeFile(path.join(app, 'package.json'), '{ "private": true, "type": "module" }\n');
      await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--no-save', packageFile()], { cwd: app });
      if (example) await cp(path.join(examples, example), app, { recursive: true });
      return app;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The package of an app, as Node imports it. */
export const importedFrom = app => import(pathToFileURL(path.join(app, 'node_modules/ricordo/dist/node.js')).href);

/** For a test file in Node: the packed package, installed into an `app` of its own, imported as `ricordo` and begun. */
export async function packageInNode() {
  const workspace = await newWorkspace();
  try {
    const app = await workspace.app('node');
    const ricordo = await importedFrom(app);
    await ricordo.init();
    after(workspace.remove);
    return { app, ricordo };
  } catch (error) {
    await workspace.remove();
    throw error;
  }
}

/** Runs a program of the tools in an app; if it fails, the error has its output. */
export async function tool(app, program, ...options) {
  const { stdout, stderr } = await run(process.execPath, [path.join(tools(), program), ...options], { cwd: app }).catch(error => {
    throw new Error(`${program} failed:\n${error.stdout}\n${error.stderr}`);
  });
  return stdout + stderr;
}

export const tsc = app => tool(app, 'typescript/bin/tsc', '--noEmit', '--strict', '--project', app);
export const viteBuild = app => tool(app, 'vite/bin/vite.js', 'build', '--logLevel', 'warn');

/** Starts Vite's development server for an app. */
export async function viteServe(app) {
  const options = ['--host', '127.0.0.1', '--port', '0', '--logLevel', 'info'];
  const server = spawn(process.execPath, [path.join(tools(), 'vite/bin/vite.js'), ...options], { cwd: app, env: { ...process.env, NO_COLOR: '1' } });
  const ended = new Promise(resolve => server.once('close', resolve));
  let output = '';
  const url = await new Promise((resolve, reject) => {
    const onData = data => {
      output += data;
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(output);
      if (found) resolve(found[0]);
    };
    server.stdout.on('data', onData);
    server.stderr.on('data', onData);
    void ended.then(() => reject(new Error(`Vite ended: ${output}`)));
  });
  return {
    url,
    close: () => {
      server.kill();
      return ended;
    },
  };
}

/**
 * Serves a folder under any host name of loopback. `headers` are added to every response; `POST /api/chat` answers with the
 * last message, as plain text in pieces.
 */
export async function serve(folder, { headers = {} } = {}) {
  const asked = [];
  const server = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (request.method === 'POST' && pathname === '/api/chat') {
      const parts = [];
      for await (const part of request) parts.push(part);
      const body = JSON.parse(Buffer.concat(parts).toString('utf8'));
      asked.push(body);
      response.writeHead(200, { ...headers, 'content-type': 'text/plain' });
      response.write('The server heard: ');
      response.end(body.messages.at(-1).content);
      return;
    }
    const file = path.join(folder, decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    const found = !path.relative(folder, file).startsWith('..') && (await stat(file).catch(() => null))?.isFile();
    response.writeHead(found ? 200 : 404, { ...headers, 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    response.end(found ? await readFile(file) : 'Not found');
  });
  await new Promise(resolve => server.listen(0, resolve));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}`, other: `http://localhost:${port}`, asked, close: () => closeServer(server) };
}

/** Uncaught errors and logged errors of a tab. */
export function problemsOf(page) {
  const problems = [];
  page.on('pageerror', error => problems.push(String(error)));
  page.on('console', message => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return problems;
}
