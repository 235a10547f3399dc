//! The table of all settings: path in the record, group, and control. A test compares it with the record and fails if a
//! field is missing here, so a page that shows the table is complete.
//!
//! The page has the labels and help texts, keyed by `path`.

/// A group of settings on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Language, time zone, reminders, the behaviour of `/new`.
    General,
    /// The assistant's identity and prompt.
    Assistant,
    /// How much is sent, and which layers.
    Context,
    /// Daily summaries.
    Summaries,
    /// Replacing old messages by a summary.
    Compression,
    /// Facts about the user.
    Memories,
    /// Tools the model may call.
    Tools,
    /// Sampling and timeout of the model.
    Model,
}

impl Group {
    /// All groups, in the order of the page.
    pub const ALL: [Self; 8] = [
        Self::General,
        Self::Assistant,
        Self::Context,
        Self::Summaries,
        Self::Compression,
        Self::Memories,
        Self::Tools,
        Self::Model,
    ];
}

/// Unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Tokens.
    Tokens,
    /// Messages.
    Messages,
    /// Days.
    Days,
    /// Minutes.
    Minutes,
    /// Seconds.
    Seconds,
    /// Millions of bytes.
    Megabytes,
    /// Percent.
    Percent,
    /// No unit.
    Nothing,
}

/// Where a setting outside the table's page is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// It is internal to the program.
    Nowhere,
    /// The presets.
    Presets,
    /// The templates.
    Templates,
    /// The connection to a model.
    Connection,
    /// The statistics.
    Statistics,
    /// The language of the page, which determines it.
    Language,
}

/// Control of a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Control {
    /// On or off.
    Switch,
    /// A whole number; its range is in [`super::RANGES`].
    Number {
        /// Its unit.
        unit: Unit,
        /// Whether it may be left empty.
        optional: bool,
    },
    /// An optional fractional number.
    Fraction {
        /// The smallest value allowed.
        min: f64,
        /// The largest value allowed.
        max: f64,
    },
    /// One of these names, as in the record.
    Choice(&'static [&'static str]),
    /// One of these names, or none.
    OptionalChoice(&'static [&'static str]),
    /// One line of text.
    Line {
        /// Whether it may be left empty.
        optional: bool,
    },
    /// A text of several lines.
    Text {
        /// Whether an empty text means none.
        optional: bool,
    },
    /// The names of the tools that the model may call.
    Tools,
    /// The layers, their order and their shares.
    Layers,
    /// A stored connection, by its id, or none.
    Connection,
    /// Changed elsewhere.
    Elsewhere(Place),
}

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Path in the record, with dots.
    pub path: &'static str,
    /// The group it is shown in.
    pub group: Group,
    /// Its control.
    pub control: Control,
}

const fn field(group: Group, path: &'static str, control: Control) -> Field {
    Field { path, group, control }
}

const fn number(unit: Unit) -> Control {
    Control::Number { unit, optional: false }
}

const fn optional(unit: Unit) -> Control {
    Control::Number { unit, optional: true }
}

use Control::{Choice, Elsewhere, Fraction, Layers, Line, OptionalChoice, Switch, Text, Tools};
use Group::{Assistant, Compression, Context, General, Memories, Model, Summaries};

