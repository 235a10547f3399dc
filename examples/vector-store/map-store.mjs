// A vector store in memory. Put a database in place of the map: each method is one query.

const failure = (code, message) => Object.assign(new Error(message), { code });

/** The cosine of two vectors. */
function cosine(one, other) {
  const product = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

/** @returns {import("ricordo").VectorStore} */
export function mapStore() {
  let dimension; // `undefined`: there is no collection.
  const vectors = new Map();
  const there = () => {
    if (dimension === undefined) throw failure("gone", "The collection was deleted.");
    return [...vectors.values()];
  };
  const check = length => {
    if (there() && length !== dimension) throw failure("other-dimension", `The collection has ${dimension} dimensions.`);
  };
  return {
    onThisComputer: true,
    async ensure(wanted) {
      dimension ??= wanted;
      check(wanted);
    },
    async put(added) {
      for (const { values } of added) check(values.length);
      for (const vector of added) vectors.set(vector.id, vector);
    },
    async get(ids) {
      return there().filter(({ id }) => ids.includes(id));
    },
    async nearest(values, { branches, most }) {
      check(values.length);
      const some = there().filter(({ branch }) => branches === undefined || branches.includes(branch));
      const near = some.map(vector => ({ vector, share: cosine(vector.values, values) }));
      return near.sort((one, other) => other.share - one.share).slice(0, most).map(({ vector }) => vector);
    },
    async remove({ ids, branches }) {
      for (const { id, branch } of there()) if (ids?.includes(id) || branches?.includes(branch)) vectors.delete(id);
    },
    async ids(from) {
      const rest = there().map(({ id, branch, part }) => ({ id, branch, part })).filter(({ id }) => id >= (from ?? ""));
      rest.sort((one, other) => (one.id < other.id ? -1 : 1));
      return { ids: rest.slice(0, 100), next: rest[100]?.id };
    },
    async count() {
      return vectors.size;
    },
    async delete() {
      dimension = undefined;
      vectors.clear();
    },
  };
}
