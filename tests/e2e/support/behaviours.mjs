// Everything a chat endpoint can do right and wrong, as plain values. The server that plays them is next door.
//
// A behaviour is `{ cors, answer(request, response) }`. `cors`: 'given' as Ollama does, with a fixed list of headers;
// 'none' says nothing about origins; 'refused' turns the preflight away. `allows: 'anthropic'` allows Anthropic's headers. `request.json` is the body, parsed.

import { pause } from './until.mjs';

const MODEL = 'test-model';

/** A reply as it should be, in pieces of `pieceLength` characters with `delayMs` between them. */
export const reply = (text, options = {}) => ({ cors: 'given', answer: (request, response) => stream(request, response, text, options) });

/** HTTP 401, with the key repeated in the text, as some servers do. */
export const unauthorized = {
  cors: 'given',
  answer: (request, response) => {
    const key = String(request.headers.authorization ?? '').replace('Bearer ', '');
    json(response, 401, { error: { message: `Incorrect API key provided: ${key}. You can find your key in your account.`, type: 'invalid_request_error', code: 'invalid_api_key' } });
  },
};

/** HTTP 404: the model is not there. */
export const notFound = status(404, { error: { message: `The model '${MODEL}' does not exist`, type: 'not_found_error' } });

/** HTTP 429 with the time to wait, in seconds. */
export const rateLimited = seconds => status(429, { error: { message: 'Rate limit reached', type: 'rate_limit_error' } }, { 'retry-after': String(seconds) });

/** HTTP 500. */
export const serverError = status(500, { error: { message: 'CUDA error: out of memory', type: 'server_error' } });

/** HTTP 400 in the words of llama.cpp: the prompt is longer than the context. */
export const contextOverflow = status(400, {
  error: {
    code: 400,
    message: 'request (9001 tokens) exceeds the available context size (4096 tokens), try increasing it',
    type: 'exceed_context_size_error',
    n_prompt_tokens: 9001,
    n_ctx: 4096,
  },
});

/** HTTP 400 as long as the request has `stream_options`; then a reply. */
export const refusesStreamOptions = text => ({
  cors: 'given',
  answer: (request, response) => {
    if (!request.json.stream_options) return stream(request, response, text, {});
    json(response, 400, { error: { message: 'Unrecognized request argument supplied: stream_options', type: 'invalid_request_error' } });
  },
});

/** HTTP 200 and a web page, as a captive portal or a wrong path gives. */
export const webPage = {
  cors: 'given',
  answer: (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><title>Sign in</title><h1>Welcome to the hotel network</h1>');
  },
};

/** Some words, and the connection is gone. */
export const cutOff = text => ({
  cors: 'given',
  answer: async (request, response) => {
    beginStream(response);
    for (const piece of pieces(text, 4)) {
      response.write(data(chunk(request, { content: piece })));
      // A browser throws away what it has not handed over when the line goes dead.
      await pause(30);
    }
    await pause(500);
    response.destroy();
  },
});

/** The first words of a reply, and the rest once the promise `released` is kept. */
export const held = (first, rest, released) => ({
  cors: 'given',
  answer: async (request, response) => {
    beginStream(response);
    response.write(data(chunk(request, { content: first })));
    await released;
    response.write(data(chunk(request, { content: rest })));
    response.write(data(chunk(request, {}, 'stop')));
    response.end('data: [DONE]\n\n');
  },
});

/** Words without end, as fast as they are read. */
export const endless = {
  cors: 'given',
  answer: async (request, response) => {
    beginStream(response);
    const piece = 'and so on and on and on '.repeat(10);
    while (!response.destroyed) {
      response.write(data(chunk(request, { content: piece })));
      await pause(1);
    }
  },
};

/** Some words, then silence on an open line. */
export const stalls = text => ({
  cors: 'given',
  answer: (request, response) => {
    beginStream(response);
    for (const piece of pieces(text, 4)) response.write(data(chunk(request, { content: piece })));
  },
});

/** A reply that is over before the first word. */
export const emptyReply = reply('');

/** Some words, then an error object under HTTP 200. */
export const errorInStream = text => ({
  cors: 'given',
  answer: (request, response) => {
    beginStream(response);
    for (const piece of pieces(text, 4)) response.write(data(chunk(request, { content: piece })));
    response.end(data({ error: { message: 'The engine is overloaded', type: 'overloaded_error', code: 529 } }));
  },
});

