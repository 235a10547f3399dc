// A small OpenAI-compatible server on top of node-llama-cpp, with real weights: models and streamed chat, with CORS.
//
// As a program it serves, and writes its address on the first line of its output. `startLlmServer` runs it as a separate
// process, so that the model never delays the test's own timers. It handles one request at a time.

import { spawn } from 'node:child_process';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { llamaPackage, modelPath } from './environment.mjs';

const MODEL = 'smollm2-135m-instruct';
const CONTEXT_TOKENS = 2_048;
// A small model may ramble. The tests only check that it answers.
const LONGEST_REPLY = 48;

/** Starts the server with the weights of `RICORDO_MODEL`. Returns its base address and a function that ends it. */
export async function startLlmServer() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise(resolve => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([lines[Symbol.asyncIterator]().next(), ended.then(() => ({ done: true }))]);
  if (first.done) throw new Error('The model server ended before it served.');
  return {
    baseUrl: `${first.value}/v1`,
    model: MODEL,
    async close() {
      kill();
      await ended;
      process.off('exit', kill);
    },
  };
}

async function serve() {
  const { getLlama } = await llamaPackage();
  // One thread: on a busy machine two threads wait for each other more than they work.
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: 1 });
  const model = await llama.loadModel({ modelPath: modelPath() });
  const context = await model.createContext({ contextSize: CONTEXT_TOKENS, threads: 1 });
  const sequence = context.getSequence();
  let turn = Promise.resolve();
  const server = http.createServer((request, response) => {
    allowOrigin(response);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (request.url === '/v1/models') return sendJson(response, { object: 'list', data: [{ id: MODEL, object: 'model', owned_by: 'local' }] });
    if (request.url !== '/v1/chat/completions') return response.writeHead(404).end();
    turn = turn.then(() => chat(model, sequence, request, response)).catch(error => response.destroy(error));
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  console.log(`http://127.0.0.1:${server.address().port}`);
}

async function chat(model, sequence, request, response) {
  const body = await jsonOf(request);
  const prompt = model.tokenize(chatMl(body.messages), true);
  // The part of the prompt that is in the context already is not processed again.
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
  const cached_tokens = sequence.nextTokenIndex;
  const usage = () => ({ prompt_tokens: prompt.length, completion_tokens: generated.length, total_tokens: prompt.length + generated.length, prompt_tokens_details: { cached_tokens } });
  const write = value => response.write(`data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', model: body.model, ...value })}\n\n`);
  const delta = (content, finish_reason = null) => write({ choices: [{ index: 0, delta: content, finish_reason }] });

  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  delta({ role: 'assistant', content: null });
  const generated = [];
  let shown = '';
  let finish = 'stop';
  for await (const token of sequence.evaluate(prompt.slice(cached_tokens), { temperature: body.temperature ?? 0 })) {
    if (response.destroyed || model.isEogToken(token)) break;
    generated.push(token);
    const text = model.detokenize(generated);
    // Half a character is held back until its other half arrives.
    if (!text.endsWith('\ufffd')) {
      delta({ content: text.slice(shown.length) });
      shown = text;
    }
    if (generated.length >= Math.min(body.max_tokens ?? LONGEST_REPLY, LONGEST_REPLY)) {
      finish = 'length';
      break;
    }
  }
  delta({}, finish);
  if (body.stream_options?.include_usage) write({ choices: [], usage: usage() });
  response.end('data: [DONE]\n\n');
}

const chatMl = messages => `${messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`).join('')}<|im_start|>assistant\n`;

function allowOrigin(response) {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
  response.setHeader('access-control-allow-headers', 'authorization, content-type');
}

function sendJson(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

async function jsonOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve();
