// Fetches an image from another host. The page's policy prevents elements from loading one, so that injected content cannot
// send data away. An image that the user requests is fetched here, without cookies and without a referrer.

/** Limit in bytes. */
const LARGEST = 50_000_000;

/** Shows the image of an address in an `img`. Rejects if its host does not let pages read it. */
export async function run(image, address) {
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const blob = await response.blob();
  if (blob.size > LARGEST) throw new Error(`${blob.size} bytes`);
  // The object URL is never revoked: the image may be shown large at any time.
  image.src = URL.createObjectURL(blob);
}
