// A chat with a model function and a tool of the page.
import { StrictMode, useState, type FormEvent } from "react";
import { createRoot } from "react-dom/client";
import { ContextManager, init, type ChatRequest, type ModelPiece } from "ricordo";
import { useChat } from "./use-chat";

/** Takes the place of a model: calls the tool for the time, then answers with it. */
async function* model(request: ChatRequest): AsyncGenerator<ModelPiece> {
  const last = request.messages.at(-1);
  if (last?.role === "tool") yield `It is ${String(last.content)}.`;
  else yield { type: "toolCall", id: "1", name: "clock", arguments: "{}" };
}

function Chat({ manager }: { manager: ContextManager }) {
  const { messages, streaming, send } = useChat(manager);
  const [text, setText] = useState("");

  function submit(event: FormEvent) {
    event.preventDefault();
    setText("");
    void send(text);
  }

  const shown = messages.filter(({ role, text }) => (role === "user" || role === "assistant") && text !== "");
  return (
    <main>
      <ol>
        {shown.map(({ id, role, text }) => (
          <li key={id} className={role}>
            {text}
          </li>
        ))}
        {streaming !== null && <li className="streaming">{streaming}</li>}
      </ol>
      <form onSubmit={submit}>
        <input id="text" aria-label="Message" value={text} onChange={event => setText(event.target.value)} />
        <button>Send</button>
      </form>
    </main>
  );
}

await init();
const manager = await ContextManager.open("react-example", { model });
manager.registerTool({ name: "clock", description: "The time of day." }, () => "ten to two");
createRoot(document.querySelector("#root")!).render(
  <StrictMode>
    <Chat manager={manager} />
  </StrictMode>,
);
