// A manager that a page drops without closing it is collected, with the memory of its module. In Node, with a document like
// that of a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { packageInNode } from './support/package-apps.mjs';
import { until } from './support/until.mjs';

const { ricordo } = await packageInNode();

test('a manager that is not used any more is collected, and one that is used is not', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  globalThis.document = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  try {
    const used = await ricordo.ContextManager.open();
    // In a function of its own, whose variables are gone when it returns.
    const dropped = await (async () => new WeakRef(await ricordo.ContextManager.open()))();
    await until('it is collected', () => {
      collect();
      return dropped.deref() === undefined;
    });
    document.dispatchEvent(new Event('visibilitychange'));
    await used.append('user', 'Still here');
    assert.equal((await used.history()).length, 1);
  } finally {
    delete globalThis.document;
  }
});
