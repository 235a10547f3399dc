// Ricordo decides what to send and stores the turns; the page calls its model itself, here at /api/chat of its own server.
import { ContextManager, init, isRicordoError, type Compiled, type Message } from "ricordo";
import wasm from "ricordo/ricordo.wasm?url";

// Vite knows the module's address, both in its development server and in a build.
await init(wasm);
const chat: ContextManager = await ContextManager.open("vite-example", { settings: { contextMaxTokens: 4000 } });

const list = document.querySelector<HTMLOListElement>("#messages")!;
const input = document.querySelector<HTMLInputElement>("#text")!;

function show({ role, text }: Pick<Message, "role" | "text">): HTMLLIElement {
  const line = document.createElement("li");
  line.className = role;
  line.textContent = text;
  list.append(line);
  return line;
}

async function ask({ request }: Compiled, onText: (text: string) => void): Promise<string> {
  const response = await fetch("/api/chat", { method: "POST", body: JSON.stringify(request) });
  if (!response.ok || !response.body) throw new Error(`The model's server answered ${response.status}.`);
  let answer = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    answer += next.value;
    onText(answer);
  }
  return answer;
}

async function turn(message: string): Promise<void> {
  show({ role: "user", text: message });
  const line = show({ role: "assistant", text: "" });
  try {
    const compiled = await chat.compile(message);
    const layers = compiled.layers.map(layer => `${layer.kind}: ${layer.tokens}`);
    document.querySelector("#layers")!.textContent = layers.join("\n");
    const reply = await ask(compiled, text => (line.textContent = text));
    await chat.commitTurn({ message, reply, model: "mine" });
    line.dataset.done = "true";
  } catch (error) {
    line.textContent = isRicordoError(error) ? `${error.code}: ${error.message}` : String(error);
  }
}

for await (const message of chat.messages()) show(message);
document.querySelector<HTMLFormElement>("#form")!.addEventListener("submit", event => {
  event.preventDefault();
  const text = input.value;
  input.value = "";
  void turn(text);
});
document.body.dataset.ready = "true";
