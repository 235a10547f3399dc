// The app: `xtask/element.mjs` makes it from the built page.

/** The style sheet, for a shadow root. */
export const style: string;

/** Creates an instance of the app. */
export function makeApp(): Promise<{
  mountElement(
    host: HTMLElement,
<<<<<<< HEAD
    mountRoot: HTMLElement,
    emit: (event: string, detail: readonly string[]) => void,
=======
    mount: HTMLElement,
    tell: (event: string, detail: readonly string[]) => void,
>>>>>>> b32885c (Call the element's mount a mount in class and code)
    assets: string,
    attributes: {
      name: string | undefined;
      endpoint: string | undefined;
      protocol: string | undefined;
      model: string | undefined;
      language: string | undefined;
    },
  ): void;
  unmountElement(done: () => void): void;
}>;
