// Recall by vectors, which a store of the program keeps.
import { ContextManager, init } from "ricordo";
import { mapStore } from "./map-store.mjs";

// In place of a model: which groups of three letters a text has. It finds words that are misspelt; a model finds other words.
function letters(text) {
  const vector = new Float32Array(256);
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    for (let at = 0; at + 3 <= word.length; at += 1) {
      let hash = 0;
      for (const letter of word.slice(at, at + 3)) hash = Math.imul(hash, 31) + letter.codePointAt(0);
      vector[(hash >>> 0) % vector.length] += 1;
    }
  }
  return vector;
}

await init();
const vectorStore = mapStore();
const chat = await ContextManager.open({
  embedder: { id: "letters-1", onThisComputer: true, embed: async list => list.map(letters) },
  vectorStore,
});
const texts = ["Seven hedgehogs live in my garden.", "The boat has four oars.", "Supper is at eight.", "It rained again on Monday."];
texts.push("My brother paints windows.", "We took the night train to Odesa.", "A kettle whistles.", "The market opens early.");
texts.push("Her violin needs new strings.", "Nobody found the key.", "The museum is closed today.", "Grandfather planted plums.");
for (const text of texts) await chat.append("user", text);
await chat.conversations.create();

const found = async () => (await chat.recall("hegdehogs?"))[0]?.texts[0].text ?? "nothing";
console.log(`By words: ${await found()}`);
const { done } = await chat.vectors.make();
console.log(`Vectors made: ${done}; found: ${await found()}`);
await chat.vectors.move({ keep: 0 }); // without `keep` the newest 4,096 stay here
console.log(`In the store: ${await vectorStore.count()}; found: ${await found()}`);
await chat.vectors.bringBack();
console.log(`In the store: ${await vectorStore.count()}; found: ${await found()}`);
await chat.close();
