// Stored records besides messages.

import type { Author, Message, Role, Source } from "./messages.js";

/** A conversation in a list. */
export interface Conversation {
  id: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  /** Erased when another one is opened or the manager is closed. */
  temporary: boolean;
  pinned: boolean;
  archived: boolean;
  tags: string[];
  /** The project it belongs to. */
  project: string | null;
  /** Whether the manager has it open. */
  open: boolean;
}

/**
 * A folder of conversations with its own instructions, memories, tasks and summaries, which are used in no other project.
 * It has no model: the program chooses that.
 */
export interface Project {
  id: string;
  /** Up to 80 characters. */
  name: string;
  color: "gray" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple";
  /** Sent with every request of the project, after the system prompt. Up to 20,000 characters. */
  instructions: string;
  /** The preset under the project's requests; `null`: the settings alone. */
  preset: string | null;
  /** Whether its requests contain no user data, memories, summaries and messages from outside. */
  isolated: boolean;
  createdAt: number;
  updatedAt: number;
}

/** What a program sets of a project. */
export type ProjectChange = Partial<Omit<Project, "id" | "createdAt" | "updatedAt">>;

/** Where a memory or a task is used: in all conversations outside isolated projects, in one project, in one conversation. */
export type Scope = "everywhere" | { project: string } | { conversation: string };

/** A text that messages are answered from. */
export interface StoredDocument {
  id: string;
  /** That of its file. */
  name: string;
  kind: "text" | "markdown" | "html" | "pdf" | "docx" | "epub" | "csv" | "json" | "code" | "repository";
  scope: Scope;
  /** The size of the file. */
  bytes: number;
  addedAt: number;
  pages: number | null;
  chunks: number;
  /** The estimated size of its text. */
  tokens: number;
}

/** A document that was just added, and what was left out of its file. */
export interface AddedDocument extends StoredDocument {
  /** Files of a zip, parts of a book and attachments of a mail that were not read. A path with `/` at its end is a whole folder. */
  leftOut: { path: string; reason: LeftOutReason }[];
  /** How many characters were left out because nobody sees them. */
  hidden: number;
  /** The encoding of a text that was not in Unicode, such as `windows-1251`. */
  encoding: string | null;
}

/** Why a file was not read. */
export type LeftOutReason =
  | "ignored"
  | "folder"
  | "lockFile"
  | "minified"
  | "binary"
  | "pdf"
  | "empty"
  | "tooLarge"
  | "protected"
  | "damaged"
  | "unknownPacking"
  | "unreadable"
  | "unsafePath"
  | "attachment";

/** A part of the text of a document, and where it is. */
export interface DocumentChunk {
  /** From 0, without a gap. */
  number: number;
  text: string;
  /** The headings above it, outermost first. */
  headings: string[];
  /** The page on which it begins, from 1. */
  page: number | null;
  /** The page on which it ends. */
  lastPage: number | null;
  /** The first and the last line, from 1. */
  lines: [number, number] | null;
  /** The file in a repository. */
  path: string | null;
}

/** Messages of a conversation that the limit on stored messages deleted. Times are milliseconds since 1970-01-01 UTC. */
export interface DeletedMessages {
  conversation: string;
  title: string;
  /** Oldest first. */
  messages: Message[];
  /** When the first of them was deleted. */
  deletedFrom: number;
  /** When the last of them was deleted. */
  deletedTo: number;
  /** When the first of them is deleted for good. */
  goneAt: number;
}

/** A fact about the user. */
export interface Memory {
  id: string;
  text: string;
  /** `proposed`: the model wants to save it, and the user has not confirmed yet. It is not sent. */
  state: "proposed" | "kept" | "archived";
  /** The message it came from; `null`: the user wrote it. */
  source: { conversation: string; message: string } | null;
  /** Never archived automatically. */
  pinned: boolean;
  createdAt: number;
  updatedAt: number;
  lastUsedAt: number | null;
  uses: number;
  /** Whether the user wrote or edited it. At the limit it is archived after those that only a model wrote. */
  typed: boolean;
  /** The field of the user data that `text` is proposed for; `null`: it is a fact. */
  field: string | null;
  /** Whom it is about; `null`: the user. */
  about: Author | null;
  scope: Scope;
  /** Words that bring it into a request; it is absent from the others. Missing: it is in every request. */
  keyWords?: string[];
}

/** An entry of the list of memories: a fact in any state, or a summary kept as a memory. */
export type MemoryEntry = (Memory & { kind: "fact" | "proposed" | "archived" }) | (Omit<Summary, "kind"> & { kind: "summary" });

