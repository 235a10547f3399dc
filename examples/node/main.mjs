// A chat in memory, with a model function that stands in for a model. Node has no IndexedDB: what is to stay is exported.
import { ContextManager, init } from "ricordo";

await init();
const chat = await ContextManager.open({
  model: async function* (request) {
    yield `I was sent ${request.messages.length} messages.`;
  },
});

for (const text of ["Hello", "Hello again"]) {
  const reply = await chat.send(text);
  console.log(`${text} → ${reply.text}`);
}
await chat.forget();
console.log(`Forgotten → ${(await chat.send("Hello once more")).text}`);

const { layers, tokens, budget } = await chat.compile("And now?");
console.log(`The next prompt: ${layers.map(({ kind }) => kind).join(", ")}; ${tokens} of ${budget} tokens.`);

const kept = await chat.exportAll();
const later = await ContextManager.open();
console.log(`Exported and imported: ${(await later.importAll(kept)).added > 0}`);
await chat.close();
await later.close();
