// Recall by meaning with a model of the page's own: it finds notes that share no word with the question.
import { ContextManager, init } from "ricordo";
import { topics } from "./topics.js";

const find = id => document.getElementById(id);
const NOTES = [
  "Seven hedgehogs live behind our house.", "Take the umbrella, it will rain on Monday.", "The soup needs more bread.",
  "The ticket for the night train is in the drawer.", "Her violin got new strings.", "The doctor looks at my tooth on Friday.",
  "Snow fell until the evening.", "We cook for nine people.", "He can sing this song by heart.", "The luggage is at the station.",
];

await init();
const chat = await ContextManager.open("meaning-example", {
  embedder: {
    id: "topics-1", // vectors of another id are made again
    onThisComputer: true,
    // A model that was trained for it wants a prefix: `purpose` is "passage" or "question".
    embed: async (texts, purpose, signal) => texts.map(topics),
  },
});

const showProgress = ({ done, total }) => (find("prepared").textContent = `${done} of ${total} notes prepared`);
if ((await chat.vectors.progress()).total === 0) {
  for (const note of NOTES) await chat.append("user", note);
}
// A larger page does this while it is idle. A question finds by words what has no vector yet.
showProgress(await chat.vectors.make({ onProgress: showProgress }));

find("form").onsubmit = async event => {
  event.preventDefault();
  find("problem").textContent = "";
  try {
    // The notes are in the prompt anyway, because they are few.
    const found = await chat.recall(find("text").value, { includeHeld: true, limit: 3 });
    const line = ({ texts, matched, words }) => {
      const text = texts.filter(({ source }) => matched.some(({ id }) => id === source.id)).map(one => one.text).join(" ");
      const why = words.length > 0 ? `by its words: ${words.join(", ")}` : "by its meaning";
      return Object.assign(document.createElement("li"), { textContent: `${text} (${why})` });
    };
    find("found").replaceChildren(...found.map(line));
  } catch (error) {
    find("problem").textContent = error.message;
  }
};

for (const id of ["text", "ask"]) find(id).disabled = false;
