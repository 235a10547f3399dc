// The errors of a page, gathered in the page itself: not every driver tells of them.

/** Runs in a document, at best before all else. `false`: it is watched already. */
export function watch() {
  if (document.problems) return false;
  const problems = (document.problems = []);
  addEventListener('error', ({ message, error }) => problems.push(String(error ?? message)));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => problems.push(`securitypolicyviolation: ${effectiveDirective} ${blockedURI}`));
  const { error } = console;
  console.error = (...values) => {
    problems.push(values.map(String).join(' '));
    error(...values);
  };
  return true;
}

/** Runs in a document: what has gone wrong in it so far. */
export const problemsHere = () => document.problems ?? [];
