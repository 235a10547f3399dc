// The development server answers at /api/chat, so the example can be tried at once. A server of yours passes the request to its model,
// and answers with the text of the reply, as it comes.
const model = {
  name: "model",
  configureServer({ middlewares }) {
    middlewares.use("/api/chat", async (request, response) => {
      let body = "";
      for await (const part of request.setEncoding("utf8")) body += part;
      const { messages } = JSON.parse(body);
      response.setHeader("content-type", "text/plain; charset=utf-8");
      response.write(`I was sent ${messages.length} messages. `);
      response.end(`The last one: ${messages.at(-1).content}`);
    });
  },
};

export default { plugins: [model] };
