/** The sentences in the language that is asked for, or the first of the browser's that there is. */
export declare function saying(language: string | null): {
    readonly tag: string;
    readonly failed: string;
    readonly again: string;
};
