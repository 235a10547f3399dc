// The page only shows what the worker reports: events and messages are plain objects, which can be posted.
const worker = new Worker("worker.js", { type: "module" });
const find = id => document.getElementById(id);
let line;

function show(role, text) {
  const item = document.createElement("li");
  item.className = role;
  item.textContent = text;
  find("messages").append(item);
  return item;
}

worker.onmessage = ({ data }) => {
  if (data.history) {
    for (const { role, text } of data.history) show(role, text);
    find("send").disabled = false;
  }
  if (data.event?.type === "text") line.textContent += data.event.text;
  if (data.reply) line.dataset.done = data.reply.finish;
  if (data.error) show("error", data.error);
};
find("form").onsubmit = event => {
  event.preventDefault();
  show("user", find("text").value);
  line = show("assistant", "");
  worker.postMessage({ text: find("text").value });
  find("text").value = "";
};
