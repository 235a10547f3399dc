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
