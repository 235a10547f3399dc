// Opens HTML in a frame that has no network, no storage and no access to the page.
//
// There are two frames. The outer one is `frame.html`, a file of this page with a policy of its own: a frame without an address
// would inherit the page's policy, which allows no scripts of others. The inner one is sandboxed, has an opaque origin, and
// inherits the policy of the outer one: that policy also decides where the inner frame may navigate, which is nowhere.

const ADDRESS = new URL('./frame.html', import.meta.url);

/**
 * Puts a frame with this HTML into an element, and returns the inner frame. `sandbox` lists what the HTML may do; never give it
 * `allow-scripts` together with `allow-same-origin`.
 */
export async function openFrame(place, { html, sandbox, title }) {
  const outer = document.createElement('iframe');
  outer.title = title;
  outer.src = ADDRESS;
  const loaded = new Promise(resolve => outer.addEventListener('load', resolve, { once: true }));
  place.append(outer);
  await loaded;
  const around = outer.contentDocument;
  // Some hosts answer with another page for a file that is missing. Without the policy nothing may be shown.
  if (!around?.querySelector('meta[http-equiv="Content-Security-Policy"] ~ meta[name="ricordo-frame"]')) {
    outer.remove();
    throw new Error(`${ADDRESS} is not the frame of this page.`);
  }
  const inner = around.createElement('iframe');
  inner.setAttribute('sandbox', sandbox);
  inner.title = title;
  inner.srcdoc = html;
  around.body.append(inner);
  return inner;
}
