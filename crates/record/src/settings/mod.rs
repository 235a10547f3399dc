//! Settings: one versioned record. A setting is a field with its default here, in `summarising` or in `recalling`, and a
//! row of `table` with its group, control, unit and range.
//!
//! A value out of range is refused with the range in the error, never clamped silently. `layers` has the shares of the
//! prompt's layers, `background` the provider for background work, `summarising` how summaries are made, `recalling`
//! what is recalled, `embeddings` which model finds it by meaning, `vector_store` where its vectors are, `own` the
//! overrides of a conversation, `group` the groups of the page. The defaults are preset `balanced`, in which compression
//! is on; the other presets, and changes to settings, are in the core.

mod background;
mod consent;
mod embeddings;
mod group;
pub mod layers;
mod own;
mod ranges;
mod recalling;
mod summarising;
mod system_prompt;
mod table;
mod vector_store;
mod with_defaults;

pub use background::Background;
pub use embeddings::{EmbeddedBy, Embeddings};
pub use group::Group;
pub use layers::{LayerLimits, default_layers};
pub use own::{OwnModel, OwnSettings};
pub use ranges::Range;
pub use recalling::RecallSettings;
pub use summarising::{CompressionSettings, Period, SummarySettings};
pub use system_prompt::SystemPrompt;
pub use table::{Control, FIELDS, Field, Place, Unit, field_of, range_of};
pub use vector_store::{KEPT_VECTORS, VectorPlace, VectorStoreSettings};

pub use crate::language::Language;
use crate::{
    error::OutOfRange,
    id::{ProviderId, TemplateId},
    message::Tokenizer,
    request::Sampling,
    statistics::Price,
};
use serde::{Deserialize, Serialize};
use with_defaults::with_defaults;

/// Version of the settings record.
pub const SETTINGS_VERSION: u32 = 4;
/// The default limits of the window before version 3, in messages and percent.
const LIMITS_OF_VERSION_2: (u32, u32) = (100, 66);
/// The presets of before version 4 that recall nothing.
const WITHOUT_RECALL: [&str; 4] = ["forget", "layered", "journal", "compress"];

/// Format of the messages in the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowStyle {
    /// As a group if more than one human writes, plain otherwise.
    #[default]
    Auto,
    /// The text alone, under its role.
    Plain,
    /// `[Name (@username, id:123)]: text`, with the message that is replied to.
    Group,
}

/// Content of the `now` layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NowStyle {
    /// In the messages themselves: weekday, date, time and zone are prepended to the first user message that is sent,
    /// the first of each day, and the first after an hour. What was sent once does not change, so the whole prefix can
    /// be cached.
    #[default]
    InWindow,
    /// Weekday, date, time and zone before the message, exact to the minute. The message is processed twice.
    DateAndTime,
    /// The date before the message, the same all day. The message is processed twice.
    Date,
}

/// Which memory is archived first at the cap: first those stated only by a model, then the user's own. The order within
/// each group:
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Eviction {
    /// The least useful: never used, then oldest.
    #[default]
    LeastUseful,
    /// The oldest.
    Oldest,
}

/// Scope of the daily summaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// All conversations.
    #[default]
    All,
    /// Each conversation separately.
    Conversation,
}

with_defaults! {
    /// Memory settings.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default)]
    pub struct MemorySettings {
        /// Most facts that are kept. 10 to 100; default 50.
        pub max_facts: u32 = 50,
        /// Which is archived first. Default: the least useful.
        pub eviction: Eviction = Eviction::LeastUseful,
        /// Whether facts stated by the model are kept without asking the user. Default: no.
        pub auto_keep: bool = false,
        /// Whether facts are extracted by a prompt after a turn if the model cannot save them by a tool. Default: no.
        pub extract: bool = false,
    }
}

