// Draws Mermaid diagrams in a frame of their own: Mermaid is large, makes HTML out of text, and needs a policy that allows it.

import { openFrame } from './frame.mjs';

const MERMAID = new URL('../vendor/mermaid/mermaid.js', import.meta.url);

let loading;

/** The script, as it stands in the frame. After a failure the next diagram tries again. */
function script() {
  loading ??= fetch(MERMAID)
    .then(response => (response.ok ? response.text() : Promise.reject(new Error(`${MERMAID}: HTTP ${response.status}`))))
    .then(text => text.replace(/<\/(?=script)|<!(?=--)/gi, found => `${found[0]}\\${found[1]}`));
  loading.catch(() => (loading = undefined));
  return loading;
}

/**
 * Draws a diagram: `svg`, or `wrong` with the reason. The frame is in `place` meanwhile, because text is measured in it. Where
 * `place` is not displayed, that waits until it is, or until `closed`.
 */
export async function drawDiagram(place, text, isDark, title, closed) {
  const mermaid = await script();
  if (closed.aborted) {
    place.remove();
    return { wrong: 'closed' };
  }
  const input = JSON.stringify({ text, isDark }).replaceAll('<', '\\u003c');
  const html = `<!doctype html><meta charset="utf-8"><body><script>${mermaid}</script><script>(${draw})(${input})</script>`;
  let inner;
  let receive;
  const answer = new Promise(resolve => {
    receive = event => inner && event.source === inner.contentWindow && resolve(event.data);
    closed.addEventListener('abort', () => resolve({ wrong: 'closed' }));
  });
  addEventListener('message', receive);
  try {
    inner = await openFrame(place, { html, sandbox: 'allow-scripts', title });
    const { svg, wrong } = Object(await answer);
    return typeof svg === 'string' ? { svg } : { wrong: String(wrong) };
  } finally {
    removeEventListener('message', receive);
    place.remove();
  }
}

/** Runs in the frame. */
async function draw({ text, isDark }) {
  const answer = message => parent.parent.postMessage(message, '*');
  try {
    // The frame has a process of its own, which may not have been told its size yet. Without one all text measures nothing.
    while (!innerHeight) await new Promise(resolve => addEventListener('resize', resolve, { once: true }));
    const font = 'system-ui, sans-serif';
    mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', suppressErrorRendering: true, theme: isDark ? 'dark' : 'default', fontFamily: font, htmlLabels: false, flowchart: { htmlLabels: false } });
    const { svg } = await mermaid.render('diagram', text);
    const place = document.createElement('div');
    place.innerHTML = svg;
    const drawn = place.firstElementChild;
    // An image needs a size of its own.
    const { width, height } = drawn.viewBox.baseVal;
    drawn.style.maxWidth = '';
    drawn.setAttribute('width', width);
    drawn.setAttribute('height', height);
    answer({ svg: new XMLSerializer().serializeToString(drawn) });
  } catch (error) {
    answer({ wrong: String(error?.message ?? error).split('\n')[0].replace(/:$/, '.').slice(0, 300) });
  }
}
