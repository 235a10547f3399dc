// Every example, installed from the packed package, built if it has a build, and used in a browser or in Node.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import * as behaviours from './support/behaviours.mjs';
import { launchBrowser } from './support/browser.mjs';
import { startMisbehavingServer } from './support/misbehaving-server.mjs';
import { problemsOf, serve, tsc, viteBuild, viteServe, newWorkspace } from './support/package-apps.mjs';
import { RECALL, stretching } from './support/patience.mjs';

let workspace;
let browser;

before(async () => {
  workspace = await newWorkspace();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await workspace?.remove();
});

/** Serves a folder and opens it in a new browser context. Fails on problems that do not match `expected`. */
async function shown(folder, query, use, expected = /^$/) {
  const site = await serve(folder);
  const context = await browser.browser.newContext();
  try {
    const page = await context.newPage();
    const problems = problemsOf(page);
    await page.goto(`${site.url}/${query}`);
    await use(page, site);
    assert.deepEqual(problems.filter(problem => !expected.test(problem)), [], 'no error escapes to the browser');
  } finally {
    await context.close();
    await site.close();
  }
}

async function say(page, text, answer) {
  await page.locator('#text').fill(text);
  await page.locator('form button').first().click();
  // The streamed text and the stored message may both be visible for a moment.
  await page.getByText(answer, { exact: true }).first().waitFor();
}

const conversation = page => page.locator('li').allTextContents();

test('a plain page chats, forgets, and keeps everything after a reload', async () => {
  const app = await workspace.app('plain', 'plain');
  await shown(app, '', async page => {
    await say(page, 'Hello', /^You said: \[.*\] Hello$/);
    await page.locator('li.assistant[data-done]').waitFor();
    await page.locator('#forget').click();
    await page.getByText('Forgotten', { exact: false }).waitFor();
    await page.reload();
    await page.locator('#send:not([disabled])').waitFor();
    const [asked, answered] = await conversation(page);
    assert.equal(asked, 'Hello');
    assert.match(answered, /^You said: \[.*\] Hello$/);
  });
});

test('a plain page calls a server, and shows why it did not answer', async () => {
  const server = await startMisbehavingServer();
  const endpoint = server.endpoint(behaviours.reply('Hello from the server'), behaviours.unauthorized);
  try {
    const use = async page => {
      await page.locator('#send:not([disabled])').waitFor();
      await say(page, 'Hello', 'Hello from the server');
      await page.locator('li.assistant[data-done]').waitFor();
      await page.locator('#text').fill('Again');
      await page.locator('#send').click();
      await page.getByText(/The server rejected the key/).waitFor();
    };
    // The browser itself logs the status of the response.
    await shown(path.join(workspace.folder, 'plain'), `?baseUrl=${encodeURIComponent(endpoint.baseUrl)}`, use, /status of 401/);
    assert.equal(endpoint.chats.length, 2);
  } finally {
    await server.close();
  }
});

test('a page answers from three files, and shows the passages that were sent', async () => {
  const app = await workspace.app('documents', 'documents');
  await shown(app, '', async page => {
    await page.locator('#ask:not([disabled])').waitFor();
    const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.locator('#files').setInputFiles([
      file('boats.md', '# Boats\n\nThe yellow boat has four oars.'),
      file('people.csv', 'name;age\nOksana;41\n'),
      file('harbour.html', '<h1>Harbour</h1><p>The gate opens at seven.</p>'),
    ]);
    await page.locator('#documents li').nth(2).waitFor();
    await page.locator('#text').fill('When does the gate of the harbour open?');
    await stretching(page, [RECALL], async () => {
      await page.locator('#ask').click();
      await page.locator('#sources li').first().waitFor();
    });
    assert.match(await page.locator('#answer').textContent(), /harbour\.html.*\n.*The gate opens at seven/s);
    assert.match(await page.locator('#sources li').first().textContent(), /The gate opens at seven/);
    await page.locator('#files').setInputFiles([file('boats.md', '# Boats\n\nThe yellow boat has four oars.')]);
    await page.getByText('has been added already, as “boats.md”', { exact: false }).waitFor();
  });
});

