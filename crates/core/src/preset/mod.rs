//! Presets: named sets of settings, as JSON files. `balanced` is the default; the other five behave like the five
//! documents that Ricordo is based on.
//!
//! `file` reads and writes preset files, `fields` knows which settings presets may not change, `difference` compares
//! two records. The files are in `crates/core/presets`. This module does not interpret the settings.

mod difference;
mod error;
mod fields;
mod file;

pub use difference::{Difference, diff};
pub use error::PresetError;
pub use file::{apply, export, under};

/// The version of preset files.
pub const PRESET_VERSION: u32 = 2;

/// A built-in preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name, as used in `/preset` and in the settings.
    pub name: &'static str,
    /// Letter of the document that it follows, if any.
    pub document: Option<char>,
    /// Its purpose, in one sentence.
    pub about: &'static str,
    /// The text of its file.
    json: &'static str,
}

macro_rules! preset {
    ($name:literal, $document:expr, $about:literal) => {
        Preset {
            name: $name,
            document: $document,
            about: $about,
            json: include_str!(concat!("../../presets/", $name, ".json")),
        }
    };
}

/// All built-in presets; the first is the default.
///
/// `forget` and `journal` do not compress: they have no layer that would send the summary. `compress` compresses on
/// request only, because document D turns both of its switches off.
pub const PRESETS: [Preset; 6] = [
    preset!(
        "balanced",
        None,
        "For long conversations: memories, tasks, search, and older messages compressed into a summary."
    ),
    preset!(
        "forget",
        Some('A'),
        "Short memory: sends the last 10 messages, keeps 100 and deletes older ones; /forget starts fresh. Memories are not sent."
    ),
    preset!(
        "layered",
        Some('B'),
        "Layers: summaries of 7 and 30 days, the last 100 messages, and facts about you, which the model saves without asking you."
    ),
    preset!(
        "journal",
        Some('C'),
        "A journal: sends the last 30 messages with the time of each; /new erases all conversations. Memories are not sent."
    ),
    preset!(
        "compress",
        Some('D'),
        "Manual compression: like balanced, but nothing is recalled, and messages are summarized only when you ask or turn it on."
    ),
    preset!(
        "hybrid",
        Some('E'),
        "Everything at once: the date, a summary, facts, the last 10 messages, and earlier ones, found by words and, if on, by meaning."
    ),
];

#[cfg(test)]
mod tests;
