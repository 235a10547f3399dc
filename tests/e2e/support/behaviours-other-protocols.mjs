// Behaviours of Ollama and Anthropic endpoints, like those in behaviours.mjs.

import { pieces } from './behaviours.mjs';

/** A correct reply of Ollama: one JSON object per line. */
export const ollamaReply = (text, { thoughts = '' } = {}) => ({
  cors: 'given',
  answer: (request, response) => {
    const line = more => response.write(`${JSON.stringify({ model: request.json.model, created_at: '2026-11-22T08:15:30Z', done: false, ...more })}\n`);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    for (const thinking of pieces(thoughts, 4)) line({ message: { role: 'assistant', content: '', thinking } });
    for (const content of pieces(text, 4)) line({ message: { role: 'assistant', content } });
    line({ message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 21, eval_count: 8 });
    response.end();
  },
});

/** Some text of Ollama's, then an error in place of the next line. */
export const ollamaError = (text, error) => ({
  cors: 'given',
  answer: (request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(`${JSON.stringify({ model: request.json.model, message: { role: 'assistant', content: text }, done: false })}\n`);
    response.end(`${JSON.stringify({ error })}\n`);
  },
});

/** A correct reply of Anthropic: named events. */
export const anthropicReply = (text, { cachedTokens = 16 } = {}) => ({
  cors: 'given',
  allows: 'anthropic',
  answer: (request, response) => {
    beginMessage(request, response, cachedTokens);
    for (const piece of pieces(text, 4)) response.write(words(piece));
    response.write(event('content_block_stop', { index: 0 }));
    response.write(event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 8 } }));
    response.end(event('message_stop', {}));
  },
});

/** Some text of Anthropic's, then an error that it is overloaded. */
export const anthropicOverloaded = text => ({
  cors: 'given',
  allows: 'anthropic',
  answer: (request, response) => {
    beginMessage(request, response, 0);
    response.write(words(text));
    response.end(event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }));
  },
});

function beginMessage(request, response, cache_read_input_tokens) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const usage = { input_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens, output_tokens: 1 };
  response.write(event('message_start', { message: { id: 'msg_1', type: 'message', role: 'assistant', model: request.json.model, content: [], usage } }));
  response.write(event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }));
  response.write(event('ping', {}));
}

const words = text => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });

const event = (type, more) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
