// Converts the arguments of a page to what the module expects: options, messages and their parts with bytes, and whole numbers.

import { RicordoError } from "./errors.js";
import type { ChatMessage, Content, PartInput, Role } from "./messages.js";
import type { AppendOptions, MessageOptions, OpenOptions } from "./types.js";

/** The options of `open`, which may follow a name. */
export function optionsOf(first?: string | OpenOptions, second?: OpenOptions): OpenOptions {
  const options: OpenOptions = { ...second, ...(typeof first === "string" ? { name: first } : first) };
  const known = ["name", "model", "background", "embedder", "vectorStore", "settings", "withoutStorage"];
  const unknown = Object.keys(options).find(option => !known.includes(option));
  if (unknown) bad(`open has no option ${unknown}. There are: ${known.join(", ")}.`);
  const { name, withoutStorage = "memory" } = options;
  if (name !== undefined && (typeof name !== "string" || name === "")) bad("The name of a database is a text that is not empty.");
  if (!["memory", "error"].includes(withoutStorage)) bad('`withoutStorage` is "memory" or "error".');
  return options;
}

/** The author of a message, the message it replies to, and its chat; `undefined` if none is given. */
export function aboutOf({ author, replyTo, chatName, chatType }: MessageOptions): object | undefined {
  const about = { author, replyTo, chatName, chatType };
  return Object.values(about).some(value => value !== undefined) ? about : undefined;
}

/** A message to store, with its options. */
export interface NewMessage {
  role: Role;
  content: Content | ChatMessage;
  options?: AppendOptions;
  about?: object | undefined;
}

/** A message that is given either as one object or as its role and content. */
export function newMessage(first: Role | ChatMessage, second?: Content | AppendOptions, third?: AppendOptions): NewMessage {
  const message = typeof first === "string" ? { role: first, content: second, options: third } : { ...first, options: second };
  return { ...message, about: message.options && aboutOf(message.options as MessageOptions) } as NewMessage;
}

/** The parts of a message of `role`. */
export async function partsOf(content: Content | ChatMessage, role: Role = "user"): Promise<object[]> {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (Array.isArray(content)) return Promise.all((content as readonly PartInput[]).map(partOf));
  const message = content as ChatMessage | null;
  if (!message || message.role !== role) bad(`A message of the ${role} is a text, a list of parts, or \`{ role: "${role}", content }\`.`);
  return partsOf(message.content, role);
}

async function partOf(part: PartInput): Promise<object> {
  if (part?.type === "image_url") {
    const { image_url: image } = part;
    const [, mediaType, bytes] = /^data:([^;,]+);base64,(.*)/s.exec(typeof image === "string" ? image : image?.url) ?? [];
    try {
      if (bytes) return { type: "image", bytes: Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0)), mediaType };
    } catch {}
    bad("The url of an image is a data: URL in base64; nothing is fetched.");
  }
  if (part?.type !== "image") return part;
  const { data, mediaType, alt, width, height } = part;
  const isFile = isBlob(data);
  const bytes = isFile ? await bytesOf(data) : data;
  return { type: "image", bytes, mediaType: mediaType ?? (isFile ? data.type : ""), alt, width, height };
}

/** @internal */
export function isBlob(data: unknown): data is Blob {
  return typeof Blob !== "undefined" && data instanceof Blob;
}

/**
 * The bytes of a file, which may have been changed or removed since it was chosen.
 *
 * @internal
 */
export async function bytesOf(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new RicordoError("bad-argument", "A file cannot be read: choose it again. It may have been changed or removed.", { cause });
  }
}

function bad(message: string): never {
  throw new RicordoError("bad-argument", message);
}

/**
 * A promise that may be rejected before somebody awaits it, or that nobody awaits.
 *
 * @internal
 */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/**
 * How many messages `forget` keeps. An option that does not exist is refused: everything would be forgotten.
 *
 * @internal
 */
export function keepOf(options: { keep?: number }): number {
  const unknown = Object.keys(Object(options)).find(option => option !== "keep");
  if (unknown || typeof options !== "object" || options === null) bad("forget takes { keep }, the number of messages to keep, or nothing.");
  return whole("keep", options.keep ?? 0);
}

/** Checks that a number is a whole number from 0 on. */
export function whole(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0 && value < 2 ** 32) return value;
  const details = { field: name, min: 0, max: 2 ** 32 - 1, given: value };
  throw new RicordoError("out-of-range", `${name} must be a whole number from 0 on; ${value} is not.`, { details });
}