with_defaults! {
    /// All settings of the user.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    pub struct Settings {
        /// The version of this record.
        pub version: u32 = SETTINGS_VERSION,
        /// The preset these settings started from.
        pub preset: String = "balanced".to_owned(),
        /// Language of the built-in prompts and labels.
        pub language: Language = Language::En,
        /// The user's time zone, such as `Europe/Kyiv`; `None` means the browser's.
        pub time_zone: Option<String> = None,

        /// The system prompt. Used if no template is selected.
        #[serde(rename = "prompt")]
        pub system_prompt: SystemPrompt = SystemPrompt::default(),
        /// Text of the system prompt as versions up to 6 of the records stored it. Only the upgrade in `ricordo-core` reads it.
        #[serde(rename = "system_prompt", skip_serializing)]
        pub system_prompt_of_version_6: Option<String> = None,
        /// The user's template that replaces `system_prompt`.
        pub template: Option<TemplateId> = None,
        /// Name of the assistant.
        pub bot_name: String = "Ricordo".to_owned(),
        /// User name of the assistant, without `@`.
        pub bot_username: String = "ricordo".to_owned(),
        /// Whether the current date and time are sent, in a separate layer.
        pub send_now: bool = true,
        /// Content of that layer.
        pub now_style: NowStyle = NowStyle::InWindow,
        /// Whether the user's messages are stamped: `[Current time: 2026-11-22 09:00] text`.
        pub stamp_messages: bool = false,
        /// Format of the messages in the window.
        pub window_style: WindowStyle = WindowStyle::Auto,
        /// Whether images are sent to models that accept them.
        pub vision: bool = true,

        /// Tokens for the whole prompt. 2,000 to 1,000,000; default 8,000.
        pub context_max_tokens: u32 = 8_000,
        /// Tokens for the reply. 256 to 65,536; default 2,048.
        pub max_response_tokens: u32 = 2_048,
        /// Most messages in the window; `None` means as many as fit. 10 to 500.
        pub immediate_messages: Option<u32> = None,
        /// Most messages in the window, with or without a `/forget`; `None` means no further limit. 1 to 500.
        pub max_context: Option<u32> = None,
        /// Most messages stored in a conversation; `None` means all. The oldest are deleted, pinned ones never. 10 to
        /// 1,000,000.
        pub max_storage: Option<u32> = None,
        /// How many recent messages are sent verbatim, the rest as a summary; `None` means no further limit. 2 to 500.
        pub short_term_window: Option<u32> = None,
        /// Number of messages from which the rest is summarized; used with `short_term_window`. 4 to 1,000.
        pub summary_threshold_messages: Option<u32> = None,
        /// How much of the window is cut when it has too many tokens, in percent: 0 cuts one message at a time, 34 cuts a
        /// third, so that the start of the prompt then stays the same for many turns. 0 to 75; default 34: more than 0.8 of
        /// the room is used on average, and a provider's prompt cache serves more than 0.92 of all prompt tokens at 4,000
        /// tokens, 0.95 at 8,000. A limit by number always cuts one message at a time.
        pub trim_step_percent: u32 = 34,
        /// The layers in the order in which they are sent, with their shares.
        pub layers: Vec<LayerLimits> = default_layers(),

        /// Daily summaries.
        pub summaries: SummarySettings = SummarySettings::default(),
        /// Compression.
        pub compression: CompressionSettings = CompressionSettings { enable_on_limit: true, ..CompressionSettings::default() },
        /// Memories.
        pub memories: MemorySettings = MemorySettings::default(),
        /// Recall.
        pub recall: RecallSettings = RecallSettings::default(),
        /// Names of the tools that the model may call. Default: [`default_tools`].
        pub tools: Vec<String> = default_tools(),
        /// Most tool rounds in one turn. 1 to 20; default 8.
        pub tool_rounds: u32 = 8,
        /// Whether `/new` erases the previous conversations.
        pub erase_on_new: bool = false,
        /// Minutes of inactivity after which the page shows a reminder, if reminders are on. 1 to 10,080; default 60.
        pub reminder_minutes: u32 = 60,
        /// Background work that reads more tokens than this in one conversation asks first, as does any that costs money. 0
        /// to 1,000,000; default 8,000.
        pub ask_above_tokens: u32 = 8_000,
        /// A prompt of more tokens than this needs the user's consent before it is sent to a server. 100 to 1,000,000;
        /// `None` means never.
        pub confirm_above_tokens: Option<u32> = None,
        /// A request that may cost more than this, with the longest reply, needs the user's consent before it is sent. In
        /// the currency of [`Settings::prices`], 0 to 1,000; `None` means never.
        pub confirm_above_cost: Option<f32> = None,
        /// Most commands of a conversation that can be undone; older ones cannot. 1 to 10,000; default 200.
        pub undo_steps: u32 = 200,
        /// Size limit of these undo entries in a conversation, and separately of the deletions by maintenance there: the
        /// oldest are removed first. The last command can always be undone. In millions of bytes, 1 to 1,000; default 20.
        pub undo_megabytes: u32 = 20,
        /// Days for which deletions by maintenance can be undone. 0 to 365, 0 means not at all; default 7.
        pub deleted_days: u32 = 7,
        /// The vocabulary for exact token counts; `None` means estimates.
        pub exact_counts: Option<Tokenizer> = None,
        /// Whether the model writes a title for a conversation after the first turn, while the page is idle. Not done by
        /// the model in this browser. Default: yes.
        pub model_titles: bool = true,
        /// Prices of models.
        pub prices: Vec<Price> = Vec::new(),
        /// Timeout between two signs of life from a provider, in seconds. 5 to 3,600; default 300.
        pub response_timeout_seconds: u32 = 300,
        /// Sampling parameters.
        pub sampling: Sampling = Sampling::default(),
        /// The provider for conversations without one of their own.
        pub provider: Option<ProviderId> = None,
        /// The provider for background work.
        pub background: Background = Background::default(),
        /// The model for recall by meaning.
        pub embeddings: Embeddings = Embeddings::default(),
        /// Where the vectors of recall by meaning are kept.
        pub vector_store: VectorStoreSettings = VectorStoreSettings::default(),
    }
}

