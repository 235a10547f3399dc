// Import maps do not apply in workers, so the address is written out. With a bundler, import "ricordo".
import { init, ContextManager } from "./node_modules/ricordo/dist/index.js";

async function* model(request) {
  yield "From the worker: ";
  yield request.messages.at(-1).content;
}

try {
  await init();
  const chat = await ContextManager.open("worker-example", { model });
  onmessage = async ({ data }) => {
    try {
      const reply = await chat.send(data.text, { onEvent: event => postMessage({ event }) });
      postMessage({ reply });
    } catch (error) {
      postMessage({ error: error.message });
    }
  };
  postMessage({ history: await chat.history() });
} catch (error) {
  postMessage({ error: `${error.code}: ${error.message}` });
}
