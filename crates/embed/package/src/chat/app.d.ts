// The app: `xtask/element.mjs` makes it from the built page.

/** The style sheet, for a shadow root. */
export const style: string;

/** Creates an instance of the app. */
export function makeApp(): Promise<{
  mountElement(
    mountRoot: HTMLElement,
    emit: (event: string, detail: readonly string[]) => void,
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
