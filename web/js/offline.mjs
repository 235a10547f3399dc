// The way to what makes the page work without a network. Nothing of it is in the first load; and a page that was not
// published (`trunk serve`) has none of it, because there each build replaces the one before under the same names.

const load = () => import(new URL('lazy/offline.mjs', document.baseURI).href);

/** Calls back when a newer build of the page is here. */
export async function watchForNewer(onNewer) {
  if (!navigator.serviceWorker || !document.querySelector('meta[name=ricordo-build]')) return;
  try {
    await (await load()).watch(onNewer);
  } catch (error) {
    // It works as it did, with a network.
    console.warn(`offline: ${error}`);
  }
}

/** Loads the page again, as the newer build. */
export const takeNewer = () => load().then(({ takeNewer }) => takeNewer(), () => location.reload());
