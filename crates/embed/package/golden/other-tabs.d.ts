import type { ChangeEvent } from "./types.js";
export declare class OtherTabs {
    #private;
    /** `onNews` gets their messages. Without a name the database is in memory, and no other tab has it. */
    constructor(name: string | undefined, onNews: (news: string) => void);
    notify(what: ChangeEvent["what"], conversationId: string): void;
    close(): void;
}
