import type { LayerKind } from "./types.js";
/** What a layer of the prompt may take, in percent of the budget. */
export interface LayerLimits {
    kind: LayerKind;
    floor: number;
    ceiling: number;
    priority: number;
}
/** How a summary of days is made. */
export interface Period {
    /** 1 to 365. */
    days: number;
    /** 128 to 16,384. */
    tokens: number;
    /** 1 to 365. */
    everyDays: number;
}
export interface Settings {
    readonly version: number;
    readonly preset: string;
    language: "en" | "uk" | "ru";
    /** Such as `Europe/Kyiv`; `null`: the browser's. */
    timeZone: string | null;
    /** With variables such as `{username}`. */
    systemPrompt: string;
    template: string | null;
    botName: string;
    botUsername: string;
    /** Whether the current date and time are sent. */
    sendNow: boolean;
    nowStyle: "in_window" | "date_and_time" | "date";
    stampMessages: boolean;
    windowStyle: "auto" | "plain" | "group";
    /** Whether images are sent to models that see. */
    vision: boolean;
    /** Tokens of the whole prompt. 2,000 to 1,000,000; default 8,000. */
    contextMaxTokens: number;
    /** Tokens of the reply. 256 to 65,536; default 2,048. */
    maxResponseTokens: number;
    /** Messages of the window. 10 to 500; `null`, the default: as many as the budget holds. */
    immediateMessages: number | null;
    /** 1 to 500. */
    maxContext: number | null;
    /** How many messages of a conversation are stored. 10 to 1,000,000; `null`: all. */
    maxStorage: number | null;
    /** 2 to 500. */
    shortTermWindow: number | null;
    /** 4 to 1,000. */
    summaryThresholdMessages: number | null;
    /** 0 to 75; default 34. */
    trimStepPercent: number;
    layers: LayerLimits[];
    summaries: {
        enabled: boolean;
        recent: Period;
        long: Period;
        scope: "all" | "conversation";
        /** Of new ones. 0 to 100; default 50. */
        priority: number;
    };
    compression: {
        enableOnLimit: boolean;
        enablePeriodic: boolean;
        /** 2 to 1,000. */
        periodicInterval: number;
        /** With `{history_messages}` in it. */
        promptTemplate: string | null;
        /** 2 to 500. */
        minMessages: number;
        outputTarget: "memory" | "reduced_history";
        /** 128 to 16,384. */
        maxTokens: number;
        /** Of new summaries. 0 to 100; default 50. */
        priority: number;
    };
    memories: {
        /** 10 to 100. */
        maxFacts: number;
        eviction: "least_useful" | "oldest";
        /** Whether what the model wants to keep is kept without asking. */
        autoKeep: boolean;
        extract: boolean;
    };
    /** The tools of the package that the model may call, such as `save_user_fact`. */
    tools: string[];
    /** 1 to 20. */
    toolRounds: number;
    eraseOnNew: boolean;
    /** 1 to 10,080. */
    reminderMinutes: number;
    /** Idle work that reads more tokens than this asks first, where {@link MaintainOptions} has `ask`. 0 to 1,000,000; default 8,000. */
    askAboveTokens: number;
    /** How many commands of a conversation can be taken back. 1 to 10,000; default 200. */
    undoSteps: number;
    /** Millions of bytes for these in a conversation, and as much for deleted messages. 1 to 1,000; default 20. */
    undoMegabytes: number;
    /** For how many days {@link DeletedMessages} can be restored. 0 to 365; default 7. */
    deletedDays: number;
    exactCounts: "o200k" | "cl100k" | null;
    modelTitles: boolean;
    /** Millionths of the currency unit for a million tokens. */
    prices: {
        model: string;
        prompt: number;
        cached: number;
        completion: number;
    }[];
    /** How long to wait for the next sign of life from a model. 5 to 3,600; default 300. */
    responseTimeoutSeconds: number;
    sampling: {
        /** 0 to 2. */
        temperature: number | null;
        /** 0 to 1. */
        topP: number | null;
        /** 1 to 1,000. */
        topK: number | null;
        repeatPenalty: number | null;
    };
    provider: string | null;
    /** The app's connection for idle work, as `provider` is its own. A page gives its model as {@link OpenOptions} `background`. */
    background: {
        provider: string | null;
        model: string | null;
        /** Whether conversations whose model runs on this computer may be sent elsewhere. */
        leavesComputer: boolean;
    };
}
/** Some settings: objects in it with some of their fields. */
export type SettingsPatch = {
    [Name in Exclude<keyof Settings, "version" | "preset">]?: Settings[Name] extends unknown[] ? Settings[Name] : Settings[Name] extends object ? {
        [Part in keyof Settings[Name]]?: Partial<Settings[Name][Part]> | Settings[Name][Part];
    } : Settings[Name];
};
