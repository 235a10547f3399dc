//! Settings: one versioned record, with defaults and ranges in one place.
//!
//! A value out of range is refused with the range named, never clamped in silence. `ranges` holds the ranges, `layers`
//! what each layer of the prompt may take, `background` who does idle work, `summarising` how summaries are made, `own` what a conversation has of its own over them, `table` lists all
//! settings for a page. The defaults are preset `balanced`; the other presets, and what changes settings, are in the core.

mod background;
pub mod layers;
mod own;
mod ranges;
mod summarising;
mod table;

pub use background::Background;
pub use layers::{LayerLimits, default_layers};
pub use own::{OwnModel, OwnSettings};
pub use ranges::{RANGES, Range};
pub use summarising::{CompressionSettings, Period, SummarySettings};
pub use table::{Control, FIELDS, Field, Group, Place, Unit, field_of};

pub use crate::language::Language;
use crate::{
    id::{ProviderId, TemplateId},
    message::Tokenizer,
    request::Sampling,
    statistics::Price,
};
use serde::{Deserialize, Serialize};

/// The version of the settings record.
pub const SETTINGS_VERSION: u32 = 3;
/// What the window was limited to by default before version 3, in messages and percent.
const LIMITS_OF_VERSION_2: (u32, u32) = (100, 66);

/// How the messages of the window are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowStyle {
    /// As a group where more than one human writes, plain elsewhere.
    #[default]
    Auto,
    /// The words alone, under their role.
    Plain,
    /// `[Name (@username, id:123)]: text`, with what is replied to.
    Group,
}

/// What the `now` layer says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NowStyle {
    /// In the messages themselves: weekday, date, time and zone begin the first message of the user that is sent, the
    /// first of each day and the first after an hour. What was sent once stays as it is, so that all of it is reused.
    #[default]
    InWindow,
    /// Weekday, date, time and zone before the message: exact to the minute, and the message is read twice.
    DateAndTime,
    /// The date before the message, which stays the same all day; the message is read twice.
    Date,
}

/// Which memory goes first when there are too many: among those that a model alone said, and only where none of them is
/// left, among the user's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Eviction {
    /// The least useful: never used, then oldest.
    #[default]
    LeastUseful,
    /// The oldest.
    Oldest,
}

/// What the summaries of days span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// All conversations.
    #[default]
    All,
    /// Each conversation by itself.
    Conversation,
}

/// Memories.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MemorySettings {
    /// How many facts are kept. 10 to 100; default 50.
    pub max_facts: u32,
    /// Which goes to the archive first. Default: the least useful.
    pub eviction: Eviction,
    /// Whether what the model wants to keep is kept without asking the user. Default: no.
    pub auto_keep: bool,
    /// Whether facts are looked for after a turn, by a prompt, where the model has no tools. Default: no.
    pub extract: bool,
}

impl Default for MemorySettings {
    fn default() -> Self {
        Self { max_facts: 50, eviction: Eviction::LeastUseful, auto_keep: false, extract: false }
    }
}

