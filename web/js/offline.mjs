// Loads the code that makes the page work offline. It is not part of the first load. A page that was not published (`trunk
// serve`) has none, because there each build replaces the previous one under the same names.

const load = () => import(new URL('lazy/offline.mjs', document.baseURI).href);

/** Calls back when a newer build of the page is available. */
export async function watchForNewer(onNewer) {
  if (!navigator.serviceWorker || !document.querySelector('meta[name=ricordo-build]')) return;
  try {
    await (await load()).watch(onNewer);
  } catch (error) {
    // Without it the page still works online.
    console.warn(`offline: ${error}`);
  }
}

/** Reloads the page as the newer build. */
export const takeNewer = () => load().then(({ takeNewer }) => takeNewer(), () => location.reload());
