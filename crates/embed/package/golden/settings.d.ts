import type { LayerKind } from "./messages.js";
/** Share of a layer of the prompt, in percent of the budget. */
export interface LayerLimits {
    kind: LayerKind;
    floor: number;
    ceiling: number;
    priority: number;
}
/** Settings of a summary of days. */
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
    /** May contain variables such as `{username}`. */
    systemPrompt: string;
    template: string | null;
    botName: string;
    botUsername: string;
    /** Whether the current date and time are sent. */
    sendNow: boolean;
    nowStyle: "in_window" | "date_and_time" | "date";
    stampMessages: boolean;
    windowStyle: "auto" | "plain" | "group";
    /** Whether images are sent to models that support them. */
    vision: boolean;
    /** Tokens of the whole prompt. 2,000 to 1,000,000; default 8,000. */
    contextMaxTokens: number;
    /** Tokens of the reply. 256 to 65,536; default 2,048. */
    maxResponseTokens: number;
    /** Messages of the window. 10 to 500; `null`, the default: as many as fit into the budget. */
    immediateMessages: number | null;
    /** 1 to 500. */
    maxContext: number | null;
    /** The most stored messages of a conversation. 10 to 1,000,000; `null`: no limit. */
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
        /** Priority of new summaries. 0 to 100; default 50. */
        priority: number;
    };
    compression: {
        enableOnLimit: boolean;
        enablePeriodic: boolean;
        /** 2 to 1,000. */
        periodicInterval: number;
        /** Must contain `{history_messages}`. */
        promptTemplate: string | null;
        /** 2 to 500. */
        minMessages: number;
        outputTarget: "memory" | "reduced_history";
        /** 128 to 16,384. */
        maxTokens: number;
        /** Priority of new summaries. 0 to 100; default 50. */
        priority: number;
    };
    memories: {
        /** 10 to 100. */
        maxFacts: number;
        eviction: "least_useful" | "oldest";
        /** Whether facts that the model wants to save are saved without asking. */
        autoKeep: boolean;
        extract: boolean;
    };
    recall: {
        /** Whether earlier messages, memories and summaries that share words with a message are sent with it. Default: yes. */
        enabled: boolean;
        /** Earlier messages of the same conversation. */
        short: boolean;
        /** Messages of the last days. */
        medium: boolean;
        /** Older messages. */
        long: boolean;
        /** Documents. */
        documents: boolean;
        /** 1 to 365; default 30. */
        mediumDays: number;
        /** 1 to 50; default 8. */
        mostPieces: number;
        /** Messages on each side of a found one. 0 to 5; default 1. */
        neighbours: number;
        /** How much of the question a message must match, in percent. 0 to 100; default 15. */
        leastShare: number;
        /** Whether messages are also found by their meaning, if there is an embedder. Default: yes. */
        includeVector: boolean;
    };
    /** The tools of the package that the model may call, such as `save_user_fact`. */
    tools: string[];
    /** 1 to 20. */
    toolRounds: number;
    eraseOnNew: boolean;
    /** 1 to 10,080. */
    reminderMinutes: number;
    /** With `ask` in {@link MaintainOptions}, background work that reads more tokens than this asks first. 0 to 1,000,000; default 8,000. */
    askAboveTokens: number;
    /** Only the page asks: `send` of this package never does. 0 to 1,000, in the currency of `prices`; null: never. */
    confirmAboveCost: number | null;
    /** Only the page asks. Tokens of a prompt, 100 to 1,000,000; null: never. */
    confirmAboveTokens: number | null;
    /** Number of commands of a conversation that can be undone. 1 to 10,000; default 200. */
    undoSteps: number;
    /** Millions of bytes of undo history per conversation, and as much for deleted messages. 1 to 1,000; default 20. */
    undoMegabytes: number;
    /** Days for which {@link DeletedMessages} can be restored. 0 to 365; default 7. */
    deletedDays: number;
    modelTitles: boolean;
    /** Millionths of the currency unit per million tokens. */
    prices: {
        model: string;
        prompt: number;
        cached: number;
        completion: number;
        exact?: boolean;
    }[];
    /** Seconds to wait for the next output of a model. 5 to 3,600; default 300. */
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
    /** The app's connection for background work, like `provider`. A page sets its model as `background` in {@link OpenOptions}. */
    background: {
        provider: string | null;
        model: string | null;
        /** Whether conversations whose model runs on this computer may be sent elsewhere. */
        leavesComputer: boolean;
    };
}
/** Some settings: objects with some of their fields. */
export type SettingsPatch = {
    [Name in Exclude<keyof Settings, "version" | "preset">]?: Settings[Name] extends unknown[] ? Settings[Name] : Settings[Name] extends object ? {
        [Part in keyof Settings[Name]]?: Partial<Settings[Name][Part]> | Settings[Name][Part];
    } : Settings[Name];
};
