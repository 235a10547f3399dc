// What is wrong with how the page stands on the screen: what is cut, what lies beyond the edges, what is too small to hit.

/** Texts that are wider or higher than their place and cannot be scrolled to, and what lies beyond the window. Said in words. */
export function cut(page) {
  return page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const hidden = element => !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('.only-heard, [inert], [aria-hidden="true"], option') !== null;
    const named = element => `${element.localName}${element.dataset.testid ? `[${element.dataset.testid}]` : ''}.${element.className?.baseVal ?? element.className} “${(element.innerText ?? '').trim().slice(0, 50)}”`;
    const scrolls = value => value === 'auto' || value === 'scroll';
    const found = [];
    for (const element of scope.querySelectorAll('*')) {
      if (hidden(element) || element.clientWidth < 2 || element.closest('svg, math, textarea, input, select')) continue;
      const style = getComputedStyle(element);
      // What ends in dots has all its words in a title or where it leads to.
      if (style.display === 'inline' || style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') continue;
      const says = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
      const clips = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if ((clips || says) && !scrolls(style.overflowX) && element.scrollWidth > element.clientWidth + 1) found.push(`${named(element)}: ${element.scrollWidth} in ${element.clientWidth} wide`);
      if (says && style.overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2) found.push(`${named(element)}: ${element.scrollHeight} in ${element.clientHeight} high`);
      if (!says || element.closest('.sidebar')) continue;
      let frame = element.parentElement;
      while (frame && !scrolls(getComputedStyle(frame).overflowX)) frame = frame.parentElement;
      // A table, code or a row of tags that scrolls by itself has its own edges.
      if (frame && frame.clientWidth < frame.scrollWidth) continue;
      if (element.getBoundingClientRect().right > innerWidth + 1) found.push(`${named(element)}: ends beyond the window`);
    }
    return found;
  });
}

/** Whether one has to scroll sideways to read: the page itself, or a dialog. Said in words. */
export function sideways(page) {
  return page.evaluate(() => {
    const places = [document.scrollingElement, document.body, document.querySelector('.transcript'), document.querySelector('.inspector'), ...document.querySelectorAll('dialog[open], dialog[open] .sheet, dialog[open] .content')];
    return places.filter(place => place && place.checkVisibility() && place.scrollWidth > place.clientWidth + 1).map(place => `${place.localName}.${place.className}: ${place.scrollWidth} in ${place.clientWidth}`);
  });
}

/** What can be pressed and is smaller than so many pixels, with nothing free around it (WCAG 2.2, 2.5.8). Said in words. */
export function small(page, least) {
  return page.evaluate(least => {
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const wanted = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=menuitem], [role=tab], [tabindex="0"]';
    const boxOf = element => {
      // A box or a dot is pressed by its label, too.
      const label = element.matches('[type=checkbox], [type=radio], [type=file]') ? element.closest('label') : null;
      return (label ?? element).getBoundingClientRect();
    };
    const shown = element => element.checkVisibility({ visibilityProperty: true }) && !element.disabled && !element.closest('[inert], .only-heard');
    const all = [...scope.querySelectorAll(wanted)].filter(shown).map(element => ({ element, box: boxOf(element) })).filter(({ box }) => box.width > 1 && box.right > 0 && box.left < innerWidth);
    return all
      .filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5)
      // A link in a sentence is as high as its line.
      .filter(({ element }) => !(getComputedStyle(element).display === 'inline' && element.closest('p, li, dd, figcaption')))
      .map(({ element, box }) => `${element.localName}[${element.dataset.testid ?? element.className}] “${(element.innerText ?? '').trim().slice(0, 30)}”: ${Math.round(box.width)}×${Math.round(box.height)}`);
  }, least);
}
