// Vectors of texts on disk. Each is written as soon as it is made, so an interrupted run goes on where it ended.
//
// A line for each vector: {"text": SHA-256 of the text, "vector": its numbers of 32 bits in base64}.

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const keyOf = text => createHash('sha256').update(text).digest('hex');

/** The vectors in a file, which need not exist. `dimension` is how many numbers each has. */
export class KeptVectors {
  constructor(file, dimension) {
    this.file = file;
    this.bytes = dimension * 4;
    this.vectors = new Map();
    mkdirSync(path.dirname(file), { recursive: true });
    const lines = existsSync(file) ? readFileSync(file, 'utf8') : '';
    lines.split('\n').forEach(line => this.#read(line));
    // A line that was being written when the run ended has no end. The next one must not become a part of it.
    if (lines && !lines.endsWith('\n')) appendFileSync(file, '\n');
  }

  #read(line) {
    try {
      const { text, vector } = JSON.parse(line);
      const bytes = Uint8Array.from(Buffer.from(vector, 'base64'));
      if (bytes.length === this.bytes) this.vectors.set(text, new Float32Array(bytes.buffer));
    } catch {
      // Empty, or only partly written: that vector is made again.
    }
  }

  has(text) {
    return this.vectors.has(keyOf(text));
  }

  get(text) {
    return this.vectors.get(keyOf(text));
  }

  /** Keeps the vectors of some texts. */
  add(texts, vectors) {
    const lines = texts.map((text, at) => {
      const [key, vector] = [keyOf(text), Float32Array.from(vectors[at])];
      this.vectors.set(key, vector);
      return `${JSON.stringify({ text: key, vector: Buffer.from(vector.buffer).toString('base64') })}\n`;
    });
    appendFileSync(this.file, lines.join(''));
  }
}
