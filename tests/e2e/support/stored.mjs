// Reads what the page has stored, without the page.

/** All rows of an object store of the chat's database. */
export const storedRows = (chat, store) =>
  chat.page.evaluate(([name, store]) => new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction(store).objectStore(store).getAll();
      reading.onsuccess = () => resolve(reading.result);
      reading.onerror = () => reject(reading.error);
      opening.result.close();
    };
  }), [chat.database, store]);

/** Turns the chat's database into one of an older version with the same rows. No tab may have it open. */
export const makeOlder = (chat, version) => chat.page.evaluate(copyAs, [chat.database, version]);

/** Version of the chat's database. */
export const storedVersion = chat =>
  chat.page.evaluate(async name => (await indexedDB.databases()).find(one => one.name === name)?.version, chat.database);

async function copyAs([name, version]) {
  const answer = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await answer(indexedDB.open(name));
  const stores = [];
  for (const store of database.objectStoreNames) {
    const from = database.transaction(store).objectStore(store);
    const [keys, rows] = await Promise.all([answer(from.getAllKeys()), answer(from.getAll())]);
    const indexes = [...from.indexNames].map(index => from.index(index));
    stores.push({ store, keys, rows, indexes: indexes.map(({ name, keyPath, unique, multiEntry }) => ({ name, keyPath, unique, multiEntry })) });
  }
  database.close();
  await answer(indexedDB.deleteDatabase(name));
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => {
    for (const { store, keys, rows, indexes } of stores) {
      const to = opening.result.createObjectStore(store);
      for (const { name, keyPath, ...options } of indexes) to.createIndex(name, keyPath, options);
      keys.forEach((key, at) => to.put(rows[at], key));
    }
  };
  (await answer(opening)).close();
}

/** Makes the last message of the conversation that was begun last one that cannot be read, or with `next` the first of the first. */
export const damageMessage = (chat, direction = 'prev') =>
  chat.page.evaluate(([name, direction]) => new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const messages = opening.result.transaction('messages', 'readwrite').objectStore('messages');
      messages.openCursor(null, direction).onsuccess = ({ target }) => target.result.update({});
      messages.transaction.oncomplete = () => resolve(opening.result.close());
      messages.transaction.onabort = () => reject(messages.transaction.error);
    };
  }), [chat.database, direction]);

/** Has the page close its database, as for a newer version in another tab, which then gives up: what is stored stays. */
export const closeDatabase = chat =>
  chat.page.evaluate(name => new Promise(resolve => {
    const opening = indexedDB.open(name, 1_000_000);
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = event => {
      event.preventDefault();
      resolve();
    };
  }), chat.database);

/** Runs before the page: every write fails like on a full disk while `window.storageIsFull` is set. */
export function failWritesWhenFull() {
  for (const method of ['add', 'put']) {
    const original = IDBObjectStore.prototype[method];
    IDBObjectStore.prototype[method] = function (...given) {
      if (window.storageIsFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return original.apply(this, given);
    };
  }
}

/**
 * Keeps a store busy, like another tab that writes to it: what the page wants to read of it waits. Resolves once the store is
 * held, to a function that lets go.
 */
export async function holdStore(chat, store) {
  await chat.page.evaluate(async ([name, store]) => {
    const opening = indexedDB.open(name);
    const database = await new Promise((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const held = database.transaction(store, 'readwrite').objectStore(store);
    const letGo = new Promise(resolve => {
      window.letGoOfStore = () => {
        window.letGoOfStore = null;
        return letGo;
      };
      const next = () => {
        if (window.letGoOfStore) held.count().onsuccess = next;
        else resolve();
      };
      next();
    }).then(() => database.close());
    await new Promise(resolve => {
      held.count().onsuccess = resolve;
    });
  }, [chat.database, store]);
  return () => chat.page.evaluate(() => window.letGoOfStore());
}
