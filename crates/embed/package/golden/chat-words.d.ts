/** The texts in the requested language, or in the first supported one of the browser's. */
export declare function saying(language: string | null): {
    readonly tag: string;
    readonly failed: string;
    readonly again: string;
};
