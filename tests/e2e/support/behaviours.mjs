// Correct and incorrect behaviours of a chat endpoint, as plain values for misbehaving-server.mjs.
//
// A behaviour is `{ cors, answer(request, response) }`. `cors`: 'given' as Ollama does, with a fixed list of headers;
// 'none' sends no CORS headers; 'refused' rejects the preflight. `allows: 'anthropic'` allows Anthropic's headers.
// `request.json` is the parsed body.

import { pause } from './until.mjs';

const MODEL = 'test-model';

/** A correct reply in pieces of `pieceLength` characters, `delayMs` apart. */
export const reply = (text, options = {}) => ({ cors: 'given', answer: (request, response) => stream(request, response, text, options) });

/** HTTP 401, with the key repeated in the text, as some servers do. */
export const unauthorized = {
  cors: 'given',
  answer: (request, response) => {
    const key = String(request.headers.authorization ?? '').replace('Bearer ', '');
    json(response, 401, { error: { message: `Incorrect API key provided: ${key}. You can find your key in your account.`, type: 'invalid_request_error', code: 'invalid_api_key' } });
  },
};

/** HTTP 404: the model does not exist. */
export const notFound = status(404, { error: { message: `The model '${MODEL}' does not exist`, type: 'not_found_error' } });

/** HTTP 429 with the time to wait, in seconds. */
export const rateLimited = seconds => status(429, { error: { message: 'Rate limit reached', type: 'rate_limit_error' } }, { 'retry-after': String(seconds) });

/** HTTP 500. */
export const serverError = status(500, { error: { message: 'CUDA error: out of memory', type: 'server_error' } });

/** HTTP 400 with llama.cpp's message: the prompt is longer than the context. */
export const contextOverflow = status(400, {
  error: {
    code: 400,
    message: 'request (9001 tokens) exceeds the available context size (4096 tokens), try increasing it',
    type: 'exceed_context_size_error',
    n_prompt_tokens: 9001,
    n_ctx: 4096,
  },
});

/** HTTP 400 if the request has `stream_options`, otherwise a reply. */
export const refusesStreamOptions = text => ({
  cors: 'given',
  answer: (request, response) => {
    if (!request.json.stream_options) return stream(request, response, text, {});
    json(response, 400, { error: { message: 'Unrecognized request argument supplied: stream_options', type: 'invalid_request_error' } });
  },
});

/** Refuses a request with this message while `isRefused` of its JSON holds, otherwise replies. */
export const refusesWhile = (isRefused, message, text, code = 400) => ({
  cors: 'given',
  answer: (request, response) => {
    if (!isRefused(request.json)) return stream(request, response, text, {});
    json(response, code, { error: { message, type: 'invalid_request_error' } });
  },
});

/** As `refusesWhile`, with an error event in place of the first word. */
export const refusesInStreamWhile = (isRefused, message, text) => ({
  cors: 'given',
  answer: (request, response) => {
    if (!isRefused(request.json)) return stream(request, response, text, {});
    beginStream(response);
    response.end(`event: error\n${data({ error: { message } })}`);
  },
});

/** A reply that spends all its tokens on thoughts that are not shown. */
export const hiddenThoughts = {
  cors: 'given',
  answer: (request, response) => {
    beginStream(response);
    response.write(data(chunk(request, { role: 'assistant', content: '' })));
    response.write(data(chunk(request, {}, 'length')));
    response.end('data: [DONE]\n\n');
  },
};

/** HTTP 200 and a web page, as a captive portal or a wrong path returns. */
export const webPage = {
  cors: 'given',
  answer: (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><title>Sign in</title><h1>Welcome to the hotel network</h1>');
  },
};

/** Some text, then the connection is lost. */
export const cutOff = text => ({
  cors: 'given',
  answer: async (request, response) => {
    beginStream(response);
    for (const piece of pieces(text, 4)) {
      response.write(data(chunk(request, { content: piece })));
      // If the connection is lost too early, a browser discards data that it has not delivered yet.
      await pause(30);
    }
    await pause(3_000);
    response.destroy();
  },
});

/** Closes the connection before the response while `isLost` holds, otherwise replies. A browser may send the request again by itself. */
export const losesWhile = (isLost, text) => ({
  cors: 'given',
  answer: (request, response) => (isLost() ? response.destroy() : stream(request, response, text, {})),
});

/** The beginning of a reply, and the rest after the promise `released` resolves, in pieces of `pieceLength`, `delayMs` apart. */
export const held = (first, rest, released, { pieceLength = rest.length || 1, delayMs = 0 } = {}) => ({
  cors: 'given',
  answer: async (request, response) => {
    beginStream(response);
    response.write(data(chunk(request, { content: first })));
    await released;
    for (const piece of pieces(rest, pieceLength)) {
      response.write(data(chunk(request, { content: piece })));
      if (delayMs) await pause(delayMs);
    }
    response.write(data(chunk(request, {}, 'stop')));
    response.end('data: [DONE]\n\n');
  },
});

/** Endless text, as fast as it is read. */
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

/** Some text, then silence on an open connection. */
export const stalls = text => ({
  cors: 'given',
  answer: (request, response) => {
    beginStream(response);
    for (const piece of pieces(text, 4)) response.write(data(chunk(request, { content: piece })));
  },
});

/** A reply that ends before the first word. */
export const emptyReply = reply('');

/** Some text, then an error object with status 200. */
export const errorInStream = text => ({
  cors: 'given',
  answer: (request, response) => {
    beginStream(response);
    for (const piece of pieces(text, 4)) response.write(data(chunk(request, { content: piece })));
    response.end(data({ error: { message: 'The engine is overloaded', type: 'overloaded_error', code: 529 } }));
  },
});

/** A reply from a server without CORS headers: the page may not read it. */
export const withoutCors = { ...reply('You cannot read this.'), cors: 'none' };

/** A server that rejects the preflight. */
export const preflightRefused = { ...reply('You cannot read this.'), cors: 'refused' };

/** Comments that keep the connection alive, CRLF line ends, and no [DONE] at the end. */
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

/** Reasoning first, then the answer. */
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

/** Optional text, and an image made by the model. */
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

/** A reply that calls one tool with these arguments. */
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

/** A reply with this value for `choices` in the chunk with the usage. */
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

/** About the model's count: a far lower one would tell the page that a part of its prompt was dropped. */
const counted = ({ json: { messages, tools = [] } }) => Math.ceil(JSON.stringify([messages, tools]).length / 4.5);

function beginStream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
}

function chunk(request, delta, finish_reason = null) {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_767_323_045, model: request.json.model ?? MODEL, choices: [{ index: 0, delta, finish_reason }] };
}

const data = value => `data: ${JSON.stringify(value)}\n\n`;

/** A text in pieces of this many characters. */
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
