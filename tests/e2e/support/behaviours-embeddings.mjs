// Correct and incorrect behaviours of an endpoint that is asked for the vectors of texts, in OpenAI's protocol and in
// Ollama's, like those in behaviours.mjs: `server.endpoint(…).embeds(…)`. `rateLimited`, `unauthorized`, `notFound`,
// `serverError`, `contextOverflow`, `webPage`, `withoutCors` and `preflightRefused` of that file work here, too.

import { Readable } from 'node:stream';
import { toyVector } from './toy-vectors.mjs';

/** Id of the model, listed by endpoints that have vectors. */
export const EMBEDDING_MODEL = 'test-embedder';

/** Correct vectors: see toy-vectors.mjs. */
export const vectors = ({ dimensions } = {}) => answering(texts => texts.map(text => toyVector(text, dimensions)));

/** Correct vectors, after the promise `released` resolves. */
export const heldVectors = released => ({
  ...vectors(),
  async answer(request, response) {
    await released;
    vectors().answer(request, response);
  },
});

/** The last vector has one dimension less than the others. Of a single text: none. */
export const unevenVectors = answering(texts => texts.map((text, place) => (place < texts.length - 1 ? toyVector(text) : toyVector(text, texts.length > 1 ? 7 : 0))));

/** One vector less than texts. */
export const fewerVectors = answering(texts => texts.slice(1).map(text => toyVector(text)));

/** `NaN` among the numbers, as Python writes it. */
export const notNumbers = answering(texts => texts.map(text => toyVector(text)), body => body.replace(/\[(?=-?\d)[^,\]]+/, '[NaN'));

/** A vector of zeros for each text: it has no direction. */
export const zeroVectors = answering(texts => texts.map(text => toyVector(text).map(() => 0)));

/** JSON without vectors. */
export const noVectors = answering(() => undefined);

/** Numbers that never end. */
export const endlessVectors = {
  cors: 'given',
  answer(_request, response) {
    response.writeHead(200, { 'content-type': 'application/json' });
    const text = Readable.from(endlessNumbers());
    response.once('close', () => text.destroy());
    text.pipe(response);
  },
};

function* endlessNumbers() {
  yield '{"data":[{"index":0,"embedding":[0';
  while (true) yield ',0.123456'.repeat(10_000);
}

function answering(vectorsOf, written = body => body) {
  return {
    cors: 'given',
    answer(request, response) {
      const { model, input } = request.json;
      const vectors = vectorsOf([input].flat());
      const body = request.path.startsWith('/api/') ? { model, embeddings: vectors, total_duration: 14_143_917 } : openAi(model, vectors);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(written(JSON.stringify(body)));
    },
  };
}

const openAi = (model, vectors) => ({
  object: 'list',
  data: vectors?.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  model,
  usage: { prompt_tokens: 8, total_tokens: 8 },
});
