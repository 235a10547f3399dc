import { RicordoError } from "./errors.js";
/** A tool as it is described to the model. OpenAI's form, `{ type: "function", function: { … } }`, is accepted, too. */
export interface ToolSchema {
    /** Letters, digits, `_` and `-`, at most 64. */
    name: string;
    /** Tells the model what the tool does and when to call it. */
    description: string;
    /** The JSON schema of the arguments: an object. Default: none. */
    parameters?: Record<string, unknown>;
}
/**
 * Answers a call. `arguments_` is the object that the model wrote. The result is sent to the model: a text unchanged, anything
 * else as JSON. If the function throws, the model receives the error, and the turn continues.
 */
export type ToolFunction = (arguments_: any, context: {
    signal: AbortSignal;
}) => unknown;
/** The tools of one manager. */
export declare class Toolbox {
    #private;
    constructor(failed: (error: RicordoError) => void);
    get schemas(): Required<ToolSchema>[];
    add(given: ToolSchema | {
        type: "function";
        function: ToolSchema;
    }, run: ToolFunction): string;
    remove(name: string): void;
    /** Answers a call with the text for the model. Rejects with a text if the tool failed. */
    readonly call: (name: string, written: string, signal: AbortSignal) => Promise<string>;
}
