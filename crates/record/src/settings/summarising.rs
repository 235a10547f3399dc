//! How summaries are made: those of days, and those that the oldest messages become.

use super::Scope;
use crate::summary::{OutputTarget, USUAL_PRIORITY};
use serde::{Deserialize, Serialize};

/// How a summary of days is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// How many days back it looks. 1 to 365.
    pub days: u32,
    /// Its longest size, in tokens. 128 to 16,384.
    pub tokens: u32,
    /// How many days pass before it is made again. 1 to 365.
    pub every_days: u32,
}

/// The summaries of days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SummarySettings {
    /// Whether they are made. Default: no.
    pub enabled: bool,
    /// Default: 7 days, 1,024 tokens, every 3 days.
    pub recent: Period,
    /// Default: 30 days, 4,096 tokens, every 14 days.
    pub long: Period,
    /// Default: all conversations.
    pub scope: Scope,
    /// The priority of new ones: where there is no room for all summaries, the lowest is left out first. 0 to 100; default 50.
    pub priority: u32,
}

impl Default for SummarySettings {
    fn default() -> Self {
        Self {
            enabled: false,
            recent: Period { days: 7, tokens: 1_024, every_days: 3 },
            long: Period { days: 30, tokens: 4_096, every_days: 14 },
            scope: Scope::All,
            priority: USUAL_PRIORITY,
        }
    }
}

/// Compression: turning old messages into a summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CompressionSettings {
    /// Compress when at least `min_messages` lie outside the window. Default: no; preset `balanced`: yes.
    pub enable_on_limit: bool,
    /// Compress every `periodic_interval` messages. Default: no.
    pub enable_periodic: bool,
    /// 2 to 1,000; default 20.
    pub periodic_interval: u32,
    /// The prompt, with `{history_messages}` in it; `None`: the shipped one of the conversation's language.
    pub prompt_template: Option<String>,
    /// The fewest messages worth compressing. 2 to 500; default 10.
    pub min_messages: u32,
    /// Where the summary goes. Default: to the memories.
    pub output_target: OutputTarget,
    /// The longest size of one summary, in tokens. 128 to 16,384; default 512.
    pub max_tokens: u32,
    /// The priority of a new summary: where there is no room for all, the lowest is left out first. 0 to 100; default 50.
    pub priority: u32,
}

impl Default for CompressionSettings {
    fn default() -> Self {
        Self {
            enable_on_limit: false,
            enable_periodic: false,
            periodic_interval: 20,
            prompt_template: None,
            min_messages: 10,
            output_target: OutputTarget::Memory,
            max_tokens: 512,
            priority: USUAL_PRIORITY,
        }
    }
}
