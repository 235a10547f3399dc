//! All error codes in one table: errors of calls, and of models. A test compares it with the types of the package.

/// Generates the enum of all codes, the name of each, and a list for each group.
macro_rules! codes {
    ($($(#[$about:meta])* $group:ident { $($(#[$of_code:meta])* $code:ident = $name:literal,)* })*) => {
        /// An error code that programs can act on. A code never changes its meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Code {
            $($($(#[$of_code])* $code,)*)*
        }

        impl Code {
            $(
                $(#[$about])*
                #[cfg(test)]
                pub(crate) const $group: &[Self] = &[$(Self::$code,)*];
            )*

            /// The code's name in JavaScript.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $($(Self::$code => $name,)*)*
                }
            }
        }
    };
}

codes! {
    /// Codes of refused calls.
    REFUSALS {
        NotLoaded = "not-loaded",
        Internal = "internal",
        BadArgument = "bad-argument",
        NotPlain = "not-plain",
        Aborted = "aborted",
        Closed = "closed",
        NoModel = "no-model",
        NoEmbedder = "no-embedder",
        EmbedderFailed = "embedder-failed",
        NoVectorStore = "no-vector-store",
        VectorStoreFailed = "vector-store-failed",
        ToolExists = "tool-exists",
        EmptyMessage = "empty-message",
        OverBudget = "over-budget",
        ImagesUnsupported = "cannot-see",
        NoConversation = "no-conversation",
        NoMessage = "no-message",
        NothingToRetry = "nothing-to-retry",
        Temporary = "temporary",
        MemoryRefused = "memory-refused",
        TaskRefused = "task-refused",
        SummaryRefused = "summary-refused",
        ProjectRefused = "project-refused",
        DocumentRefused = "document-refused",
        UnknownSetting = "unknown-setting",
        WrongValue = "wrong-value",
        OutOfRange = "out-of-range",
        UnknownZone = "unknown-zone",
        BadTemplate = "bad-template",
        UnknownPreset = "unknown-preset",
        BadPreset = "bad-preset",
        NothingToCompress = "nothing-to-compress",
        NothingCompressed = "nothing-compressed",
        Stopped = "stopped",
        UnusableSummary = "unusable-summary",
        Changed = "changed",
        NoSentences = "no-sentences",
        Conflict = "conflict",
        StorageFull = "storage-full",
        StorageUnavailable = "storage-unavailable",
        UpgradeBlocked = "upgrade-blocked",
        NewerVersion = "newer-version",
        Damaged = "damaged",
        StorageFailed = "storage-failed",
        NotAnExport = "not-an-export",
    }
    /// Codes of a reply that failed or is incomplete: `ModelErrorCode` of the package.
    MODELS {
        ModelThrew = "model-threw",
        ModelGarbage = "model-garbage",
        Unreachable = "unreachable",
        InvalidAddress = "invalid-address",
        OriginRefused = "origin-refused",
        LocalNetworkRefused = "local-network-refused",
        MixedContent = "mixed-content",
        Unauthorized = "unauthorized",
        NotFound = "not-found",
        RateLimited = "rate-limited",
        ContextOverflow = "context-overflow",
        ToolResultsTooLong = "tool-results-too-long",
        BadRequest = "bad-request",
        ServerError = "server-error",
        NotTheProtocol = "not-the-protocol",
        EventTooLong = "event-too-long",
        ErrorInStream = "error-in-stream",
        CutOff = "cut-off",
        TimedOut = "timed-out",
        RanOn = "ran-on",
        EmptyReply = "empty-reply",
        ModelNotLoaded = "model-not-loaded",
        ModelFailed = "model-failed",
    }
}

#[cfg(test)]
impl Code {
    /// Codes of refused calls that a stored reply has, too: one of several models that were asked with the same message.
    pub(crate) const OF_BOTH: &[Self] = &[Self::OverBudget, Self::ImagesUnsupported];
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The members of a union type of the package.
    fn union(name: &str) -> BTreeSet<&'static str> {
        let types = include_str!("../package/src/errors.ts");
        let begin = format!("export type {name} =");
        let (_, rest) = types.split_once(&begin).unwrap();
        let (members, _) = rest.split_once(';').unwrap();
        members.split('|').filter_map(|member| member.split('"').nth(1)).collect()
    }

    fn names(codes: &[Code]) -> BTreeSet<&'static str> {
        let names: BTreeSet<_> = codes.iter().map(|code| code.name()).collect();
        assert_eq!(names.len(), codes.len(), "a code is there twice");
        names
    }

    /// Codes that only the package's scripts use. The TypeScript compiler checks that they are in the type.
    const OF_THE_SCRIPTS: [&str; 4] = ["not-initialized", "init-failed", "tool-failed", "listener-failed"];

    #[test]
    fn the_types_of_the_package_have_these_codes_and_no_other() {
        let mut refusals = names(Code::REFUSALS);
        refusals.extend(OF_THE_SCRIPTS);
        assert_eq!(union("RicordoErrorCode"), refusals);
        assert_eq!(union("ModelErrorCode"), names(&[Code::MODELS, Code::OF_BOTH].concat()));
    }
}
