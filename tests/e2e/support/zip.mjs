// Creates zip archives.

import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive of `{ name: bytes or text }`, as a file to pick. */
export function zip(name, files) {
  const parts = [];
  const list = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const named = Buffer.from(path);
    const facts = [word(20), word(0), word(8), word(0), word(33), long(crc32(bytes)), long(packed.length), long(bytes.length), word(named.length), word(0)];
    const local = Buffer.concat([long(0x04034b50), ...facts, named, packed]);
    const rest = [word(0), word(0), word(0), long(0), long(offset)];
    list.push(Buffer.concat([long(0x02014b50), word(20), ...facts, ...rest, named]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(list);
  const counts = [word(0), word(0), word(list.length), word(list.length), long(directory.length), long(offset), word(0)];
  const buffer = Buffer.concat([...parts, directory, long(0x06054b50), ...counts]);
  return { name, mimeType: 'application/zip', buffer };
}

function word(value) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function long(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
