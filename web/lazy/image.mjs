// Fetches an image from another host. The page's policy lets no element load one, so that nothing that slipped in could
// carry a word away; what its reader asks for is fetched here, without cookies and without saying where it was found.

/** Bytes. */
const LARGEST = 50_000_000;

/** Puts the image of an address into an `img`. Rejects where its host does not let a page read it, or where it is none. */
export async function load(image, address) {
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const blob = await response.blob();
  if (blob.size > LARGEST) throw new Error(`${blob.size} bytes`);
  // An address of this kind holds until the page goes: it may be shown large at any time.
  image.src = URL.createObjectURL(blob);
}
