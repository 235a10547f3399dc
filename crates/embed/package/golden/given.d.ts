import type { Content } from "./types.js";
/** The parts of a message. */
export declare function partsOf(content: Content): Promise<object[]>;
/** A whole number from 0 on. */
export declare function whole(name: string, value: number): number;
