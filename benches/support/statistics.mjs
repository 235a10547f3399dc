// Numbers out of runs, and whether they keep to a bound.

/** The middle of the numbers, or the mean of the two in the middle. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Compares two sizes of the same thing: the median of `large` may be at most `bound` times that of `small`. */
export function comparison(name, unit, small, large, bound) {
  const ratio = median(large.runs) / median(small.runs);
  return { name, unit, small: withMedian(small), large: withMedian(large), ratio, bound, holds: ratio <= bound };
}

/** A number of its own, with a bound in its unit, or none: then it is only told. */
export function figure(name, unit, value, bound = null) {
  return { name, unit, value, bound, holds: bound === null || value <= bound };
}

/** Compares two ways to do the same thing: the median of `slow` must be at least `bound` times that of `fast`. */
export function speedup(name, unit, slow, fast, bound = null) {
  const ratio = median(slow.runs) / median(fast.runs);
  return { name, unit, small: withMedian(fast), large: withMedian(slow), ratio, bound, least: true, holds: bound === null || ratio >= bound };
}

/** A number of its own that must be at least `bound`; without a bound it is only told. */
export function atLeast(name, unit, value, bound = null) {
  return { name, unit, value, bound, least: true, holds: bound === null || value >= bound };
}

/** The geometric mean. */
export function geometricMean(numbers) {
  return Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
}

const withMedian = ({ label, runs }) => ({ label, runs, median: median(runs) });
