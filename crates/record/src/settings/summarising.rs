//! How summaries are made: daily ones, and those of compressed messages.

use super::{Scope, with_defaults::with_defaults};
use crate::summary::{OutputTarget, USUAL_PRIORITY};
use serde::{Deserialize, Serialize};

/// Schedule and size of a daily summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// Days that it covers. 1 to 365.
    pub days: u32,
    /// Size limit in tokens. 128 to 16,384.
    pub tokens: u32,
    /// Days until it is made again. 1 to 365.
    pub every_days: u32,
}

with_defaults! {
    /// Settings of the daily summaries.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default)]
    pub struct SummarySettings {
        /// Whether they are made. Default: no.
        pub enabled: bool = false,
        /// Default: 7 days, 1,024 tokens, every 3 days.
        pub recent: Period = Period { days: 7, tokens: 1_024, every_days: 3 },
        /// Default: 30 days, 4,096 tokens, every 14 days.
        pub long: Period = Period { days: 30, tokens: 4_096, every_days: 14 },
        /// Default: all conversations.
        pub scope: Scope = Scope::All,
        /// Priority of new ones: if not all summaries fit, the lowest is left out first. 0 to 100; default 50.
        pub priority: u32 = USUAL_PRIORITY,
    }
}

with_defaults! {
    /// Compression: replacing old messages by a summary.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default)]
    pub struct CompressionSettings {
        /// Compress when at least `min_messages` are outside the window. Default: no; preset `balanced`: yes.
        pub enable_on_limit: bool = false,
        /// Compress every `periodic_interval` messages. Default: no.
        pub enable_periodic: bool = false,
        /// 2 to 1,000; default 20.
        pub periodic_interval: u32 = 20,
        /// The prompt, with `{history_messages}` in it; `None` means the built-in one in the conversation's language.
        pub prompt_template: Option<String> = None,
        /// The fewest messages worth compressing. 2 to 500; default 10.
        pub min_messages: u32 = 10,
        /// Where the summary is stored. Default: in the memories.
        pub output_target: OutputTarget = OutputTarget::Memory,
        /// Size limit of one summary, in tokens. 128 to 16,384; default 512.
        pub max_tokens: u32 = 512,
        /// Priority of a new summary: if not all fit, the lowest is left out first. 0 to 100; default 50.
        pub priority: u32 = USUAL_PRIORITY,
    }
}
