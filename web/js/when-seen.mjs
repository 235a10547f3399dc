// Waits until code or mathematics comes into view, and loads what sees to it then. Nothing of that is in the first load.

const LAZY = { code: 'lazy/code.mjs', math: 'lazy/maths.mjs', image: 'lazy/image.mjs' };
const load = file => import(new URL(file, document.baseURI).href);

const observer = new IntersectionObserver(
  entries => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      attend(target);
    }
  },
  // A little before it is seen.
  { rootMargin: '300px' },
);

/** Sees to an element when it comes into view. */
export function whenSeen(element) {
  observer.observe(element);
}

async function attend(element) {
  const file = element.classList.contains('math') ? LAZY.math : LAZY.code;
  try {
    const { attend } = await load(file);
    await attend(element);
  } catch (error) {
    // It can be read as it is.
    console.warn(`${file}: ${error}`);
  }
}

/** Fetches an image from another host, because its reader asked for it. */
export function loadImage(image, address) {
  load(LAZY.image)
    .then(({ load }) => load(image, address))
    .catch(error => {
      console.warn(`${LAZY.image}: ${error}`);
      image.dispatchEvent(new Event('error'));
    });
}