test('a page recalls by meaning with a model of its own, also after a reload', async () => {
  const app = await workspace.app('meaning', 'meaning');
  await shown(app, '', async page => {
    const finds = async (question, note) => {
      await page.locator('#ask:not([disabled])').waitFor();
      assert.equal(await page.locator('#prepared').textContent(), '10 of 10 notes prepared');
      await page.locator('#text').fill(question);
      await page.locator('#ask').click();
      await page.locator('#found').getByText(note, { exact: true }).waitFor();
    };
    await finds('Do you have any pets?', 'Seven hedgehogs live behind our house. (by its meaning)');
    await page.reload();
    await finds('Where are the hedgehogs?', 'Seven hedgehogs live behind our house. (by its words: hedgehogs)');
  });
});

test('Vite and TypeScript: type-checks, builds, and the page calls its model itself', async () => {
  const app = await workspace.app('vite', 'vite-typescript');
  await tsc(app);
  await viteBuild(app);
  await shown(path.join(app, 'dist'), '', async (page, site) => {
    await page.locator('body[data-ready]').waitFor();
    await say(page, 'Hello', /^The server heard: \[.*\] Hello$/);
    await page.locator('li.assistant[data-done]').waitFor();
    await say(page, 'Again', 'The server heard: Again');
    assert.deepEqual(site.asked[1].messages.map(({ role }) => role), ['system', 'user', 'assistant', 'user']);
    assert.match(await page.locator('#layers').textContent(), /window: \d+/);
    await page.locator('li.assistant[data-done] >> nth=1').waitFor();
    await page.reload();
    await page.locator('body[data-ready]').waitFor();
    assert.equal((await conversation(page)).length, 4);
  });
  const server = await viteServe(app);
  try {
    const body = JSON.stringify({ messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'Hello' }] });
    const answer = await fetch(`${server.url}api/chat`, { method: 'POST', body });
    assert.equal(await answer.text(), 'I was sent 2 messages. The last one: Hello', 'the development server answers, too');
  } finally {
    await server.close();
  }
});

test('React: type-checks, builds, and the model calls a tool of the page', async () => {
  const app = await workspace.app('react', 'react');
  await tsc(app);
  await viteBuild(app);
  await shown(path.join(app, 'dist'), '', async page => {
    await say(page, 'What time is it?', 'It is ten to two.');
    await page.locator('li.assistant').waitFor();
    await page.reload();
    await page.locator('li.assistant').waitFor();
    assert.deepEqual(await conversation(page), ['What time is it?', 'It is ten to two.']);
  });
});

test('a worker holds the manager, and its conversation survives a reload', async () => {
  const app = await workspace.app('worker', 'worker');
  await shown(app, '', async page => {
    await page.locator('#send:not([disabled])').waitFor();
    await say(page, 'Hello', /^From the worker: \[.*\] Hello$/);
    await page.locator('li.assistant[data-done="complete"]').waitFor();
    await page.reload();
    await page.locator('#send:not([disabled])').waitFor();
    assert.equal((await conversation(page)).length, 2);
  });
});

test('Node: a chat in memory, exported and imported', async () => {
  const app = await workspace.app('in-node', 'node');
  const { stdout } = await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: app });
  assert.deepEqual(stdout.trim().split('\n').map(line => line.replace(/; .* tokens/, '')), [
    'Hello → I was sent 2 messages.',
    'Hello again → I was sent 4 messages.',
    'Forgotten → I was sent 2 messages.',
    'The next prompt: systemPrompt, tools, window, message.',
    'Known in the project: true, and outside: false',
    'Recalled: My sister keeps seven hedgehogs. (100 % of the words)',
    'Exported and imported: true',
  ]);
});

test('Node: vectors are moved to a store of the program and come back', async () => {
  const app = await workspace.app('vector-store', 'vector-store');
  const { stdout } = await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: app });
  const found = 'found: Seven hedgehogs live in my garden.';
  assert.deepEqual(stdout.trim().split('\n'), [
    'By words: nothing',
    `Vectors made: 12; ${found}`,
    `In the store: 12; ${found}`,
    `In the store: 0; ${found}`,
  ]);
});
