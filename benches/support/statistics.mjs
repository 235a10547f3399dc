// Statistics of runs, and whether they are within a bound.

/** The median: the middle number, or the mean of the two in the middle. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Compares two sizes of the same thing: the median of `large` may be at most `bound` times the median of `small`. */
export function comparison(name, unit, small, large, bound) {
  const ratio = median(large.runs) / median(small.runs);
  return { name, unit, small: withMedian(small), large: withMedian(large), ratio, bound, holds: ratio <= bound };
}

/** A single number, with an upper bound in its unit; without a bound it is only reported. */
export function figure(name, unit, value, bound = null) {
  return { name, unit, value, bound, holds: bound === null || value <= bound };
}

/** Compares two ways to do the same thing: the median of `slow` must be at least `bound` times the median of `fast`. */
export function speedup(name, unit, slow, fast, bound = null) {
  const ratio = median(slow.runs) / median(fast.runs);
  return { name, unit, small: withMedian(fast), large: withMedian(slow), ratio, bound, least: true, holds: bound === null || ratio >= bound };
}

/** A single number that must be at least `bound`; without a bound it is only reported. */
export function atLeast(name, unit, value, bound = null) {
  return { name, unit, value, bound, least: true, holds: bound === null || value >= bound };
}

/** The geometric mean. */
export function geometricMean(numbers) {
  return Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
}

const withMedian = ({ label, runs }) => ({ label, runs, median: median(runs) });
