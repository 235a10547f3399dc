// What a page gives, as the module takes it: the parts of a message with their bytes, and whole numbers.

import { RicordoError } from "./errors.js";
import type { Content, PartInput } from "./types.js";

/** The parts of a message. */
export async function partsOf(content: Content): Promise<object[]> {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) {
    throw new RicordoError("bad-argument", "A message is a text, or a list of parts such as `{ type: \"text\", text }`.");
  }
  return Promise.all((content as readonly PartInput[]).map(partOf));
}

async function partOf(part: PartInput): Promise<object> {
  if (part?.type !== "image") return part;
  const { data, mediaType, alt, width, height } = part;
  const isBlob = typeof Blob !== "undefined" && data instanceof Blob;
  const bytes = isBlob ? new Uint8Array(await data.arrayBuffer()) : data;
  return { type: "image", bytes, mediaType: mediaType ?? (isBlob ? data.type : ""), alt, width, height };
}

/** A whole number from 0 on. */
export function whole(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0 && value < 2 ** 32) return value;
  const details = { field: name, min: 0, max: 2 ** 32 - 1, given: value };
  throw new RicordoError("out-of-range", `${name} must be a whole number from 0 on; ${value} is not.`, { details });
}
