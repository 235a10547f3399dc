// Times in which this process had a processor: what else runs on a computer changes them less than elapsed time.

/** Milliseconds of processor time that some work takes. */
export function cpuTime(work) {
  const before = process.cpuUsage();
  work();
  return sinceUsage(before);
}

/** Milliseconds of processor time since `process.cpuUsage()` was called. */
export function sinceUsage(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The value that a share of the numbers does not exceed. */
export function percentile(numbers, percent) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}
