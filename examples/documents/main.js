// `?baseUrl=http://127.0.0.1:8080/v1&model=qwen3-8b` uses that server. Without an address the page quotes what was found.
import { init, ContextManager } from "ricordo";

const find = id => document.getElementById(id);
const query = new URLSearchParams(location.search);
const baseUrl = query.get("baseUrl");

async function* quote(request) {
  const found = request.messages.find(({ role, content }) => role === "system" && content.startsWith("From documents"));
  yield found ? found.content.split("\n").slice(1).join("\n") : "Your files do not answer that.";
}

await init();
const chat = await ContextManager.open("documents-example", {
  model: baseUrl ? { baseUrl, model: query.get("model") ?? "default" } : quote,
});

const line = text => Object.assign(document.createElement("li"), { textContent: text });

async function list() {
  const documents = await chat.documents.list();
  find("documents").replaceChildren(...documents.map(({ name, kind, tokens }) => line(`${name} (${kind}, about ${tokens} tokens)`)));
}

find("files").onchange = async ({ target }) => {
  find("problem").textContent = "";
  for (const file of target.files) {
    await chat.documents.add(file).catch(error => (find("problem").textContent += `${error.message} `));
  }
  target.value = "";
  await list();
};

find("form").onsubmit = async event => {
  event.preventDefault();
  find("answer").textContent = "";
  find("sources").replaceChildren();
  const question = find("text").value;
  const texts = (await chat.documents.search(question)).flatMap(found => found.texts.map(({ text }) => text));
  try {
    for await (const event of chat.stream(question)) {
      if (event.type === "text") find("answer").textContent += event.text;
    }
    find("sources").replaceChildren(...texts.map(line));
  } catch (error) {
    find("problem").textContent = error.message;
  }
};

await list();
for (const id of ["files", "text", "ask"]) find(id).disabled = false;
