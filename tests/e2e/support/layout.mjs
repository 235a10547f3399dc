// Finds layout problems: cut text, content beyond the edges, targets that are too small.

export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
/** A window of 1280 × 800, enlarged to 200 %. */
export const LARGE = { width: 640, height: 400 };

/** Makes the window this large, and waits until the page knows: `resize` comes with the next frame, which a busy machine draws late. */
export async function resize(page, size) {
  await page.setViewportSize(size);
  await page.evaluate(async ({ width, height }) => {
    do await new Promise(requestAnimationFrame);
    while (innerWidth !== width || innerHeight !== height);
  }, size);
}

/** Texts that are wider or higher than their box and cannot be scrolled to, and content outside the window. As text. */
export function cut(page) {
  return page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const hidden = element => !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('.visually-hidden, [inert], [aria-hidden="true"], option') !== null;
    const named = element => `${element.localName}${element.dataset.testid ? `[${element.dataset.testid}]` : ''}.${element.className?.baseVal ?? element.className} “${(element.innerText ?? '').trim().slice(0, 50)}”`;
    const scrolls = value => value === 'auto' || value === 'scroll';
    const found = [];
    for (const element of scope.querySelectorAll('*')) {
      if (hidden(element) || element.clientWidth < 2 || element.closest('svg, math, textarea, input, select')) continue;
      // An image that has no address yet (and counts as complete), or is still loading, is as wide as its alternative text.
      if (element.localName === 'img' && element.naturalWidth === 0) continue;
      const style = getComputedStyle(element);
      // Text with an ellipsis is complete in its title or where it leads to.
      if (style.display === 'inline' || style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') continue;
      const says = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
      const clips = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if ((clips || says) && !scrolls(style.overflowX) && element.scrollWidth > element.clientWidth + 1) found.push(`${named(element)}: ${element.scrollWidth} in ${element.clientWidth} wide`);
      if (says && style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2) found.push(`${named(element)}: ${element.scrollHeight} in ${element.clientHeight} high`);
      if (!says || element.closest('.sidebar')) continue;
      let frame = element.parentElement;
      while (frame && !scrolls(getComputedStyle(frame).overflowX)) frame = frame.parentElement;
      // A table, code or a row of tags that scrolls by itself has edges of its own.
      if (frame && frame.clientWidth < frame.scrollWidth) continue;
      if (element.getBoundingClientRect().right > innerWidth + 1) found.push(`${named(element)}: ends beyond the window`);
    }
    return found;
  });
}

/** Whether the user has to scroll sideways to read: the page itself, or a dialog. As text. */
export function sideways(page) {
  return page.evaluate(() => {
    const containers = [document.scrollingElement, document.body, document.querySelector('.transcript'), document.querySelector('.inspector'), ...document.querySelectorAll('dialog[open], dialog[open] .sheet, dialog[open] .content')];
    return containers.filter(container => container && container.checkVisibility() && container.scrollWidth > container.clientWidth + 1).map(container => `${container.localName}.${container.className}: ${container.scrollWidth} in ${container.clientWidth}`);
  });
}

/** Targets smaller than this many pixels without free space around them (WCAG 2.2, 2.5.8). As text. */
export function small(page, least) {
  return page.evaluate(least => {
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const wanted = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=menuitem], [role=tab], [tabindex="0"]';
    const boxOf = element => {
      // A checkbox or radio button is pressed by its label, too.
      const label = element.matches('[type=checkbox], [type=radio], [type=file]') ? element.closest('label') : null;
      return (label ?? element).getBoundingClientRect();
    };
    const shown = element => element.checkVisibility({ visibilityProperty: true }) && !element.disabled && !element.closest('[inert], .visually-hidden');
    const all = [...scope.querySelectorAll(wanted)].filter(shown).map(element => ({ element, box: boxOf(element) })).filter(({ box }) => box.width > 1 && box.right > 0 && box.left < innerWidth);
    return all
      .filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5)
      // A link in a sentence is as high as its line.
      .filter(({ element }) => !(getComputedStyle(element).display === 'inline' && element.closest('p, li, dd, figcaption')))
      .map(({ element, box }) => `${element.localName}[${element.dataset.testid ?? element.className}] “${(element.innerText ?? '').trim().slice(0, 30)}”: ${Math.round(box.width)}×${Math.round(box.height)}`);
  }, least);
}

/** What a phone, a finger and a mouse would meet in the open view. As text. Leaves the page wide. */
export async function misfits(page) {
  const byPointer = (await small(page, 24)).map(line => `pointer: ${line}`);
  await resize(page, PHONE);
  const byFinger = (await small(page, 24)).map(line => `finger: ${line}`);
  const onPhone = [...(await cut(page)), ...(await sideways(page))].map(line => `phone: ${line}`);
  await resize(page, LARGE);
  const enlarged = [...(await cut(page)), ...(await sideways(page))].map(line => `enlarged: ${line}`);
  await resize(page, WIDE);
  return [...byPointer, ...byFinger, ...onPhone, ...enlarged];
}

/**
 * Whether something is high enough for a finger: 44 pixels. In something that moves, a browser computes the height from two
 * rounded positions, so a ten-thousandth may be missing.
 *
 * @param {{ height: number }} box
 */
export function isHighEnough(box) {
  return box.height > 43.999;
}
