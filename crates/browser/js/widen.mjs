// Widens the layers of a model from four bits a weight (Q4_0) to 32. The numbers stay the same; wllama multiplies them four
// times as fast. The table of embeddings stays as it is: of it only single rows are read.
//
// The file is GGUF: a header, metadata, a list of tensors, and their data, each at a multiple of 32 bytes.

const MAGIC = 0x46554747;
const F32 = 0;
const Q4_0 = 2;
/** A block: 32 weights of four bits, after a scale of 16. */
const BLOCK = 32;
const BLOCK_BYTES = 18;
const TEXT = 8;
const ARRAY = 9;
/** Bytes of a value of the metadata, by its type. Texts and arrays have a length. */
const VALUE_BYTES = [1, 1, 2, 2, 4, 4, 4, 1, undefined, undefined, 8, 8, 8];

/** Weights after which the page may do other work: a few milliseconds. */
const PAUSE = 1_000_000;

const aligned = (position) => Math.ceil(position / 32) * 32;

/**
 * The same model with its layers in 32 bits.
 *
 * @param {Blob} weights a GGUF file
 * @returns {Promise<Blob>}
 */
export async function widened(weights) {
  const file = new Uint8Array(await weights.arrayBuffer());
  const { listAt, dataAt, tensors } = contents(file);
  const head = [file.subarray(0, listAt)];
  const data = [];
  let [headSize, dataSize, sincePause] = [listAt, 0, 0];
  for (const tensor of tensors) {
    const isWidened = tensor.type === Q4_0 && tensor.name.startsWith("blk.");
    const numbers = isWidened ? numbersOf(file, dataAt + tensor.at, tensor.count) : bytesOf(file, dataAt, tensor);
    const entry = entryOf(file, tensor, isWidened ? F32 : tensor.type, dataSize);
    head.push(entry);
    headSize += entry.length;
    data.push(numbers, new Uint8Array(aligned(numbers.byteLength) - numbers.byteLength));
    dataSize += aligned(numbers.byteLength);
    if (isWidened) sincePause += tensor.count;
    if (sincePause < PAUSE) continue;
    await new Promise((resolve) => setTimeout(resolve));
    sincePause = 0;
  }
  return new Blob([...head, new Uint8Array(aligned(headSize) - headSize), ...data]);
}

/** Where the list of tensors and their data begin, and the tensors in order. */
function contents(file) {
  const view = new DataView(file.buffer);
  let at = 8;
  const u32 = () => view.getUint32((at += 4) - 4, true);
  const u64 = () => Number(view.getBigUint64((at += 8) - 8, true));
  const bytes = (count) => file.subarray(at, (at += count));
  const text = () => bytes(u64());
  const skip = (type) => {
    if (type === TEXT) text();
    else if (type !== ARRAY) bytes(VALUE_BYTES[type]);
    else for (let [inner, left] = [u32(), u64()]; left > 0; left -= 1) skip(inner);
  };
  if (view.getUint32(0, true) !== MAGIC) throw new Error("it is not a GGUF file.");
  const [tensorCount, valueCount] = [u64(), u64()];
  for (let value = 0; value < valueCount; value += 1) {
    text();
    skip(u32());
  }
  const listAt = at;
  const tensors = Array.from({ length: tensorCount }, () => {
    const from = at;
    const name = new TextDecoder().decode(text());
    const sizes = Array.from({ length: u32() }, u64);
    const typeAt = at;
    return { name, count: sizes.reduce((all, size) => all * size, 1), from, typeAt, type: u32(), at: u64() };
  });
  tensors.forEach((tensor, index) => (tensor.end = tensors[index + 1]?.at ?? file.length));
  return { listAt, dataAt: aligned(at), tensors };
}

/** The entry of a tensor in the list, with another type and another position. */
function entryOf(file, { from, typeAt }, type, position) {
  const entry = file.slice(from, typeAt + 12);
  const view = new DataView(entry.buffer);
  view.setUint32(typeAt - from, type, true);
  view.setBigUint64(typeAt - from + 4, BigInt(position), true);
  return entry;
}

const bytesOf = (file, dataAt, { at, end }) => file.subarray(dataAt + at, dataAt + end);

/** The weights of blocks: the scale times a number from -8 to 7. The low halves of the bytes are the first 16. */
function numbersOf(file, from, count) {
  const numbers = new Float32Array(count);
  const half = BLOCK / 2;
  for (let block = from, to = 0; to < count; block += BLOCK_BYTES, to += BLOCK) {
    const scale = numberOf(file[block] | (file[block + 1] << 8));
    for (let byte = 0; byte < half; byte += 1) {
      const pair = file[block + 2 + byte];
      numbers[to + byte] = scale * ((pair & 15) - 8);
      numbers[to + half + byte] = scale * ((pair >> 4) - 8);
    }
  }
  return numbers;
}

/** A number of 16 bits: sign, five bits of exponent, ten of fraction. */
function numberOf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}
