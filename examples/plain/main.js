// `?baseUrl=http://127.0.0.1:8080/v1&model=qwen3-8b` uses that server. Without an address the page answers itself.
import { init, ContextManager } from "ricordo";

const find = id => document.getElementById(id);
const query = new URLSearchParams(location.search);
const baseUrl = query.get("baseUrl");

async function* echo(request) {
  yield "You said: ";
  yield request.messages.at(-1).content;
}

await init();
const chat = await ContextManager.open("plain-example", {
  model: baseUrl ? { baseUrl, model: query.get("model") ?? "default" } : echo,
});
find("note").textContent = chat.storage.note ?? "";

function show(role, text) {
  const line = document.createElement("li");
  line.className = role;
  line.textContent = text;
  find("messages").append(line);
  return line;
}

for (const message of await chat.history()) show(message.role, message.text);

let stop = new AbortController();
find("stop").onclick = () => stop.abort();
find("forget").onclick = async () => {
  await chat.forget();
  find("size").textContent = "Forgotten: the next message is sent without what was said before.";
};
find("form").onsubmit = async event => {
  event.preventDefault();
  const text = find("text").value;
  find("text").value = "";
  show("user", text);
  const line = show("assistant", "");
  stop = new AbortController();
  try {
    for await (const event of chat.stream(text, { signal: stop.signal })) {
      if (event.type === "compiled") find("size").textContent = `${event.tokens} of ${event.budget} tokens`;
      if (event.type === "text") line.textContent += event.text;
    }
    const [reply] = await chat.history({ limit: 1 });
    if (reply.error) line.textContent += ` ${reply.error.message}`;
  } catch (error) {
    line.textContent = error.message;
  }
  line.dataset.done = "true";
};
for (const id of ["text", "send", "stop", "forget"]) find(id).disabled = false;
