import type { Author, Message } from "./types.js";
/** A conversation in a list. */
export interface Conversation {
    id: string;
    title: string;
    createdAt: number;
    updatedAt: number;
    /** It leaves nothing behind when it is closed. */
    temporary: boolean;
    pinned: boolean;
    archived: boolean;
    tags: string[];
    /** Whether it is the one that the manager has open. */
    open: boolean;
}
/** What the limit on stored messages deleted in a conversation. Times are milliseconds since 1970-01-01 UTC. */
export interface DeletedMessages {
    conversation: string;
    title: string;
    /** Oldest first. */
    messages: Message[];
    /** When the first of them was deleted. */
    deletedFrom: number;
    /** When the last of them was deleted. */
    deletedTo: number;
    /** When the first of them is gone for good. */
    goneAt: number;
}
/** A fact about the user. */
export interface Memory {
    id: string;
    text: string;
    /** `proposed`: the model wants to keep it, and nobody has said yes. It is not sent. */
    state: "proposed" | "kept" | "archived";
    /** The message it came from; `null`: the user wrote it. */
    source: {
        conversation: string;
        message: string;
    } | null;
    /** Never archived by the cap. */
    pinned: boolean;
    createdAt: number;
    updatedAt: number;
    lastUsedAt: number | null;
    uses: number;
    /** Whether the user typed it, or changed its words: at the cap it goes after those that a model alone said. */
    typed: boolean;
    /** The field of the user data that `text` is proposed for; `null`: it is a fact. */
    field: string | null;
    /** Who it is about; `null`: the user. */
    about: Author | null;
}
/** An entry of the list of memories: a fact in any state, or a summary kept as a memory. */
export type MemoryEntry = (Memory & {
    kind: "fact" | "proposed" | "archived";
}) | (Omit<Summary, "kind"> & {
    kind: "summary";
});
export interface MemoryQuery {
    /** The words that an entry has to hold. */
    words?: string;
    kind?: "fact" | "summary" | "proposed" | "archived";
    order?: "newest" | "oldest" | "most_used" | "never_used";
    /** From 0; beyond the last, the last is given. */
    page?: number;
}
export interface MemoryPage {
    entries: MemoryEntry[];
    page: number;
    pages: number;
    total: number;
    /** How many facts about the user are kept: what the cap counts. Other people have a cap of their own. */
    kept: number;
}
/** Who the user is. An empty field is not sent. */
export interface UserData {
    name: string;
    /** Without `@`. */
    username: string;
    /** Such as `she/her`. */
    pronouns: string;
    language: string;
    /** Free fields: name and value. */
    fields: [string, string][];
    /** What is known of the others who write. What is saved without it leaves them as they are. */
    people?: {
        author: Author;
        fields: [string, string][];
    }[];
}
export interface Task {
    id: string;
    title: string;
    state: "open" | "done";
    /** `YYYY-MM-DD` */
    due: string | null;
    source: {
        conversation: string;
        message: string;
    } | null;
    createdAt: number;
    completedAt: number | null;
}
/** A text that stands for messages. */
export interface Summary {
    id: string;
    /** Of the last days, of the last weeks, or of the oldest messages, which it takes the place of. */
    kind: "recent" | "long" | "compressed";
    text: string;
    /** The messages it was made from. */
    sources: string[];
    tokens: number;
    /** The size of its sources. */
    tokensBefore: number;
    /** 0 to 100. Where there is no room for all summaries, the lowest is left out first. */
    priority: number;
    createdAt: number;
    /** Who wrote it; without it: sentences of the source, word for word. */
    model?: string;
}
/** A summary in a list. */
export interface ListedSummary extends Summary {
    standing: "inForce" | "stale" | "replaced";
    /** Why it is left out. */
    why?: "forgotten" | "muted" | "branchedAway" | "within";
}
/** What a model did on a day. */
export interface DayUsage {
    /** Days since 1970-01-01 on the user's calendar. */
    day: number;
    model: string;
    requests: number;
    messages: number;
    promptTokens: number;
    cachedTokens: number;
    completionTokens: number;
    /** Whether these are requests of idle work. They have rows of their own. */
    background: boolean;
}
export interface Imported {
    added: number;
    /** Those that were there already, and stayed as they were. */
    kept: number;
}
