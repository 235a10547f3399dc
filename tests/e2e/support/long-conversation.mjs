// Writes a conversation of any length directly into the page's database: every message names its number, and no two
// neighbours have the same height.
//
// Knows the storage format, like benches/support/seed.mjs.

/** Makes the page's conversation this long. It must hold one turn; the page has to be opened again afterwards. */
export async function makeLong(chat, total) {
  await chat.page.goto(`${chat.origin}/nothing-here`);
  return chat.page.evaluate(writeRows, { name: chat.database, total, rare: RARE });
}

/** Only one message contains this word. */
export const RARE = { word: 'keepsake', sequence: 17 };

/** Runs in the page. */
async function writeRows({ name, total, rare }) {
  const promise = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await promise(indexedDB.open(name));
  const rows = await promise(database.transaction('messages').objectStore('messages').getAll());
  rows.sort((a, b) => a.sequence - b.sequence);
  const patterns = rows.slice(-2);
  let tokensBefore = 0;
  for (let from = 0; from < total; from += 5_000) {
    const transaction = database.transaction('messages', 'readwrite', { durability: 'relaxed' });
    const store = transaction.objectStore('messages');
    for (let sequence = from; sequence < Math.min(from + 5_000, total); sequence += 1) {
      const lines = (sequence * 7) % 11;
      const text = `Message ${sequence}. ${sequence === rare.sequence ? `Here lies the ${rare.word}. ` : ''}${'The tram leaves every six minutes and takes a quarter of an hour. '.repeat(lines)}`;
      const tokens = 8 + lines * 14;
      const parts = [{ text: { text } }];
      const row = { ...patterns[sequence % 2], sequence, parts, tokens, tokens_before: tokensBefore, reply_to: null };
      if (sequence > rows.at(-1).sequence) row.id = crypto.randomUUID();
      else row.id = rows[sequence].id;
      tokensBefore += tokens;
      store.put(row, [row.branch, sequence]);
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
  }
  const count = await promise(database.transaction('messages').objectStore('messages').count());
  database.close();
  return count;
}
