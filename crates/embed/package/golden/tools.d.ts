import { RicordoError } from "./errors.js";
/** A tool as it is described to the model. OpenAI's wrapping, `{ type: "function", function: { … } }`, is taken, too. */
export interface ToolSchema {
    /** Letters, digits, `_` and `-`, at most 64. */
    name: string;
    /** What it does and when to call it, for the model to read. */
    description: string;
    /** The JSON schema of its arguments: an object. Default: none. */
    parameters?: Record<string, unknown>;
}
/**
 * Answers a call. `arguments_` is what the model wrote, as an object. What it gives back is told to the model: a text as it
 * is, anything else as JSON. What it throws is told, too, and does not fail the turn.
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
    /** What the model is told. Rejects with a text where the tool failed. */
    readonly call: (name: string, written: string, signal: AbortSignal) => Promise<string>;
}
