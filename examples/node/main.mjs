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

// What is told in a project is used in no other, nor in conversations without one.
const rome = await chat.projects.create({ name: "Rome", instructions: "Answer as a travel agent." });
const planning = await chat.conversations.create({ project: rome.id });
await chat.memories.add("The trip is in May");
const knows = async () => JSON.stringify((await chat.compile("When?")).request).includes("in May");
const inside = await knows();
await chat.conversations.create();
console.log(`Known in the project: ${inside}, and outside: ${await knows()}`);
await chat.conversations.move(planning, null);

// What was said earlier, or in another conversation, is found by its words, in any form.
await chat.append("user", "My sister keeps seven hedgehogs.");
const [found] = await chat.recall("How many hedgehogs does my sister keep?", { includeHeld: true });
console.log(`Recalled: ${found.texts[0].text} (${found.share} % of the words)`);

const kept = await chat.exportAll();
const second = await ContextManager.open();
console.log(`Exported and imported: ${(await second.importAll(kept)).added > 0}`);
await chat.close();
await second.close();