/** A reply from a server that knows nothing of browsers: the page is not allowed to read it. */
export const withoutCors = { ...reply('You cannot read this.'), cors: 'none' };

/** A server that turns the preflight away. */
export const preflightRefused = { ...reply('You cannot read this.'), cors: 'refused' };

/** Comments that keep the line alive, CRLF line ends, and no [DONE] at the end. */
export const keepAlives = text => ({
  cors: 'given',
  answer: (request, response) => {
    beginStream(response);
    const crlf = value => `data: ${JSON.stringify(value)}\r\n\r\n`;
    response.write(': keep-alive\r\n\r\n');
    for (const piece of pieces(text, 4)) response.write(`${crlf(chunk(request, { content: piece }))}: keep-alive\r\n\r\n`);
    response.end(crlf(chunk(request, {}, 'stop')));
  },
});

/** Thoughts first, then the answer. */
export const reasoning = (thoughts, text) => ({
  cors: 'given',
  answer: (request, response) => {
    beginStream(response);
    for (const piece of pieces(thoughts, 4)) response.write(data(chunk(request, { content: null, reasoning_content: piece })));
    for (const piece of pieces(text, 4)) response.write(data(chunk(request, { content: piece })));
    response.write(data(chunk(request, {}, 'stop')));
    response.end('data: [DONE]\n\n');
  },
});

/** Words, where there are some, and an image that the model made. */
export const drawing = (text, png) => ({
  cors: 'given',
  answer: (request, response) => {
    beginStream(response);
    if (text) response.write(data(chunk(request, { content: text })));
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${png.toString('base64')}` } };
    response.write(data(chunk(request, { content: '', images: [image] })));
    response.write(data(chunk(request, {}, 'stop')));
    response.end('data: [DONE]\n\n');
  },
});

/** A reply that asks for one tool, with these arguments. */
export const asksFor = (name, given) => ({
  cors: 'given',
  answer: (request, response) => {
    beginStream(response);
    const call = { index: 0, id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(given) } };
    response.write(data(chunk(request, { role: 'assistant', content: null, tool_calls: [call] })));
    response.write(data(chunk(request, {}, 'tool_calls')));
    response.end('data: [DONE]\n\n');
  },
});

/** A reply with `choices` as this value on the chunk that carries the usage. */
export const usageWithChoices = (text, choices) => reply(text, { usageChoices: choices });

async function stream(request, response, text, { pieceLength = 4, delayMs = 0, usageChoices = [], cachedTokens }) {
  beginStream(response);
  response.write(data(chunk(request, { role: 'assistant', content: null })));
  for (const piece of pieces(text, pieceLength)) {
    if (response.destroyed) return;
    response.write(data(chunk(request, { content: piece })));
    if (delayMs > 0) await pause(delayMs);
  }
  response.write(data(chunk(request, {}, 'stop')));
  if (request.json.stream_options?.include_usage) {
    const prompt_tokens_details = cachedTokens === undefined ? undefined : { cached_tokens: cachedTokens };
    const prompt_tokens = counted(request);
    const usage = { prompt_tokens, completion_tokens: 8, total_tokens: prompt_tokens + 8, prompt_tokens_details };
    response.write(data({ ...chunk(request, {}), choices: usageChoices, usage }));
  }
  response.end('data: [DONE]\n\n');
}

/** About as a model counts: a count far below that tells the page that a part of its prompt was dropped. */
const counted = ({ json: { messages, tools = [] } }) => Math.ceil(JSON.stringify([messages, tools]).length / 4.5);

function beginStream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
}

function chunk(request, delta, finish_reason = null) {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_767_323_045, model: request.json.model ?? MODEL, choices: [{ index: 0, delta, finish_reason }] };
}

const data = value => `data: ${JSON.stringify(value)}\n\n`;

/** A text in pieces of so many characters. */
export function pieces(text, length) {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, at) => characters.slice(at * length, (at + 1) * length).join(''));
}

function status(code, body, headers = {}) {
  return { cors: 'given', answer: (_request, response) => json(response, code, body, headers) };
}

function json(response, code, body, headers = {}) {
  response.writeHead(code, { 'content-type': 'application/json', 'access-control-expose-headers': 'retry-after', ...headers });
  response.end(JSON.stringify(body));
}
