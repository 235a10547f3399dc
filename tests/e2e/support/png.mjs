// Generates PNG files: a striped picture of any size, and files that only look like pictures.

import { crc32, deflateSync } from 'node:zlib';

/** A striped picture as a file to pick: `{ name, mimeType, buffer }`. */
export function picture(name, width, height, [red, green, blue] = [29, 103, 87]) {
  const row = y => Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(y % 16 < 8 ? [red, green, blue] : [226, 239, 234]))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = Buffer.concat(Array.from({ length: height }, (_, y) => row(y)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const buffer = Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]);
  return { name, mimeType: 'image/png', buffer };
}

/** A file with the type of a picture that is not one. */
export const noPicture = { name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from('This is no picture.') };

/** The width and height in the header of a PNG. */
export const sizeOf = bytes => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