export interface MemoryQuery {
  /** Words that an entry must contain. */
  words?: string;
  kind?: "fact" | "summary" | "proposed" | "archived";
  scope?: Scope;
  order?: "newest" | "oldest" | "most_used" | "never_used";
  /** From 0; a number beyond the last page gives the last page. */
  page?: number;
}

export interface MemoryPage {
  entries: MemoryEntry[];
  page: number;
  pages: number;
  total: number;
  /** Number of facts about the user in the scope of the query, by default `everywhere`: the limit applies to these. */
  kept: number;
}

/** Data about the user. An empty field is not sent. */
export interface UserData {
  name: string;
  /** Without `@`. */
  username: string;
  /** Such as `she/her`. */
  pronouns: string;
  language: string;
  /** Free fields: name and value. */
  fields: [string, string][];
  /** Data about other authors. If it is missing in an update, it stays unchanged. */
  people?: { author: Author; fields: [string, string][] }[];
}

export interface Task {
  id: string;
  title: string;
  state: "open" | "done";
  /** `YYYY-MM-DD` */
  due: string | null;
  source: { conversation: string; message: string } | null;
  createdAt: number;
  completedAt: number | null;
  /** Where the model sees it. */
  scope: Scope;
}

/** A text that replaces older messages in requests. */
export interface Summary {
  id: string;
  /** `recent`: of the last days, `long`: of the last weeks, `compressed`: of the oldest messages, which it replaces. */
  kind: "recent" | "long" | "compressed";
  text: string;
  /** The messages it was made from. */
  sources: string[];
  tokens: number;
  /** The size of its sources. */
  tokensBefore: number;
  /** 0 to 100. If there is no room for all summaries, the lowest priority is left out first. */
  priority: number;
  /** The project that it covers, if it covers several conversations of one. */
  project: string | null;
  createdAt: number;
  /** The model that wrote it; missing if it consists of sentences of the sources. */
  model?: string;
}

/** A summary in a list. */
export interface ListedSummary extends Summary {
  standing: "inForce" | "stale" | "replaced";
  /** Why it is not sent. */
  why?: "forgotten" | "muted" | "branchedAway" | "moved" | "within";
}

/** Usage of a model on one day. */
export interface DayUsage {
  /** Days since 1970-01-01 in the user's calendar. */
  day: number;
  model: string;
  requests: number;
  messages: number;
  promptTokens: number;
  cachedTokens: number;
  writtenTokens: number;
  completionTokens: number;
  /** Whether these are requests of background work, which have rows of their own. */
  background: boolean;
  /** The model that was asked for last, where the server named another one. */
  requested?: string;
}

export interface Imported {
  added: number;
  /** Number of records that existed already and stayed unchanged. */
  kept: number;
}

/** Something found by its words and sent with the message. */
export interface Recalled {
  kind: "memory" | "conversation" | "document";
  /** The records whose text is sent. */
  sources: Source[];
  /** Those of them that matched; the others are the messages around them. */
  matched: Source[];
  /** The words of the message that matched. */
  words: string[];
  /** `short`: from the same conversation; `medium`: from the last days; `long`: older. */
  level: "short" | "medium" | "long";
  /** How much of the message matched, by the rarity of the words, in percent. 0 to 100. */
  share: number;
  /** Of what could be found, how much is less near in meaning, in percent. 0 to 100; `null` if meanings were not compared. */
  nearerThan: number | null;
  daysAgo: number;
  tokens: number;
  /** Whether it is a whole document, sent because it is short and not because it matched. */
  whole: boolean;
}

/** Options of {@link ContextManager.recall}. */
export interface RecallOptions {
  /** The conversation that the query is for. Default: the open one. */
  conversation?: string;
  /** The most pieces. Default: `recall.mostPieces` of the settings. */
  limit?: number;
  /** Whether what the next request holds anyway is found, too. Default: no. */
  includeHeld?: boolean;
}

/** Something that {@link ContextManager.recall} found. */
export interface RecalledHere extends Omit<Recalled, "tokens" | "whole"> {
  /** The conversation that the messages or the summary are of; `null` for a memory and for a summary of several. */
  conversation: string | null;
  /** The texts of `sources` as they would be sent: of long messages an excerpt around the words that matched. */
  texts: RecalledText[];
}

export interface RecalledText {
  source: Source;
  text: string;
  /** Who wrote a message. Not for memories and summaries. */
  role?: Role;
  /** The person, if several people write. */
  author?: Author;
  /** When a message was written, in milliseconds since 1970-01-01 UTC. */
  createdAt?: number;
}
