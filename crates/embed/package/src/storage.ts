// Where a page's data is stored, and what its user should know about that.

import type { StorageInfo } from "./types.js";

/** Describes the storage of a manager that was opened under `name`. */
export function storageOf(name: string | undefined, persistent: boolean, refused: string | undefined): StorageInfo {
  const partitioned = persistent && isFramedByAnotherSite();
  const info = { kind: persistent ? "indexeddb" : "memory", persistent, partitioned } as const;
  if (refused) return { ...info, note: refused };
  if (partitioned) {
    const note =
      "This chat is framed by another page. Where that is of another site, the browser keeps the conversations apart for " +
      "it, and may delete them sooner: export them to be safe.";
    return { ...info, note };
  }
  if (name === undefined) return { ...info, note: "This chat is in memory only: it is gone when the page is closed." };
  return info;
}

/** Whether the page is in a frame of another origin. Unknown in a worker: returns false. */
function isFramedByAnotherSite(): boolean {
  if (typeof window === "undefined" || window.top === window) return false;
  try {
    // Reading it throws if the embedding page has another origin.
    return window.top?.location.origin !== window.location.origin;
  } catch {
    return true;
  }
}

/**
 * Saves when the page is hidden, because a hidden page may be closed without notice.
 *
 * @internal
 */
export function saveWhenHidden(save: () => void, signal: AbortSignal): void {
  if (typeof document === "undefined") return;
  const onChange = () => {
    if (document.visibilityState === "hidden") save();
  };
  document.addEventListener("visibilitychange", onChange, { signal });
}
