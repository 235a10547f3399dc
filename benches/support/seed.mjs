// Changes stored data without the page: makes a conversation long, changes settings, and adds a project.
//
// Knows the storage format: the keys of `messages` are [branch, sequence], their ids are unique, there is one row of
// `settings`, the keys of `conversations` and `projects` are their ids, and those of `index_parts` [branch, number].

const BATCH = 5_000;

/**
 * Fills the page's conversation up to `total` messages. It must hold at least one turn and nothing else; the page must be
 * reloaded afterwards. Returns the number of messages.
 */
export function fillConversation(chat, total) {
  return chat.page.evaluate(copyRows, { name: chat.database, total, batch: BATCH });
}

/** Like [`fillConversation`], but appends these texts, one message each. */
export async function fillWithTexts(chat, texts) {
  // One message of the browser's protocol cannot hold all of them.
  const pieces = 20_000;
  for (let at = 0; at < texts.length; at += pieces) {
    const own = texts.slice(at, at + pieces);
    await chat.page.evaluate(copyRows, { name: chat.database, total: Infinity, batch: BATCH, texts: own });
  }
}

/**
 * Lets the page index all messages of its conversation for recall: writing one empties the part of 64 that it belongs to, and
 * the page fills empty parts while it is idle.
 */
export function emptyIndex(chat) {
  return chat.page.evaluate(putEmptyParts, { name: chat.database });
}

/** Changes fields of the settings. The page must be reloaded afterwards. */
export function changeSettings(chat, fields) {
  return chat.page.evaluate(putSettings, { name: chat.database, fields });
}

/**
 * Adds a project with these fields, and puts the conversations with these titles into it. The page must be reloaded
 * afterwards. Returns the id of the project.
 */
export function addProject(chat, fields, titles = []) {
  return chat.page.evaluate(putProject, { name: chat.database, fields, titles });
}

/** Runs in the page. */
async function putEmptyParts({ name }) {
  const promise = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await promise(indexedDB.open(name));
  const transaction = database.transaction(['messages', 'index_parts'], 'readwrite');
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  const parts = transaction.objectStore('index_parts');
  const [row] = await promise(parts.getAll());
  const last = await promise(transaction.objectStore('messages').openKeyCursor(IDBKeyRange.bound([row.branch], [row.branch, []]), 'prev'));
  for (let number = 0; number <= last.key[1] / 64; number += 1) parts.put({ ...row, number, bytes: new Uint8Array() }, [row.branch, number]);
  await ended;
  database.close();
}

/** Runs in the page. */
async function putProject({ name, fields, titles }) {
  const promise = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await promise(indexedDB.open(name));
  const transaction = database.transaction(['projects', 'conversations'], 'readwrite');
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  const conversations = transaction.objectStore('conversations');
  const rows = await promise(conversations.getAll());
  const own = rows.filter(({ title }) => titles.includes(title));
  if (own.length !== titles.length) throw new Error(`of "${titles}", there are ${own.length}`);
  const [id, now] = [crypto.randomUUID(), Date.now()];
  for (const row of own) conversations.put({ ...row, project: id }, row.id);
  const project = { color: 'gray', instructions: '', isolated: false, ...fields, id, created_at: now, updated_at: now, schema: rows[0].schema };
  transaction.objectStore('projects').put(project, id);
  await ended;
  database.close();
  return id;
}

/** Runs in the page. */
async function putSettings({ name, fields }) {
  const promise = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await promise(indexedDB.open(name));
  const store = database.transaction('settings', 'readwrite').objectStore('settings');
  const settings = (await promise(store.get('settings'))) ?? { version: 1, schema: database.version };
  await promise(store.put({ ...settings, ...fields }, 'settings'));
  database.close();
}

/** Runs in the page. */
async function copyRows({ name, total, batch, texts = null }) {
  const promise = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const ended = transaction => new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });

  const database = await promise(indexedDB.open(name));
  const rows = await promise(database.transaction('messages').objectStore('messages').getAll());
  rows.sort((a, b) => a.sequence - b.sequence);
  const last = rows.at(-1);
  const patterns = rows.slice(-2);
  const first = last.sequence + 1;
  const end = texts ? first + texts.length : total;
  let sequence = last.sequence + 1;
  let tokensBefore = Number(last.tokens_before) + last.tokens;
  while (sequence < end) {
    const transaction = database.transaction('messages', 'readwrite', { durability: 'relaxed' });
    const store = transaction.objectStore('messages');
    for (let added = 0; added < batch && sequence < end; added += 1, sequence += 1) {
      const pattern = patterns[sequence % 2];
      const row = { ...pattern, id: crypto.randomUUID(), sequence, tokens_before: tokensBefore, reply_to: null };
      if (texts) row.parts = [{ text: { text: texts[sequence - first] } }];
      tokensBefore += row.tokens;
      store.add(row, [row.branch, sequence]);
    }
    await ended(transaction);
  }
  const count = await promise(database.transaction('messages').objectStore('messages').count());
  database.close();
  return count;
}
