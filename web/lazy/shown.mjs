// Shows what a block of code contains, at the user's request: a page, a picture or a diagram. Loaded by the first one.

import { openFrame } from './frame.mjs';
import { guarded } from './guard.mjs';
import { drawDiagram } from './diagram.mjs';

const WORDS = ['show', 'stop', 'showCode', 'fullScreen', 'runs', 'page', 'picture', 'diagram', 'drawing', 'notDrawn', 'notLoaded', 'height'];
const KINDS = { html: showPage, htm: showPage, svg: showPicture, xml: showPicture, mermaid: showDiagram };
/** Height of a page in pixels, and its change by an arrow key. */
const LOWEST = 120;
const STEP = 40;

/** Closes what a block shows, by block. */
const open = new WeakMap();

/** Shows what the block of a button contains, or its code again. */
export async function run(button, texts) {
  const block = button.closest('.code');
  if (open.has(block)) return open.get(block)();
  const words = Object.fromEntries(texts.split('\n').map((text, at) => [WORDS[at], text]));
  block.querySelector('.shown')?.remove();
  const code = block.querySelector('pre');
  const panel = element('div', 'shown');
  const show = KINDS[code.firstChild.dataset.language.toLowerCase()];
  const closing = new AbortController();
  const close = () => {
    closing.abort();
    open.delete(block);
    panel.remove();
    block.classList.remove('showing');
    block.querySelector('.full-screen')?.remove();
    if (document.fullscreenElement === block) document.exitFullscreen();
    button.textContent = words.show;
  };
  open.set(block, close);
  block.classList.add('showing');
  button.textContent = show === showPage ? words.stop : words.showCode;
  // Before the code, which stays the last child.
  code.before(panel);
  try {
    await show({ block, panel, button, code: code.textContent, words, closed: closing.signal });
  } catch (error) {
    console.warn(`shown: ${error}`);
    if (!panel.isConnected) return;
    close();
    // The code is more useful than an empty place. The next attempt removes the sentence.
    panel.replaceChildren(sentence('trouble', error instanceof Wrong ? words.notDrawn.replace('{why}', error.message) : words.notLoaded));
    code.before(panel);
  }
}

/** The content itself is wrong. */
class Wrong extends Error {}

/** Runs a page beside its code. */
async function showPage({ block, panel, button, code, words }) {
  const frame = element('div', 'frame');
  panel.append(sentence('runs', words.runs), frame, grip(frame, words.height));
  if (document.fullscreenEnabled) {
    const full = element('button', 'full-screen');
    full.type = 'button';
    full.textContent = words.fullScreen;
    full.addEventListener('click', () => (document.fullscreenElement ? document.exitFullscreen() : block.requestFullscreen()));
    button.before(full);
  }
  // Without `allow-forms` a form would not even tell its page that it is sent. The policy lets none leave.
  await openFrame(frame, { html: guarded(code), sandbox: 'allow-scripts allow-forms', title: words.page });
}

/** Shows a picture. An image runs no scripts and loads nothing. */
async function showPicture({ panel, code, words }) {
  // A page needs no namespaces, an image does.
  let source = code.replace(/<svg(?![^>]*\sxmlns=)/i, '<svg xmlns="http://www.w3.org/2000/svg"');
  if (/\sxlink:/.test(source)) source = source.replace(/<svg(?![^>]*\sxmlns:xlink=)/i, '<svg xmlns:xlink="http://www.w3.org/1999/xlink"');
  const picture = await image(source, words.picture).catch(() => Promise.reject(new Wrong('')));
  picture.classList.toggle('without-size', !/<svg[^>]*\s(width|height)=/i.test(source));
  panel.append(picture);
  panel.classList.add('on-white');
}

/** Draws a diagram. Its code runs in a frame, and what comes out of it is shown as an image. */
async function showDiagram({ panel, code, words, closed }) {
  const place = element('div', 'at-work');
  if (!panel.firstChild) panel.append(sentence('runs', words.drawing));
  panel.append(place);
  const dark = isDark(panel);
  const drawn = await drawDiagram(place, code, dark, words.drawing, closed);
  if ('wrong' in drawn) throw new Wrong(drawn.wrong);
  const picture = await image(drawn.svg, words.diagram);
  if (closed.aborted) return;
  panel.replaceChildren(picture);
  // What cannot be drawn again stays as it is.
  onceDarkChanges(panel, dark, closed, () => showDiagram({ panel, code, words, closed }).catch(error => console.warn(`shown: ${error}`)));
}

/** Calls once when the theme, of the system or as chosen in the settings, is no longer as dark as it was. */
function onceDarkChanges(panel, wasDark, closed, act) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(look);
  const stop = () => {
    system.removeEventListener('change', look);
    chosen.disconnect();
  };
  function look() {
    // The attribute is also written when another setting of the look changes.
    if (isDark(panel) === wasDark) return;
    stop();
    act();
  }
  system.addEventListener('change', look);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  closed.addEventListener('abort', stop);
  // It may have changed while the diagram was drawn.
  look();
}

/** An image with this SVG. Nothing can open it as a document: its address is valid only until it is loaded. */
function image(svg, alt) {
  const image = new Image();
  image.alt = alt;
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  return new Promise((resolve, reject) => {
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('not an image'));
    image.src = address;
  }).finally(() => URL.revokeObjectURL(address));
}

/** Changes the height of a frame, by pointer and by keyboard. */
function grip(frame, name) {
  const grip = element('div', 'grip');
  const attributes = { role: 'separator', tabindex: '0', 'aria-orientation': 'horizontal', 'aria-label': name, 'aria-valuemin': LOWEST, 'aria-valuemax': 2000 };
  for (const [attribute, value] of Object.entries(attributes)) grip.setAttribute(attribute, value);
  const now = () => Math.round(frame.getBoundingClientRect().height);
  const set = height => {
    frame.style.height = `${Math.min(Math.max(height, LOWEST), 2000)}px`;
    grip.setAttribute('aria-valuenow', now());
  };
  requestAnimationFrame(() => grip.setAttribute('aria-valuenow', now()));
  let from = null;
  grip.addEventListener('pointerdown', event => {
    from = now() - event.clientY;
    grip.setPointerCapture(event.pointerId);
    // A frame of another process would take the moves over it.
    frame.classList.add('resizing');
  });
  grip.addEventListener('pointermove', event => from !== null && set(from + event.clientY));
  grip.addEventListener('lostpointercapture', () => {
    from = null;
    frame.classList.remove('resizing');
  });
  grip.addEventListener('keydown', event => {
    const step = { ArrowDown: STEP, ArrowUp: -STEP }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    set(now() + step);
  });
  return grip;
}

function isDark(place) {
  const probe = element('span', 'dark-probe');
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color === 'rgb(255, 255, 255)';
}

function element(name, className) {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

function sentence(className, text) {
  const place = element('p', className);
  place.setAttribute('role', 'status');
  place.textContent = text;
  return place;
}
