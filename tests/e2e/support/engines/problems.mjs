// Collects the errors of a page in the page itself, because not every driver reports them.

/** Runs in a document, if possible before anything else. `false`: it is watched already. */
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

/** Runs in a document: the errors so far. */
export const problemsHere = () => document.problems ?? [];
