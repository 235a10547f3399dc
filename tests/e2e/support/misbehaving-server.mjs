// A server on loopback that behaves as badly as a test wants, in any of the protocols, and records its requests.
//
// Each endpoint has an address of its own and a list of behaviours: the first chat request gets the first of them, the
// second the second, and all later ones the last. A rejected preflight uses up its behaviour, too. Where only POST is
// answered, GET is not found, with the CORS headers that the request before it got. Requests for vectors
// have a list of behaviours of their own, from behaviours-embeddings.mjs, and so have recordings and texts to be read
// aloud, from behaviours-speech.mjs; without one they are not found.

import http from 'node:http';
import { EMBEDDING_MODEL } from './behaviours-embeddings.mjs';
import { closeServer } from './static-server.mjs';

// Ollama's list is fixed like this one: with an additional header the browser never sends the request.
const ALLOWED_HEADERS = 'authorization, content-type';
const ALLOWED_BY_ANTHROPIC = 'x-api-key, anthropic-version, anthropic-dangerous-direct-browser-access, content-type';

// The path for replies in each protocol.
const CHATS = ['/v1/chat/completions', '/api/chat', '/v1/messages'];

// The path for vectors in each protocol that has them.
const EMBEDDINGS = ['/v1/embeddings', '/api/embed'];

// The path for recordings, and the path for texts that are read aloud.
const SPEECH = { '/v1/audio/transcriptions': 'recordings', '/v1/audio/speech': 'readings' };

// The path for the list of models in each protocol, and its response.
const MODELS = {
  '/v1/models': ids => ({ object: 'list', data: ids.map(id => ({ id, object: 'model', owned_by: 'test' })) }),
  '/api/tags': ids => ({ models: ids.map(name => ({ name, model: name, size: 1 })) }),
};

/** Starts the server, on a free port unless one is given. */
export async function startMisbehavingServer({ port = 0 } = {}) {
  const endpoints = new Map();
  const server = http.createServer((request, response) => {
    const [, name] = request.url.split('/');
    const endpoint = endpoints.get(name);
    if (!endpoint) {
      response.writeHead(404).end();
      return;
    }
    answer(endpoint, request, response).catch(error => response.destroy(error));
  });
  await new Promise(resolve => server.listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    /**
     * Opens an endpoint with these behaviours. `chats` are the received chat requests in order: `headers`, `body` as text,
     * `json`, and `closedByClient` once the browser has closed the connection early. `root` is the address without `/v1`.
     * `embeds(...behaviours)` sets how it answers requests for vectors, from now on; `embedded` are these requests.
     * `hears(...behaviours)` sets how it answers recordings, `recorded` are these requests, with their body as `bytes`;
     * `reads(...behaviours)` and `read` are the same for texts that are read aloud.
     */
    endpoint(...behaviours) {
      const name = `endpoint-${endpoints.size + 1}`;
      const requests = [];
      const endpoint = { requests, chat: queue(behaviours), embeddings: queue([]), recordings: queue([]), readings: queue([]) };
      endpoints.set(name, endpoint);
      const root = `${origin}/${name}`;
      return {
        baseUrl: `${root}/v1`,
        root,
        requests,
        chats: endpoint.chat.received,
        embedded: endpoint.embeddings.received,
        embeds(...behaviours) {
          Object.assign(endpoint.embeddings, { behaviours, used: 0 });
          return this;
        },
        recorded: endpoint.recordings.received,
        hears(...behaviours) {
          Object.assign(endpoint.recordings, { behaviours, used: 0 });
          return this;
        },
        read: endpoint.readings.received,
        reads(...behaviours) {
          Object.assign(endpoint.readings, { behaviours, used: 0 });
          return this;
        },
      };
    },
    close: () => closeServer(server),
  };
}

const queue = behaviours => ({ behaviours, used: 0, received: [] });

async function answer(endpoint, request, response) {
  const path = request.url.replace(/^\/[^/]+/, '');
  const asked = EMBEDDINGS.includes(path) ? endpoint.embeddings : endpoint[SPEECH[path]] ?? endpoint.chat;
  const bytes = await bodyOf(request);
  // The page looks in this way whether it may read the answers to a request that failed.
  const isProbe = !MODELS[path] && (request.headers['access-control-request-method'] ?? request.method) === 'GET';
  const number = isProbe ? Math.max(asked.used - 1, 0) : asked.used;
  const behaviour = asked.behaviours[Math.min(number, asked.behaviours.length - 1)];
  const seen = { method: request.method, path, headers: request.headers, rawHeaders: request.rawHeaders, bytes, body: bytes.toString('utf8'), closedByClient: false };
  endpoint.requests.push(seen);
  allowOrigin(behaviour ?? { cors: 'given' }, response);
  if (request.method === 'OPTIONS') {
    if (!isProbe && behaviour && behaviour.cors !== 'given') asked.used += 1;
    response.writeHead(behaviour?.cors === 'refused' ? 403 : 204).end();
    return;
  }
  if (request.method === 'GET' && MODELS[path]) {
    const ids = endpoint.embeddings.behaviours.length > 0 ? ['test-model', EMBEDDING_MODEL] : ['test-model'];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(MODELS[path](ids)));
    return;
  }
  if (!behaviour || request.method !== 'POST' || ![...CHATS, ...EMBEDDINGS, ...Object.keys(SPEECH)].includes(path)) {
    response.writeHead(404).end();
    return;
  }
  if (asked !== endpoint.recordings) seen.json = JSON.parse(seen.body);
  asked.received.push(seen);
  asked.used += 1;
  response.once('close', () => (seen.closedByClient = !response.writableFinished));
  await behaviour.answer(seen, response);
}

function allowOrigin({ cors, allows }, response) {
  if (cors === 'none') return;
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
  response.setHeader('access-control-allow-headers', allows === 'anthropic' ? ALLOWED_BY_ANTHROPIC : ALLOWED_HEADERS);
  // A cached preflight would hide the next behaviour's response to it.
  response.setHeader('access-control-max-age', '0');
}

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}
