// Waits until code or mathematics comes into view, and loads what sees to it then. Nothing of that is in the first load.

/** Which script sees to an element. */
const scripts = new WeakMap();

const observer = new IntersectionObserver(
  entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      attend(target, scripts.get(target));
    }
  },
  // A little before it is seen.
  { rootMargin: '300px' },
);

/** Sees to an element when it comes into view, with the script at an address. */
export function whenSeen(element, script) {
  scripts.set(element, script);
  observer.observe(element);
}

async function attend(element, script) {
  try {
    const { attend } = await import(/* @vite-ignore */ script);
    await attend(element);
  } catch (error) {
    // It can be read as it is.
    console.warn(`${script}: ${error}`);
  }
}

/** Fetches an image from another host, because its reader asked for it. */
export function loadImage(image, address, script) {
  import(/* @vite-ignore */ script)
    .then(({ load }) => load(image, address))
    .catch(error => {
      console.warn(`${script}: ${error}`);
      image.dispatchEvent(new Event('error'));
    });
}
