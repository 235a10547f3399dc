// Fake model servers at their usual ports on this computer.

import http from 'node:http';
import { vectors } from './behaviours-embeddings.mjs';
import { closeServer } from './static-server.mjs';

const LISTS = {
  '/api/tags': ids => ({ models: ids.map(name => ({ name, model: name })) }),
  '/v1/models': ids => ({ object: 'list', data: ids.map(id => ({ id, object: 'model', owned_by: 'test' })) }),
};

/**
 * Starts one at a port. `models` are the ids it lists; without `cors` no page may read its responses. It answers a chat in
 * Ollama's protocol, and requests for vectors in both. `requests` are the requested paths, each with the page that asked: those of
 * other tests look at the usual ports, too.
 */
export async function startLocalServer(port, { models = [], cors = true } = {}) {
  const requests = [];
  const server = http.createServer((request, response) => {
    requests.push({ line: `${request.method} ${request.url}`, origin: request.headers.origin });
    if (cors) {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'authorization, content-type');
    }
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const list = LISTS[request.url];
    if (list) return json(response, 200, list(models));
    if (request.url === '/api/chat') return chat(response);
    if (['/api/embed', '/v1/embeddings'].includes(request.url)) return embed(request, response);
    if (request.url === '/api/show') {
      return json(response, 200, { capabilities: ['completion', 'vision', 'tools'], model_info: { 'test.context_length': 131_072 } });
    }
    json(response, 404, { error: 'not found' });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { requests, close: () => closeServer(server) };
}

function json(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

async function embed(request, response) {
  const parts = [];
  for await (const part of request) parts.push(part);
  vectors().answer({ path: request.url, json: JSON.parse(Buffer.concat(parts).toString('utf8')) }, response);
}

function chat(response) {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.write(`${JSON.stringify({ model: 'm', message: { role: 'assistant', content: 'It is Paris.' }, done: false })}\n`);
  response.end(`${JSON.stringify({ model: 'm', message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 20, eval_count: 3 })}\n`);
}
