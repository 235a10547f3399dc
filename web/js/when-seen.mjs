// Loads the code for code highlighting and formulas when the first one comes into view. It is not part of the first load.

/** The script that handles an element. */
const scripts = new WeakMap();

const observer = new IntersectionObserver(
  entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      run(scripts.get(target), target);
    }
  },
  // Shortly before it becomes visible.
  { rootMargin: '300px' },
);

/** Handles an element when it comes into view, with the script at an address. */
export function whenSeen(element, script) {
  scripts.set(element, script);
  observer.observe(element);
}

/** Calls the script at an address. Resolves to whether it succeeded; the page works without. */
export async function run(script, subject, words) {
  try {
    await (await import(/* @vite-ignore */ script)).run(subject, words);
    return true;
  } catch (error) {
    console.warn(`${script}: ${error}`);
    return false;
  }
}
