// Vectors by the topic words of a text, for tests of recall by meaning: the same for the same text, and near each other
// for texts about one topic, in English, Ukrainian or Russian, whatever other words they have.

// One axis each. A word that ends with * is the beginning of words.
const TOPICS = {
  cars: 'car cars vehicle* engine* motor* garage* автомоб* машин* авто двигун* двигател* гараж*',
  animals: 'dog dogs puppy puppies cat cats kitten* pet pets пес пса собак* цуцен* щен* кіт кот* кош* кіш*',
  food: 'cook* recipe* soup* dinner* borscht dish* рецепт* суп* борщ* вечер* ужин* страв* блюд*',
  health: 'doctor* dentist* tooth teeth clinic* лікар* врач* стоматолог* зуб* клінік* клиник*',
  money: 'bank* loan* salary salaries rent money budget* банк* позик* кредит* зарплат* грош* деньг* денег',
  travel: 'trip* flight* hotel* beach* holiday* подорож* готел* отел* гостиниц* поїздк* поездк* пляж* відпуст* отпуск*',
  music: 'song* guitar* concert* piano* music* пісн* песн* гітар* гитар* концерт* музи* піаніно пианино',
};
const AXES = Object.values(TOPICS).map(words => words.split(' '));

/** Axes of the topics, and one for everything else. */
export const DIMENSIONS = AXES.length + 1;

/** The vector of a text. Further dimensions than `DIMENSIONS` are almost 0. */
export function toyVector(text, dimensions = DIMENSIONS) {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const topics = AXES.map(topic => words.filter(word => topic.some(known => isForm(word, known))).length);
  const rest = topics.some(count => count > 0) ? 0 : 1;
  // A little of each text's own, because vectors of two texts are rarely equal.
  return Array.from({ length: dimensions }, (_, axis) => ([...topics, rest][axis] ?? 0) + 0.05 * noise(text, axis));
}

const isForm = (word, known) => (known.endsWith('*') ? word.startsWith(known.slice(0, -1)) : word === known);

/** Between -1 and 1. */
function noise(text, axis) {
  let hash = 2_166_136_261 + axis;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0), 16_777_619);
  return (hash >>> 0) / 2 ** 31 - 1;
}
