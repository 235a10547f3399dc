import type { ChatMessage, Content, Role } from "./messages.js";
import type { AppendOptions, MessageOptions, OpenOptions } from "./types.js";
/** The options of `open`, which may follow a name. */
export declare function optionsOf(first?: string | OpenOptions, second?: OpenOptions): OpenOptions;
/** The author of a message, the message it replies to, and its chat; `undefined` if none is given. */
export declare function aboutOf({ author, replyTo, chatName, chatType }: MessageOptions): object | undefined;
/** A message to store, with its options. */
export interface NewMessage {
    role: Role;
    content: Content | ChatMessage;
    options?: AppendOptions;
    about?: object | undefined;
}
/** A message that is given either as one object or as its role and content. */
export declare function newMessage(first: Role | ChatMessage, second?: Content | AppendOptions, third?: AppendOptions): NewMessage;
/** The parts of a message of `role`. */
export declare function partsOf(content: Content | ChatMessage, role?: Role): Promise<object[]>;
/** Checks that a number is a whole number from 0 on. */
export declare function whole(name: string, value: number): number;
