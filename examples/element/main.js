// `?endpoint=http://127.0.0.1:8080/v1&model=qwen3-8b` uses that server. Without an endpoint the user chooses one.
import "./node_modules/ricordo/dist/chat.js";

const chat = document.querySelector("ricordo-chat");
const query = new URLSearchParams(location.search);
for (const name of ["endpoint", "model", "language"]) if (query.has(name)) chat[name] = query.get(name);

const log = text => document.getElementById("log").append(Object.assign(document.createElement("li"), { textContent: text }));
chat.addEventListener("ricordo-message", ({ detail }) => log(`asked: ${detail.text}`));
chat.addEventListener("ricordo-reply", ({ detail }) => log(`answered (${detail.finish}): ${detail.text}`));
chat.addEventListener("ricordo-trouble", ({ detail }) => log(`trouble: ${detail.sentence}`));

document.getElementById("dark").onclick = () => (chat.theme = chat.theme === "dark" ? "light" : "dark");
// The manager is a ContextManager on the same conversations: the chat shows what it changes.
document.getElementById("remember").onclick = async () => {
  const manager = await chat.manager;
  await manager.memories.add("The user's name is Ada");
  log("remembered");
};
