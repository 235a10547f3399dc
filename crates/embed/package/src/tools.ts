// The page's own tools: which functions the model may call, and how their results become text.

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
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type ToolFunction = (arguments_: any, context: { signal: AbortSignal }) => unknown;

/** The tools of one manager. */
export class Toolbox {
  readonly #tools = new Map<string, { schema: Required<ToolSchema>; run: ToolFunction }>();
  readonly #failed: (error: RicordoError) => void;

  constructor(failed: (error: RicordoError) => void) {
    this.#failed = failed;
  }

  get schemas(): Required<ToolSchema>[] {
    return [...this.#tools.values()].map(({ schema }) => schema);
  }

  add(given: ToolSchema | { type: "function"; function: ToolSchema }, run: ToolFunction): string {
    const schema = "function" in given ? given.function : given;
    if (typeof run !== "function") throw new RicordoError("bad-argument", "A tool needs a function that answers.");
    if (typeof schema?.name !== "string" || !/^[\w-]{1,64}$/.test(schema.name)) {
      throw new RicordoError("bad-argument", "The name of a tool has 1 to 64 letters, digits, _ and -.");
    }
    if (this.#tools.has(schema.name)) {
      throw new RicordoError("tool-exists", `There is a tool ${schema.name} already: take it away first, or rename yours.`);
    }
    const { name, description = "", parameters = { type: "object", properties: {} } } = schema;
    this.#tools.set(name, { schema: { name, description, parameters }, run });
    return name;
  }

  remove(name: string): void {
    this.#tools.delete(name);
  }

  /** Answers a call with the text for the model. Rejects with a text if the tool failed. */
  readonly call = async (name: string, written: string, signal: AbortSignal): Promise<string> => {
    const tool = this.#tools.get(name);
    if (!tool) throw `There is no tool "${name}" any more: answer without it.`;
    let given: unknown;
    try {
      given = written.trim() ? JSON.parse(written) : {};
    } catch (error) {
      throw `The arguments are not valid JSON (${(error as Error).message}). Send a JSON object.`;
    }
    let answer: unknown;
    try {
      answer = await tool.run(given, { signal });
    } catch (cause) {
      this.#failed(new RicordoError("tool-failed", `The tool ${name} failed. The model was told so.`, { cause }));
      throw `The tool ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`;
    }
    if (typeof answer === "string") return answer;
    try {
      return JSON.stringify(answer) ?? "Done.";
    } catch (cause) {
      const sentence = `What the tool ${name} gave back cannot be told to the model: give a text or a plain object.`;
      this.#failed(new RicordoError("not-plain", sentence, { cause }));
      throw `The tool ${name} answered with what cannot be read.`;
    }
  };
}