impl Settings {
    /// Upgrades settings that an older version stored: a value that was the default then becomes the current default,
    /// unless it comes from the preset.
    #[must_use]
    pub fn up_to_date(mut self) -> Self {
        if self.version < 3 {
            self = self.with_limits_of_version_3();
        }
        if self.version < 4 && WITHOUT_RECALL.contains(&self.preset.as_str()) {
            self.recall.enabled = false;
        }
        self.version = self.version.max(SETTINGS_VERSION);
        self
    }

    fn with_limits_of_version_3(mut self) -> Self {
        let (messages, percent) = LIMITS_OF_VERSION_2;
        if self.immediate_messages == Some(messages) && self.preset != "layered" {
            self.immediate_messages = None;
        }
        if self.trim_step_percent == percent {
            self.trim_step_percent = Self::default().trim_step_percent;
        }
        self
    }

    /// Checks every number against its range, and the layers.
    ///
    /// # Errors
    /// The first [`OutOfRange`], in the order of [`FIELDS`]; then that of the first layer.
    pub fn check(&self) -> Result<(), OutOfRange> {
        table::check_numbers(self)?;
        layers::check(&self.layers)
    }

    /// Most messages in the window: the smallest of the limits by number; `None` if there is none.
    pub fn window_messages(&self) -> Option<u32> {
        [self.immediate_messages, self.max_context, self.short_term_window].into_iter().flatten().min()
    }
}

/// The tools of preset `balanced`: memories, the history and the tasks.
pub fn default_tools() -> Vec<String> {
    let names = [
        "save_user_fact",
        "get_user_facts",
        "update_user_fact",
        "delete_user_fact",
        "search_history",
        "list_tasks",
        "add_task",
        "complete_task",
        "save_user_data",
    ];
    names.map(str::to_owned).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_in_range() {
        assert_eq!(Settings::default().check(), Ok(()));
    }

    #[test]
    fn a_number_out_of_range_is_refused_with_the_range() {
        let mut settings = Settings::default();
        settings.summaries.long.tokens = 127;
        let error = settings.check().unwrap_err();
        assert_eq!(error.to_string(), "summaries.long.tokens must be between 128 and 16384; 127 is not.");
    }

    #[test]
    fn settings_from_before_priorities_are_read() {
        let mut json = serde_json::to_value(Settings::default()).unwrap();
        for part in ["summaries", "compression"] {
            json[part].as_object_mut().unwrap().remove("priority").unwrap();
        }
        assert_eq!(serde_json::from_value::<Settings>(json).unwrap(), Settings::default());
    }

    #[test]
    fn settings_from_before_idle_work_had_a_connection_of_its_own_are_read() {
        let mut json = serde_json::to_value(Settings::default()).unwrap();
        json.as_object_mut().unwrap().remove("background").unwrap();
        assert_eq!(serde_json::from_value::<Settings>(json).unwrap(), Settings::default());
        let own: OwnSettings = serde_json::from_str(r#"{"model":null,"preset":"journal"}"#).unwrap();
        assert_eq!(own.background, None);
    }

    #[test]
    fn a_preset_that_recalls_nothing_recalls_nothing_after_an_upgrade() {
        let stored = |json: &str| serde_json::from_str::<Settings>(json).unwrap().up_to_date().recall.enabled;
        assert!(!stored(r#"{"version":3,"preset":"compress"}"#) && !stored(r#"{"version":2,"preset":"forget"}"#));
        assert!(stored(r#"{"version":3,"preset":"balanced"}"#) && stored(r#"{"version":3,"preset":"My own"}"#));
        assert!(stored(r#"{"version":4,"preset":"compress","recall":{"enabled":true}}"#), "the user's choice");
    }

    #[test]
    fn the_old_defaults_of_the_window_follow_the_new_ones_and_what_was_chosen_stays() {
        let stored = |json: &str| serde_json::from_str::<Settings>(json).unwrap().up_to_date();
        let untouched = stored(r#"{"version":2,"preset":"balanced","immediate_messages":100,"trim_step_percent":66}"#);
        assert_eq!(untouched, Settings::default());
        let chosen = stored(r#"{"version":2,"preset":"balanced","immediate_messages":42,"trim_step_percent":50}"#);
        assert_eq!((chosen.immediate_messages, chosen.trim_step_percent), (Some(42), 50));
        let layered = stored(r#"{"version":2,"preset":"layered","immediate_messages":100,"trim_step_percent":66}"#);
        assert_eq!((layered.immediate_messages, layered.trim_step_percent), (Some(100), 34));
        let today = stored(r#"{"version":3,"preset":"balanced","immediate_messages":100,"trim_step_percent":66}"#);
        assert_eq!((today.immediate_messages, today.trim_step_percent), (Some(100), 66));
    }
}
