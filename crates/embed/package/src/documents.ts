// The documents of a manager: texts that messages are answered from.

import { RicordoError } from "./errors.js";
import { bytesOf, isBlob } from "./given.js";
import type { Caller } from "./groups.js";
import type { AddedDocument, DocumentChunk, RecalledHere, Scope, StoredDocument } from "./records.js";

/**
 * A file: its name and content, or, of a PDF, the texts of its pages. What it is, is seen from its first bytes and its name:
 * text, Markdown, HTML, a mail (EML) or page (MHT) in one file, DOCX, EPUB, CSV, JSON, source code, or a zip of many files. Hidden
 * text is left out; in `pages` it cannot be recognized.
 */
export type NewDocument = File | { name: string; content: string | Blob | ArrayBuffer | Uint8Array } | { name: string; pages: string[] };

/** Options of {@link Documents.search}. */
export interface DocumentQuery {
  /** The conversation that the query is for. Default: the open one. */
  conversation?: string;
  /** The most pieces. Default: `recall.mostPieces` of the settings. */
  limit?: number;
}

/**
 * Texts that messages are answered from. A short one of the open conversation goes into each request whole; of the others, what
 * answers the message is quoted, as text that is not to be followed.
 */
export class Documents {
  readonly #caller: Caller;

  /** @internal */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Reads a file and adds it, by default for the project of the open conversation, or for all. The file itself is not kept, only its
   * text; the result names what was left out of it. {@link ContextManager.undo} takes it back. Nothing is sent.
   *
   * @throws `document-refused`: it cannot be read, has no text, or is there already; `temporary`.
   */
  async add(file: NewDocument, { scope }: { scope?: Scope } = {}): Promise<AddedDocument> {
    return this.#caller.change("documents", async (manager, open) => {
      const { name, bytes, pages } = await contentOf(file);
      return manager.maintenance(open, "addDocument", [name, bytes, pages, scope]);
    });
  }

  /** All documents, oldest first. */
  list(): Promise<StoredDocument[]> {
    return this.#caller.run("documents.list", (manager, open) => manager.maintenance(open, "documents", []));
  }

  /** A part of the text of a document: `limit` chunks from number `from` on. */
  text(id: string, { from = 0, limit = 100 }: { from?: number; limit?: number } = {}): Promise<DocumentChunk[]> {
    return this.#caller.run("documents.text", (manager, open) => manager.maintenance(open, "documentText", [id, from, limit]));
  }

  /** What answers a query, best first: passages of the documents in scope of the conversation. Sends and stores nothing. */
  search(query: string, options: DocumentQuery = {}): Promise<RecalledHere[]> {
    return this.#caller.run("documents.search", (manager, open) => manager.maintenance(open, "searchDocuments", [String(query), options]));
  }

  /** Changes where a document is used. */
  setScope(id: string, scope: Scope): Promise<StoredDocument> {
    return this.#caller.change("documents", (manager, open) => manager.maintenance(open, "scopeDocument", [id, scope]));
  }

  /** Removes a document. {@link ContextManager.undo} brings it back. */
  remove(id: string): Promise<void> {
    return this.#caller.change("documents", (manager, open) => manager.maintenance(open, "removeDocument", [id]));
  }

  /** Erases a document with everything derived from it, and every stored request that holds text of it. This cannot be undone. */
  erase(id: string): Promise<void> {
    return this.#caller.change("documents", (manager, open) => manager.maintenance(open, "eraseDocument", [id]));
  }

  /**
   * Makes a tool call that was held, with the user's yes: in a request with text of documents the model saves, changes and deletes
   * nothing by itself, and the tools of the program wait, too. Text in a document may ask for such things. `part`: the place of the
   * `toolResult` with `held` among the parts of the message. {@link ContextManager.undo} takes back what a tool of Ricordo did.
   * `false`: it was decided before.
   *
   * @throws `no-message`: the open conversation has no such call.
   */
  allowCall(messageId: string, part: number): Promise<boolean> {
    return this.#caller.change("everything", (manager, open) => manager.maintenance(open, "decideCall", [messageId, part, true]));
  }

  /** Dismisses a held call: it is not made, and the model reads that the user declined. `false`: it was decided before. */
  dismissCall(messageId: string, part: number): Promise<boolean> {
    return this.#caller.change("everything", (manager, open) => manager.maintenance(open, "decideCall", [messageId, part, false]));
  }
}

async function contentOf(file: NewDocument): Promise<{ name: string; bytes?: Uint8Array; pages?: string[] }> {
  const { name } = file ?? {};
  if (typeof name !== "string" || name === "") bad("A document has a name: that of its file.");
  if ("pages" in file) return Array.isArray(file.pages) ? { name, pages: file.pages } : bad("`pages` are the texts of the pages, in order.");
  const content = "content" in file ? file.content : file;
  if (typeof content === "string") return { name, bytes: new TextEncoder().encode(content) };
  if (content instanceof Uint8Array) return { name, bytes: content };
  if (content instanceof ArrayBuffer) return { name, bytes: new Uint8Array(content) };
  if (isBlob(content)) return { name, bytes: await bytesOf(content) };
  return bad("The content of a document is a text, a Blob or bytes.");
}

function bad(message: string): never {
  throw new RicordoError("bad-argument", message);
}
