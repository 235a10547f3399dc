import type { AppendOptions, ChatMessage, Content, MessageOptions, OpenOptions, Role } from "./types.js";
/** The options with which a manager is opened: a name may stand before them. */
export declare function optionsOf(first?: string | OpenOptions, second?: OpenOptions): OpenOptions;
/** Who wrote a message, what it answers and in which chat; `undefined`: nothing is told of that. */
export declare function aboutOf({ author, replyTo, chatName, chatType }: MessageOptions): object | undefined;
/** A message to store, and what is known of it. */
export interface Said {
    role: Role;
    content: Content | ChatMessage;
    options?: AppendOptions;
    about?: object | undefined;
}
/** A message that is given as one, or as its role and what it says. */
export declare function saidOf(first: Role | ChatMessage, second?: Content | AppendOptions, third?: AppendOptions): Said;
/** The parts of a message of `role`. */
export declare function partsOf(content: Content | ChatMessage, role?: Role): Promise<object[]>;
/** A whole number from 0 on. */
export declare function whole(name: string, value: number): number;
