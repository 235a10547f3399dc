// Loads the style sheets of messages, the list of conversations, dialogs, pages and the inspector, before the first of them is
// drawn. They are not part of the first load.

let loaded;

/** Resolves when the sheets apply. After a failure the next call tries again. */
export function loadStyle(address) {
  loaded ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = resolve;
    link.onerror = () => {
      loaded = undefined;
      link.remove();
      reject(new Error(address));
    };
    document.head.append(link);
  });
  return loaded;
}