/// Everything the user can set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The version of this record.
    pub version: u32,
    /// The preset these settings started from.
    pub preset: String,
    /// The language of the shipped prompts and labels.
    pub language: Language,
    /// The user's zone, such as `Europe/Kyiv`; `None`: the browser's.
    pub time_zone: Option<String>,

    /// The system prompt, with variables such as `{username}`. In force where no template is chosen.
    pub system_prompt: String,
    /// The user's template that takes the place of `system_prompt`.
    pub template: Option<TemplateId>,
    /// What the assistant is called.
    pub bot_name: String,
    /// The assistant's short name, without `@`.
    pub bot_username: String,
    /// Whether the current date and time are sent, in a layer of their own.
    pub send_now: bool,
    /// What that layer says.
    pub now_style: NowStyle,
    /// Whether the user's messages are stamped: `[Current time: 2026-11-22 09:00] text`.
    pub stamp_messages: bool,
    /// How the messages of the window are written.
    pub window_style: WindowStyle,
    /// Whether images are sent to models that see.
    pub vision: bool,

    /// Tokens for the whole prompt. 2,000 to 1,000,000; default 8,000.
    pub context_max_tokens: u32,
    /// Tokens for the reply. 256 to 65,536; default 2,048.
    pub max_response_tokens: u32,
    /// How many messages the window may hold; `None`: as many as there is room for. 10 to 500.
    pub immediate_messages: Option<u32>,
    /// How many messages the window may hold under the counter of `/forget`; `None`: no limit but the others. 1 to 500.
    pub max_context: Option<u32>,
    /// How many messages are stored in a conversation; `None`: all. The oldest go, pinned ones never. 10 to 1,000,000.
    pub max_storage: Option<u32>,
    /// How many of the last messages are sent word for word, the rest as a summary; `None`: no limit but the others.
    /// 2 to 500.
    pub short_term_window: Option<u32>,
    /// From how many messages on the rest is summarised; goes with `short_term_window`. 4 to 1,000.
    pub summary_threshold_messages: Option<u32>,
    /// How far the window is cut when it has too many tokens, as a share of it in percent: 0 cuts one message at a time,
    /// 34 cuts a third, so that the start of the prompt then stays the same for many turns. 0 to 75; default 34: the room
    /// is used to more than 0.8 on average, and a provider need not read more than 0.92 of all prompt tokens anew at 4,000
    /// tokens, 0.95 at 8,000. A limit by number always cuts one message at a time.
    pub trim_step_percent: u32,
    /// The layers in the order in which they are sent, and what each may take.
    pub layers: Vec<LayerLimits>,

    /// The summaries of days.
    pub summaries: SummarySettings,
    /// Compression.
    pub compression: CompressionSettings,
    /// Memories.
    pub memories: MemorySettings,
    /// The names of the tools that the model may call. Default: [`default_tools`].
    pub tools: Vec<String>,
    /// How often in one turn the model may ask for tools. 1 to 20; default 8.
    pub tool_rounds: u32,
    /// Whether `/new` erases the conversations before it.
    pub erase_on_new: bool,
    /// After how many quiet minutes the page reminds of itself, where reminders are on. 1 to 10,080; default 60.
    pub reminder_minutes: u32,
    /// Idle work that reads more than this in one conversation asks first, as does any that costs something. Tokens, 0 to
    /// 1,000,000; default 8,000.
    pub ask_above_tokens: u32,
    /// How many commands of a conversation can be taken back; older ones cannot be. 1 to 10,000; default 200.
    pub undo_steps: u32,
    /// How much these may take in a conversation, and apart from them what maintenance deleted there: the oldest goes first.
    /// The last command can always be taken back. Millions of bytes, 1 to 1,000; default 20.
    pub undo_megabytes: u32,
    /// For how many days the messages that maintenance deleted can be taken back. 0 to 365, 0: not at all; default 7.
    pub deleted_days: u32,
    /// The vocabulary that counts tokens exactly; `None`: they are estimated.
    pub exact_counts: Option<Tokenizer>,
    /// Whether the model finds a title for a conversation after the first turn, while the page is idle. The model in
    /// the page is not asked. Default: yes.
    pub model_titles: bool,
    /// What models cost.
    pub prices: Vec<Price>,
    /// How long to wait for the next sign of life from a provider, in seconds. 5 to 3,600; default 300.
    pub response_timeout_seconds: u32,
    /// How the model picks its words.
    pub sampling: Sampling,
    /// The provider that answers where a conversation has none of its own.
    pub provider: Option<ProviderId>,
    /// Who does idle work.
    pub background: Background,
}

impl Settings {
    /// Settings that an older version stored, as they are meant today: what was the default then follows the default now,
    /// unless the preset brings it.
    #[must_use]
    pub fn up_to_date(mut self) -> Self {
        if self.version >= SETTINGS_VERSION {
            return self;
        }
        let (messages, percent) = LIMITS_OF_VERSION_2;
        if self.immediate_messages == Some(messages) && self.preset != "layered" {
            self.immediate_messages = None;
        }
        if self.trim_step_percent == percent {
            self.trim_step_percent = Self::default().trim_step_percent;
        }
        self.version = SETTINGS_VERSION;
        self
    }

    /// How many messages the window may hold at most: the least of the limits by number; `None`: there is none.
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

/// Preset `balanced`. The parts have document D's defaults by themselves; here compression is on.
impl Default for Settings {
    fn default() -> Self {
        Self {
            version: SETTINGS_VERSION,
            preset: "balanced".to_owned(),
            language: Language::En,
            time_zone: None,
            system_prompt: "You are a helpful assistant. Answer clearly and to the point, in the language of the user."
                .to_owned(),
            template: None,
            bot_name: "Ricordo".to_owned(),
            bot_username: "ricordo".to_owned(),
            send_now: true,
            now_style: NowStyle::InWindow,
            stamp_messages: false,
            window_style: WindowStyle::Auto,
            vision: true,
            context_max_tokens: 8_000,
            max_response_tokens: 2_048,
            immediate_messages: None,
            max_context: None,
            max_storage: None,
            short_term_window: None,
            summary_threshold_messages: None,
            trim_step_percent: 34,
            layers: default_layers(),
            summaries: SummarySettings::default(),
            compression: CompressionSettings { enable_on_limit: true, ..CompressionSettings::default() },
            memories: MemorySettings::default(),
            tools: default_tools(),
            tool_rounds: 8,
            erase_on_new: false,
            reminder_minutes: 60,
            ask_above_tokens: 8_000,
            undo_steps: 200,
            undo_megabytes: 20,
            deleted_days: 7,
            exact_counts: None,
            model_titles: true,
            prices: Vec::new(),
            response_timeout_seconds: 300,
            sampling: Sampling::default(),
            provider: None,
            background: Background::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
