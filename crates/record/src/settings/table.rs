//! The table of all settings: path in the record, group, control, unit and range. A test compares it with the record and
//! fails if a field is missing here, so a page that shows the table is complete.
//!
//! The page has the labels and help texts, keyed by `path`.

use super::{Group, Range, Settings};
use crate::error::OutOfRange;

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
    /// The choice of a model for recall by meaning: it applies at once, after a download or a check.
    Meaning,
}

/// Control of a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Control {
    /// On or off.
    Switch,
    /// A whole number.
    Number {
        /// Its unit.
        unit: Unit,
        /// Whether it may be left empty.
        optional: bool,
        /// The smallest value allowed.
        min: i64,
        /// The largest value allowed.
        max: i64,
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

impl Control {
    /// Whether the setting is changed at this place, outside the table's page.
    pub fn is_at(self, place: Place) -> bool {
        self == Self::Elsewhere(place)
    }
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

impl Field {
    /// Its range, if it is a whole number.
    pub fn range(&self) -> Option<Range> {
        match self.control {
            Control::Number { min, max, .. } => Some(Range { field: self.path, min, max }),
            _ => None,
        }
    }
}

use Control::{Choice, Elsewhere, Fraction, Layers, Line, OptionalChoice, Switch, Text, Tools};

/// A number with its range.
struct NumberRow {
    path: &'static str,
    min: u32,
    max: u32,
    read: fn(&Settings) -> Option<u32>,
}

/// Checks the numbers of a record.
///
/// # Errors
/// The first [`OutOfRange`], in the order of [`FIELDS`].
pub(super) fn check_numbers(settings: &Settings) -> Result<(), OutOfRange> {
    NUMBERS.iter().copied().flatten().try_for_each(|row| {
        let range = Range { field: row.path, min: row.min.into(), max: row.max.into() };
        (row.read)(settings).map_or(Ok(()), |given| range.check(given.into()))
    })
}

/// A number that a setting holds.
trait Number {
    /// Whether the setting may be left empty.
    const IS_OPTIONAL: bool;

    fn number(&self) -> Option<u32>;
}

impl Number for u32 {
    const IS_OPTIONAL: bool = false;

    fn number(&self) -> Option<u32> {
        Some(*self)
    }
}

impl Number for Option<u32> {
    const IS_OPTIONAL: bool = true;

    fn number(&self) -> Option<u32> {
        *self
    }
}

/// Whether the number at the end of a path may be left empty.
const fn is_optional<T: Number>(_: fn(&Settings) -> &T) -> bool {
    T::IS_OPTIONAL
}

/// Writes [`FIELDS`] and [`NUMBERS`] from rows of a path in the record and a control. A path that the record does not have
/// does not compile.
macro_rules! fields {
    ($($group:ident { $($first:ident $(.$rest:ident)*: $control:ident $(::$variant:ident)? $(($($given:tt)*))? $({$($named:tt)*})?;)+ })+) => {
        /// All settings, in the order of the page.
        pub const FIELDS: [Field; [$($(stringify!($first)),+),+].len()] = [$($(
            fields!(@row $group, ($first $(.$rest)*), $control $(::$variant)? $(($($given)*))? $({$($named)*})?)
        ),+),+];

        /// The rows that are numbers, and none for each other row. The first load needs them, and not the whole table.
        static NUMBERS: [&[NumberRow]; FIELDS.len()] = [$($(
            fields!(@number ($first $(.$rest)*), $control $(::$variant)? $(($($given)*))? $({$($named)*})?)
        ),+),+];
    };
    (@row $group:ident, ($first:ident $(.$rest:ident)*), number($min:literal..=$max:literal, $unit:expr)) => {
        Field {
            path: concat!(stringify!($first) $(, ".", stringify!($rest))*),
            group: Group::$group,
            control: Control::Number {
                unit: $unit,
                optional: is_optional(|settings| &settings.$first$(.$rest)*),
                min: $min,
                max: $max,
            },
        }
    };
    (@row $group:ident, ($first:ident $(.$rest:ident)*), $($control:tt)+) => {
        Field {
            path: concat!(stringify!($first) $(, ".", stringify!($rest))*),
            group: Group::$group,
            control: {
                // Only a path of the record compiles.
                let _ = |settings: &Settings| {
                    let _ = &settings.$first$(.$rest)*;
                };
                $($control)+
            },
        }
    };
    (@number ($first:ident $(.$rest:ident)*), number($min:literal..=$max:literal, $unit:expr)) => {
        &[NumberRow {
            path: concat!(stringify!($first) $(, ".", stringify!($rest))*),
            min: $min,
            max: $max,
            read: |settings| settings.$first$(.$rest)*.number(),
        }]
    };
    (@number ($first:ident $(.$rest:ident)*), $($control:tt)+) => {
        &[]
    };
}

fields! {
    General {
        version: Elsewhere(Place::Nowhere);
        preset: Elsewhere(Place::Presets);
        language: Elsewhere(Place::Language);
        time_zone: Line { optional: true };
        reminder_minutes: number(1..=10_080, Unit::Minutes);
        ask_above_tokens: number(0..=1_000_000, Unit::Tokens);
        confirm_above_cost: Fraction { min: 0.0, max: 1_000.0 };
        confirm_above_tokens: number(100..=1_000_000, Unit::Tokens);
        undo_steps: number(1..=10_000, Unit::Nothing);
        undo_megabytes: number(1..=1_000, Unit::Megabytes);
        deleted_days: number(0..=365, Unit::Days);
        erase_on_new: Switch;
        model_titles: Switch;
    }
    Assistant {
        template: Elsewhere(Place::Templates);
        system_prompt: Text { optional: false };
        bot_name: Line { optional: false };
        bot_username: Line { optional: false };
        send_now: Switch;
        now_style: Choice(&["in_window", "date_and_time", "date"]);
        stamp_messages: Switch;
        window_style: Choice(&["auto", "plain", "group"]);
        vision: Switch;
    }
    Context {
        context_max_tokens: number(2_000..=1_000_000, Unit::Tokens);
        max_response_tokens: number(256..=65_536, Unit::Tokens);
        immediate_messages: number(10..=500, Unit::Messages);
        max_context: number(1..=500, Unit::Messages);
        max_storage: number(10..=1_000_000, Unit::Messages);
        short_term_window: number(2..=500, Unit::Messages);
        summary_threshold_messages: number(4..=1_000, Unit::Messages);
        trim_step_percent: number(0..=75, Unit::Percent);
        exact_counts: OptionalChoice(&["o200k", "cl100k"]);
        layers: Layers;
    }
    Summaries {
        summaries.enabled: Switch;
        summaries.scope: Choice(&["all", "conversation"]);
        summaries.recent.days: number(1..=365, Unit::Days);
        summaries.recent.tokens: number(128..=16_384, Unit::Tokens);
        summaries.recent.every_days: number(1..=365, Unit::Days);
        summaries.long.days: number(1..=365, Unit::Days);
        summaries.long.tokens: number(128..=16_384, Unit::Tokens);
        summaries.long.every_days: number(1..=365, Unit::Days);
        summaries.priority: number(0..=100, Unit::Nothing);
    }
    Compression {
        compression.enable_on_limit: Switch;
        compression.enable_periodic: Switch;
        compression.periodic_interval: number(2..=1_000, Unit::Messages);
        compression.min_messages: number(2..=500, Unit::Messages);
        compression.max_tokens: number(128..=16_384, Unit::Tokens);
        compression.priority: number(0..=100, Unit::Nothing);
        compression.output_target: Choice(&["memory", "reduced_history"]);
        compression.prompt_template: Text { optional: true };
    }
    Memories {
        memories.max_facts: number(10..=100, Unit::Nothing);
        memories.eviction: Choice(&["least_useful", "oldest"]);
        memories.auto_keep: Switch;
        memories.extract: Switch;
    }
    Recall {
        recall.enabled: Switch;
        recall.short: Switch;
        recall.medium: Switch;
        recall.long: Switch;
        recall.documents: Switch;
        recall.medium_days: number(1..=365, Unit::Days);
        recall.most_pieces: number(1..=50, Unit::Nothing);
        recall.neighbours: number(0..=5, Unit::Messages);
        recall.least_share: number(0..=100, Unit::Percent);
        recall.include_vector: Switch;
        embeddings.by: Elsewhere(Place::Meaning);
        embeddings.provider: Elsewhere(Place::Meaning);
        embeddings.model: Elsewhere(Place::Meaning);
        embeddings.address: Elsewhere(Place::Meaning);
        vector_store.place: Elsewhere(Place::Meaning);
        vector_store.base_url: Elsewhere(Place::Meaning);
        vector_store.collection: Elsewhere(Place::Meaning);
        vector_store.keep: Elsewhere(Place::Meaning);
        vector_store.returning: Elsewhere(Place::Meaning);
    }
    Tools {
        tools: Tools;
        tool_rounds: number(1..=20, Unit::Nothing);
    }
    Model {
        provider: Elsewhere(Place::Connection);
        background.provider: Control::Connection;
        background.model: Line { optional: true };
        background.leaves_computer: Switch;
        prices: Elsewhere(Place::Statistics);
        response_timeout_seconds: number(5..=3_600, Unit::Seconds);
        sampling.temperature: Fraction { min: 0.0, max: 2.0 };
        sampling.top_p: Fraction { min: 0.0, max: 1.0 };
        sampling.top_k: number(1..=1_000, Unit::Nothing);
        sampling.repeat_penalty: Fraction { min: 0.5, max: 2.0 };
    }
}

/// The field with this path.
pub fn field_of(path: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.path == path)
}

/// The range of the whole number with this path.
pub fn range_of(path: &str) -> Option<Range> {
    field_of(path)?.range()
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn every_range_allows_something() {
        let ranges: Vec<Range> = FIELDS.iter().filter_map(Field::range).collect();
        assert!(ranges.len() > 20 && ranges.iter().all(|range| range.min < range.max), "{ranges:?}");
    }

    #[test]
    fn a_number_that_may_be_left_empty_is_known_by_its_type() {
        let is_optional = |path| matches!(field_of(path).unwrap().control, Control::Number { optional: true, .. });
        assert!(is_optional("max_storage") && is_optional("sampling.top_k"));
        assert!(!is_optional("tool_rounds") && !is_optional("summaries.recent.days"));
    }

    #[test]
    fn groups_stand_together() {
        let mut groups: Vec<Group> = FIELDS.iter().map(|field| field.group).collect();
        groups.dedup();
        assert_eq!(groups, Group::ALL);
    }
}
