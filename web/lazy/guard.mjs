// What a page of a reply gets before its own code.
//
// The policy of the frame stops every request. Browsers have no policy for WebRTC, which can send packets, so it is removed here.
// A frame inside the frame would have it again; therefore nothing can create one that runs code. `Connection-Allowlist`, which
// the service worker adds, closes the same and the look-up of names, in browsers that know it.

/** The HTML with what it gets first. Standards mode, whatever it says itself. */
export function guarded(html) {
  const withoutFrames = html.replace(/<(?=\/?i?frame)/gi, '&lt;');
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types default"><script>(${guard})()</script>${withoutFrames}`;
}

/** Runs in the frame, first. The page's code may change every object later, so nothing of it is looked up after this. */
function guard() {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection', 'WebTransport', 'XSLTProcessor']) delete globalThis[name];
  if (!globalThis.trustedTypes) return;
  const { apply } = Reflect;
  const { indexOf, slice, toLowerCase } = String.prototype;
  const parts = { 0: '<iframe', 1: ':iframe', 2: '<frame', 3: ':frame', 4: '<!entity' };
  const has = (text, part) => apply(indexOf, text, [part]) >= 0;
  let end = '';
  trustedTypes.createPolicy('default', {
    createHTML(text, type, sink) {
      // A tag may be written in two parts.
      const all = apply(toLowerCase, end + text, []);
      end = apply(slice, all, [-8]);
      for (let at = 0; at < 5; at += 1) if (has(all, parts[at])) return null;
      return has(sink, 'srcdoc') ? null : text;
    },
    // Addresses with code (`javascript:`) come here, too.
    createScript: (text, type, sink) => (has(apply(toLowerCase, sink, []), 'href') ? null : text),
    createScriptURL: text => text,
  });
}
