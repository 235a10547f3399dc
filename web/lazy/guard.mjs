// What a page of a reply gets before its own code.
//
// The policy of the frame stops every request. Browsers have no policy for WebRTC, which can send packets, so it is removed here.
// A frame inside the frame would have it again; therefore nothing can create one that runs code. `Connection-Allowlist`, which
// the service worker adds, closes the same and the look-up of names, in browsers that know it.

/** The HTML with what it gets first. Standards mode, whatever it says itself. */
export function guarded(html) {
  // Only where the name of the tag ends: `i<frameCount` in a script is not a tag.
  const withoutFrames = html.replace(/<(?=\/?i?frame(?:[\t\n\f\r />]|$))/gi, '&lt;');
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types default"><script>(${guard})(${newStorage})</script>${withoutFrames}`;
}

/** Runs in the frame, first. The page's code may change every object later, so the protection looks up nothing of it later. */
function guard(newStorage) {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection', 'WebTransport', 'XSLTProcessor']) delete globalThis[name];
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { value: newStorage() });
  // The policy stops these, too, but the browser would show its error in place of the page. On `window`, after the page's own code.
  const addressOf = node => (/^(a|area)$/.test(node.localName) ? (node.getAttribute('href') ?? node.getAttribute('xlink:href')) : null);
  addEventListener('click', event => {
    const address = event.composedPath().map(addressOf).find(address => address !== null);
    if (address === undefined || event.defaultPrevented) return;
    event.preventDefault();
    // An address in the page is relative to the file of the frame, so the browser would leave for it.
    if (/^#(top)?$/i.test(address)) return scrollTo(0, 0);
    if (address[0] !== '#') return;
    const name = address.slice(1).replace(/(%[0-9a-f]{2})+/gi, decodeURIComponent);
    (document.getElementById(name) ?? document.getElementsByName(name)[0])?.scrollIntoView();
  });
  addEventListener('submit', event => {
    const method = event.submitter?.getAttribute('formmethod') ?? event.target.getAttribute('method');
    if (!/^dialog$/i.test(method)) event.preventDefault();
  });
  // It sends without an event.
  HTMLFormElement.prototype.submit = () => {};
  if (!globalThis.trustedTypes) return;
  const { apply } = Reflect;
  const { endsWith, indexOf, slice, toLowerCase } = String.prototype;
  const parts = { 0: '<iframe', 1: ':iframe', 2: '<frame', 3: ':frame', 4: '<!entity' };
  const begun = { 0: '<', 1: '<i', 2: '<if', 3: '<ifr', 4: '<ifra', 5: '<ifram', 6: '<f', 7: '<fr', 8: '<fra', 9: '<fram' };
  const has = (text, part) => apply(indexOf, text, [part]) >= 0;
  let end = '';
  trustedTypes.createPolicy('default', {
    createHTML(text, type, sink) {
      // A tag may be written in two parts.
      const all = apply(toLowerCase, end + text, []);
      end = apply(slice, all, [-8]);
      for (let at = 0; at < 5; at += 1) if (has(all, parts[at])) return null;
      // The rest of a tag may follow in the page itself, or in a text that is written later.
      if (has(apply(toLowerCase, sink, []), 'write')) for (let at = 0; at < 10; at += 1) if (apply(endsWith, all, [begun[at]])) return null;
      return has(sink, 'srcdoc') ? null : text;
    },
    // Addresses with code (`javascript:`) come here, too.
    createScript: (text, type, sink) => (has(apply(toLowerCase, sink, []), 'href') ? null : text),
    createScriptURL: text => text,
  });
}

/** Storage in memory. The browser refuses its own here, and many pages stop at the first error. */
function newStorage() {
  const entries = new Map();
  const methods = {
    get length() {
      return entries.size;
    },
    key: at => [...entries.keys()][at] ?? null,
    getItem: key => entries.get(`${key}`) ?? null,
    setItem: (key, value) => void entries.set(`${key}`, `${value}`),
    removeItem: key => void entries.delete(`${key}`),
    clear: () => entries.clear(),
  };
  return new Proxy({}, {
    get: (_, key) => (key in methods ? methods[key] : entries.get(key)),
    set: (_, key, value) => Boolean(entries.set(key, `${value}`)),
    has: (_, key) => key in methods || entries.has(key),
    deleteProperty: (_, key) => entries.delete(key) || true,
    ownKeys: () => [...entries.keys()],
    getOwnPropertyDescriptor: (_, key) => (entries.has(key) ? { value: entries.get(key), enumerable: true, configurable: true, writable: true } : undefined),
  });
}
