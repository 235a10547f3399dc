// A chat in memory, with a function in place of a model. Node has no IndexedDB: export what you want to keep.
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
const second = await ContextManager.open();
console.log(`Exported and imported: ${(await second.importAll(kept)).added > 0}`);
await chat.close();
await second.close();
