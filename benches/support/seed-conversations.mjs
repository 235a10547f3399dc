// Fills a database with many conversations without the package: copies the rows of one that the package wrote, under new ids.
//
// Knows the storage format: which fields of the rows are ids, and the keys of the rows.

/** Fills a database with `count` conversations with this many messages each. Returns their ids. */
export async function fillConversations(page, name, count, messages) {
  await page.evaluate(pattern, name);
  return page.evaluate(copy, { name, count, messages });
}

/** Runs in the page: creates one conversation with two turns, a forget, a mark and undo entries. */
async function pattern(name) {
  const chat = await globalThis.open(name);
  await chat.send('How do I get to Trastevere from the centre?');
  await chat.send('And how do I get back?');
  const [first] = await chat.history({ limit: 4 });
  await chat.mute(first.id);
  await chat.forget({ keep: 2 });
  await chat.close();
}

/** Runs in the page. */
async function copy({ name, count, messages }) {
  const stores = ['conversations', 'branches', 'messages', 'forgets', 'marks', 'manifests', 'undo'];
  const promise = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await promise(indexedDB.open(name));
  const read = database.transaction(stores);
  const rows = Object.fromEntries(await Promise.all(stores.map(async store => [store, await promise(read.objectStore(store).getAll())])));
  const last = rows.messages.at(-1);
  const made = [];
  for (let n = 0; n < count; n += 1) {
    const conversation = crypto.randomUUID();
    const branch = crypto.randomUUID();
    made.push(conversation);
    const transaction = database.transaction(stores, 'readwrite', { durability: 'relaxed' });
    const put = (store, row, key) => transaction.objectStore(store).put(row, key);
    put('conversations', { ...rows.conversations[0], id: conversation, active_branch: branch, title: `Talk ${n}` }, conversation);
    put('branches', { ...rows.branches[0], id: branch, conversation }, [conversation, branch]);
    let muted;
    for (let sequence = 0; sequence < messages; sequence += 1) {
      const from = rows.messages[sequence % 2];
      const id = crypto.randomUUID();
      muted ??= id;
      const tokens_before = sequence * last.tokens;
      put('messages', { ...from, id, conversation, branch, sequence, tokens_before, reply_to: undefined }, [branch, sequence]);
      if (sequence % 2) put('manifests', { ...rows.manifests[0], conversation, reply: id }, [conversation, id]);
    }
    for (const row of rows.forgets) put('forgets', { ...row, conversation, branch }, [conversation, row.id]);
    for (const row of rows.marks) put('marks', { ...row, conversation, message: muted }, [conversation, muted]);
    for (const row of rows.undo) put('undo', { ...row, conversation }, [conversation, row.id]);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
  }
  database.close();
  return made;
}