/// All settings, in the order of the page.
pub const FIELDS: [Field; 63] = [
    field(General, "version", Elsewhere(Place::Nowhere)),
    field(General, "preset", Elsewhere(Place::Presets)),
    field(General, "language", Elsewhere(Place::Language)),
    field(General, "time_zone", Line { optional: true }),
    field(General, "reminder_minutes", number(Unit::Minutes)),
    field(General, "ask_above_tokens", number(Unit::Tokens)),
    field(General, "undo_steps", number(Unit::Nothing)),
    field(General, "undo_megabytes", number(Unit::Megabytes)),
    field(General, "deleted_days", number(Unit::Days)),
    field(General, "erase_on_new", Switch),
    field(General, "model_titles", Switch),
    field(Assistant, "template", Elsewhere(Place::Templates)),
    field(Assistant, "system_prompt", Text { optional: false }),
    field(Assistant, "bot_name", Line { optional: false }),
    field(Assistant, "bot_username", Line { optional: false }),
    field(Assistant, "send_now", Switch),
    field(Assistant, "now_style", Choice(&["in_window", "date_and_time", "date"])),
    field(Assistant, "stamp_messages", Switch),
    field(Assistant, "window_style", Choice(&["auto", "plain", "group"])),
    field(Assistant, "vision", Switch),
    field(Context, "context_max_tokens", number(Unit::Tokens)),
    field(Context, "max_response_tokens", number(Unit::Tokens)),
    field(Context, "immediate_messages", optional(Unit::Messages)),
    field(Context, "max_context", optional(Unit::Messages)),
    field(Context, "max_storage", optional(Unit::Messages)),
    field(Context, "short_term_window", optional(Unit::Messages)),
    field(Context, "summary_threshold_messages", optional(Unit::Messages)),
    field(Context, "trim_step_percent", number(Unit::Percent)),
    field(Context, "exact_counts", OptionalChoice(&["o200k", "cl100k"])),
    field(Context, "layers", Layers),
    field(Summaries, "summaries.enabled", Switch),
    field(Summaries, "summaries.scope", Choice(&["all", "conversation"])),
    field(Summaries, "summaries.recent.days", number(Unit::Days)),
    field(Summaries, "summaries.recent.tokens", number(Unit::Tokens)),
    field(Summaries, "summaries.recent.every_days", number(Unit::Days)),
    field(Summaries, "summaries.long.days", number(Unit::Days)),
    field(Summaries, "summaries.long.tokens", number(Unit::Tokens)),
    field(Summaries, "summaries.long.every_days", number(Unit::Days)),
    field(Summaries, "summaries.priority", number(Unit::Nothing)),
    field(Compression, "compression.enable_on_limit", Switch),
    field(Compression, "compression.enable_periodic", Switch),
    field(Compression, "compression.periodic_interval", number(Unit::Messages)),
    field(Compression, "compression.min_messages", number(Unit::Messages)),
    field(Compression, "compression.max_tokens", number(Unit::Tokens)),
    field(Compression, "compression.priority", number(Unit::Nothing)),
    field(Compression, "compression.output_target", Choice(&["memory", "reduced_history"])),
    field(Compression, "compression.prompt_template", Text { optional: true }),
    field(Memories, "memories.max_facts", number(Unit::Nothing)),
    field(Memories, "memories.eviction", Choice(&["least_useful", "oldest"])),
    field(Memories, "memories.auto_keep", Switch),
    field(Memories, "memories.extract", Switch),
    field(Group::Tools, "tools", Tools),
    field(Group::Tools, "tool_rounds", number(Unit::Nothing)),
    field(Model, "provider", Elsewhere(Place::Connection)),
    field(Model, "background.provider", Control::Connection),
    field(Model, "background.model", Line { optional: true }),
    field(Model, "background.leaves_computer", Switch),
    field(Model, "prices", Elsewhere(Place::Statistics)),
    field(Model, "response_timeout_seconds", number(Unit::Seconds)),
    field(Model, "sampling.temperature", Fraction { min: 0.0, max: 2.0 }),
    field(Model, "sampling.top_p", Fraction { min: 0.0, max: 1.0 }),
    field(Model, "sampling.top_k", optional(Unit::Nothing)),
    field(Model, "sampling.repeat_penalty", Fraction { min: 0.5, max: 2.0 }),
];

/// The field with this path.
pub fn field_of(path: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{RANGES, Settings};
    use serde_json::Value;

    /// The paths of all fields of the record; a list is one field.
    fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(parts) => {
                for (name, part) in parts {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    leaves(part, &path, found);
                }
            }
            _ => found.push(path.to_owned()),
        }
    }

    #[test]
    fn every_field_of_the_record_is_in_the_table_once_and_no_other_is() {
        let mut stored = serde_json::to_value(Settings::default()).unwrap();
        // The system prompt is stored under another name, because versions up to 6 stored a text under this one.
        let prompt = stored.as_object_mut().unwrap().remove("prompt");
        assert!(prompt.is_some());
        stored["system_prompt"] = Value::Null;
        let mut record = Vec::new();
        leaves(&stored, "", &mut record);
        let mut table: Vec<String> = FIELDS.iter().map(|field| field.path.to_owned()).collect();
        record.sort();
        table.sort();
        assert_eq!(record, table);
    }

    #[test]
    fn every_number_has_a_range_and_every_range_a_number() {
        let numbers: Vec<&str> = FIELDS
            .iter()
            .filter(|field| matches!(field.control, Control::Number { .. }))
            .map(|field| field.path)
            .collect();
        let has_range = |path: &&str| RANGES.iter().any(|range| range.field == *path);
        assert!(numbers.iter().all(has_range), "{numbers:?}");
        assert_eq!(numbers.len(), RANGES.len());
    }

    #[test]
    fn groups_stand_together() {
        let mut groups: Vec<Group> = FIELDS.iter().map(|field| field.group).collect();
        groups.dedup();
        assert_eq!(groups, Group::ALL);
    }
}
