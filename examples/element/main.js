// `?endpoint=http://127.0.0.1:8080/v1&model=qwen3-8b` lets that server answer. Without one the user chooses.
import "./node_modules/ricordo/dist/chat.js";

const chat = document.querySelector("ricordo-chat");
const query = new URLSearchParams(location.search);
for (const name of ["endpoint", "model", "language"]) if (query.has(name)) chat[name] = query.get(name);

const tell = text => document.getElementById("log").append(Object.assign(document.createElement("li"), { textContent: text }));
chat.addEventListener("ricordo-message", ({ detail }) => tell(`asked: ${detail.text}`));
chat.addEventListener("ricordo-reply", ({ detail }) => tell(`answered (${detail.finish}): ${detail.text}`));
chat.addEventListener("ricordo-trouble", ({ detail }) => tell(`trouble: ${detail.sentence}`));

document.getElementById("dark").onclick = () => (chat.theme = chat.theme === "dark" ? "light" : "dark");
// The manager is a ContextManager on the same conversations: what it does is seen in the chat.
document.getElementById("remember").onclick = async () => {
  const manager = await chat.manager;
  await manager.memories.add("The user's name is Ada");
  tell("remembered");
};
