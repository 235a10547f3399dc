// Fetches an image from another host. The page's policy prevents elements from loading one, so that injected content cannot
// send data away. An image that the user requests is fetched here, without cookies and without a referrer.

/** Limit in bytes. */
const LARGEST = 50_000_000;
/** Types of images that run no scripts. */
const SHOWN = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

/** Shows the image of an address in an `img`. Rejects if its host does not let pages read it. */
export async function run(image, address) {
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const given = response.headers.get('content-type')?.split(';')[0].trim().toLowerCase();
  // Under the type of a page or an SVG, its scripts would run as those of this page if the user opened the object URL in a tab. An
  // image is recognised by its bytes.
  const type = SHOWN.includes(given) ? given : SHOWN[0];
  // The object URL is never revoked: the image may be shown large at any time.
  image.src = URL.createObjectURL(new Blob(await partsOf(response), { type }));
}

/** The bytes of a response. Rejects as soon as there are too many. */
async function partsOf(response) {
  const reader = response.body.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
    size += value.length;
    if (size > LARGEST) {
      await reader.cancel();
      throw new Error(`more than ${LARGEST} bytes`);
    }
  }
}
