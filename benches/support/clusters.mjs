// Vectors of passages and questions that are near each other as those of a model are: all lean into one direction, those of a
// topic lean into another one, too, and a question is near one passage.

/** Dimensions of multilingual-e5-small. */
export const DIMENSION = 384;
/** Passages of a topic. */
const OF_A_TOPIC = 50;
/** Lengths of what a vector is the sum of. Two of any topics have a cosine of about 0.77, two of a topic of 0.88. */
const LEAN = 1.8;
const TOPIC = 0.7;
const OWN = 0.7;

/** Vectors of length 1, one after the other. */
export function passages(count, seed = 1) {
  const random = randomNumbers(seed);
  const lean = direction(random);
  const topics = Array.from({ length: Math.ceil(count / OF_A_TOPIC) }, () => direction(random));
  const values = new Float32Array(count * DIMENSION);
  for (let at = 0; at < count; at += 1) {
    // Passages of one topic are seldom beside each other.
    const topic = topics[Math.floor(random() * topics.length)];
    write(values, at, [[lean, LEAN], [topic, TOPIC], [direction(random), OWN]]);
  }
  return values;
}

/** Vectors of questions, each near a passage. */
export function questions(values, count, seed = 2) {
  const random = randomNumbers(seed);
  const all = values.length / DIMENSION;
  return Array.from({ length: count }, () => {
    const passage = vectorAt(values, Math.floor(random() * all));
    const question = new Float32Array(DIMENSION);
    write(question, 0, [[passage, 1], [direction(random), 0.5]]);
    return question;
  });
}

export const vectorAt = (values, at) => values.subarray(at * DIMENSION, (at + 1) * DIMENSION);

/** The passages with the largest product with a question, largest first: the loop that one would write oneself. */
export function largestProducts(values, question, most) {
  const best = [];
  for (let at = 0, from = 0; from < values.length; at += 1, from += DIMENSION) {
    let product = 0;
    for (let place = 0; place < DIMENSION; place += 1) product += values[from + place] * question[place];
    if (best.length < most || product > best[best.length - 1].product) {
      let place = best.length;
      while (place > 0 && best[place - 1].product < product) place -= 1;
      best.splice(place, 0, { at, product });
      if (best.length > most) best.pop();
    }
  }
  return best.map(({ at }) => at);
}

/** From 0 to 1, the same in every run (mulberry32): hundreds of millions of them are needed. */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function direction(random) {
  const values = new Float32Array(DIMENSION);
  let square = 0;
  for (let place = 0; place < DIMENSION; place += 1) {
    // The sum of some random numbers has about a normal distribution, so no direction is preferred.
    const value = random() + random() + random() - 1.5;
    values[place] = value;
    square += value * value;
  }
  const length = Math.sqrt(square);
  return values.map(value => value / length);
}

function write(values, at, sum) {
  const vector = vectorAt(values, at);
  for (const [direction, length] of sum) {
    for (let place = 0; place < DIMENSION; place += 1) vector[place] += direction[place] * length;
  }
  let square = 0;
  for (let place = 0; place < DIMENSION; place += 1) square += vector[place] * vector[place];
  const length = Math.sqrt(square);
  for (let place = 0; place < DIMENSION; place += 1) vector[place] /= length;
}
