// A vector store that runs, called as the page calls it: WebAssembly makes the calls and reads the responses.

import { DIMENSION } from './clusters.mjs';
import { ourVectors } from './modules.mjs';

/** A collection of a store: `{ program: 'chroma' | 'qdrant', address, key }`. */
export class VectorStore {
  constructor({ program, address, key }, name) {
    const { VectorCalls } = ourVectors();
    this.address = address;
    this.headers = { 'content-type': 'application/json', ...(key ? { 'api-key': key } : {}) };
    this.calls = new VectorCalls(program, address, name);
  }

  async create() {
    await this.done(this.calls.create(DIMENSION));
    this.calls.readFound(...(await this.send(this.calls.find())));
    const index = this.calls.index();
    if (index) await this.done(index);
  }

  async put(index, first) {
    this.calls.readDone(...(await this.send(this.calls.put(index, first))));
  }

  /** Returns the bytes of a row with its values. */
  async bringBack(index, first) {
    return this.calls.restore(index, first, ...(await this.send(this.calls.get(index, first))));
  }

  /** Returns the passages as the store ranks them. */
  async nearest(index, question, inScope) {
    return this.calls.readNearest(index, ...(await this.send(this.calls.nearest(index, question, inScope))));
  }

  async sample(index) {
    this.calls.readSample(index, ...(await this.send(this.calls.sample(index))));
  }

  /** What one would send without this project: only the ids of the nearest are wanted. */
  async plainQuery(question, most) {
    const body = JSON.stringify({ query_embeddings: [[...question]], n_results: most, include: [] });
    await this.send({ method: 'POST', path: `${this.calls.path()}/query`, body });
  }

  async delete() {
    await this.done(this.calls.delete());
    this.calls.free();
  }

  async done(call) {
    const [status, body] = await this.send(call);
    if (status >= 300) throw new Error(`${call.path}: ${status} ${Buffer.from(body)}`);
  }

  async send({ method, path, body }) {
    const response = await fetch(`${this.address}/${path}`, { method, headers: this.headers, body: body.length > 0 ? body : undefined });
    return [response.status, new Uint8Array(await response.arrayBuffer())];
  }
}
