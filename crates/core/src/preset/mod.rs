//! Presets: named sets of settings, as plain JSON files. `balanced` is the default; the other five behave as the five
//! documents that Ricordo was made from.
//!
//! `file` reads and writes such a file, `fields` knows which settings are the user's own, `difference` compares two
//! records. The files themselves are in `crates/core/presets`. What a setting does is no business of this module.

mod difference;
mod error;
mod fields;
mod file;

pub use difference::{Difference, diff};
pub use error::PresetError;
pub(crate) use file::wrote_the_prompt;
pub use file::{PRESET_VERSION, apply, export, under};

/// A preset that ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What it is called, in `/preset` and in the settings.
    pub name: &'static str,
    /// The letter of the document that it follows; `None`: none.
    pub document: Option<char>,
    /// What it is for, in one sentence.
    pub about: &'static str,
    /// Its file.
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

/// All presets that ship; the first is the default.
///
/// `forget` and `journal` do not compress: they have no layer that would send the summary. `compress` waits to be asked,
/// because document D leaves both of its switches off.
pub const PRESETS: [Preset; 6] = [
    preset!(
        "balanced",
        None,
        "For long conversations: memories, tasks, search, and older messages compressed into a summary."
    ),
    preset!(
        "forget",
        Some('A'),
        "Short memory: sends the last 10 messages, keeps 100 and deletes older ones; /forget starts fresh."
    ),
    preset!(
        "layered",
        Some('B'),
        "Layers: summaries of 7 and 30 days, the last 100 messages, and facts about you in the system prompt."
    ),
    preset!(
        "journal",
        Some('C'),
        "A journal: sends the last 30 messages with the time of each; /new erases everything before."
    ),
    preset!(
        "compress",
        Some('D'),
        "Manual compression: like balanced, but messages are summarised only when you ask or turn it on."
    ),
    preset!(
        "hybrid",
        Some('E'),
        "Everything at once: the date, a summary of earlier messages, facts, and the last 10 messages."
    ),
];

#[cfg(test)]
mod tests;
