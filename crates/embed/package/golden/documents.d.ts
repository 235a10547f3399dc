import type { AddedDocument, DocumentChunk, RecalledHere, Scope, StoredDocument } from "./records.js";
/**
 * A file: its name and content, or, of a PDF, the texts of its pages. What it is, is seen from its first bytes and its name:
 * text, Markdown, HTML, a mail (EML) or page (MHT) in one file, DOCX, EPUB, CSV, JSON, source code, or a zip of many files. Hidden
 * text is left out; in `pages` it cannot be recognized.
 */
export type NewDocument = File | {
    name: string;
    content: string | Blob | ArrayBuffer | Uint8Array;
} | {
    name: string;
    pages: string[];
};
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
export declare class Documents {
    #private;
    /**
     * Reads a file and adds it, by default for the project of the open conversation, or for all. The file itself is not kept, only its
     * text; the result names what was left out of it. {@link ContextManager.undo} takes it back. Nothing is sent.
     *
     * @throws `document-refused`: it cannot be read, has no text, or is there already; `temporary`.
     */
    add(file: NewDocument, { scope }?: {
        scope?: Scope;
    }): Promise<AddedDocument>;
    /** All documents, oldest first. */
    list(): Promise<StoredDocument[]>;
    /** A part of the text of a document: `limit` chunks from number `from` on. */
    text(id: string, { from, limit }?: {
        from?: number;
        limit?: number;
    }): Promise<DocumentChunk[]>;
    /** What answers a query, best first: passages of the documents in scope of the conversation. Sends and stores nothing. */
    search(query: string, options?: DocumentQuery): Promise<RecalledHere[]>;
    /** Changes where a document is used. */
    setScope(id: string, scope: Scope): Promise<StoredDocument>;
    /** Removes a document. {@link ContextManager.undo} brings it back. */
    remove(id: string): Promise<void>;
    /** Erases a document with everything derived from it, and every stored request that holds text of it. This cannot be undone. */
    erase(id: string): Promise<void>;
    /**
     * Makes a tool call that was held, with the user's yes: in a request with text of documents the model saves, changes and deletes
     * nothing by itself, and the tools of the program wait, too. Text in a document may ask for such things. `part`: the place of the
     * `toolResult` with `held` among the parts of the message. {@link ContextManager.undo} takes back what a tool of Ricordo did.
     * `false`: it was decided before.
     *
     * @throws `no-message`: the open conversation has no such call.
     */
    allowCall(messageId: string, part: number): Promise<boolean>;
    /** Dismisses a held call: it is not made, and the model reads that the user declined. `false`: it was decided before. */
    dismissCall(messageId: string, part: number): Promise<boolean>;
}
