// Loads the code for code highlighting and formulas when the first one comes into view. It is not part of the first load.

/** The script that handles an element. */
const scripts = new WeakMap();

const observer = new IntersectionObserver(
  entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      attend(target, scripts.get(target));
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

async function attend(element, script) {
  try {
    const { attend } = await import(/* @vite-ignore */ script);
    await attend(element);
  } catch (error) {
    // It is readable without.
    console.warn(`${script}: ${error}`);
  }
}

/** Fetches an image from another host, at the user's request. */
export function loadImage(image, address, script) {
  import(/* @vite-ignore */ script)
    .then(({ load }) => load(image, address))
    .catch(error => {
      console.warn(`${script}: ${error}`);
      image.dispatchEvent(new Event('error'));
    });
}
