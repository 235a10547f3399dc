//! What goes out as a file, and what is known of a file that comes in: plain values, no file is touched here.
//!
//! `line`: a record as a line of JSON. `file`: what stands around the lines (the format is told in
//! `docs/export-format.md`). `markdown`: a conversation for people to read. What is exported is gathered by
//! [`crate::session::Session::export`], what comes in is stored by [`crate::session::Session::import_records`]; other programs'
//! files are taken apart by `crates/exchange`, in a worker, which tells of them in [`Step`]s.

mod file;
mod line;
pub mod markdown;

pub use file::{FileHead, FileWriter};
pub use line::{from_line, to_line};

use serde::{Deserialize, Serialize};

/// Whose file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Our own: an export or a backup.
    Ricordo,
    /// An export of ChatGPT.
    ChatGpt,
}

/// What was read of a file since the step before: the meaning of it, and records as lines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// How many of its bytes are read.
    pub read: u64,
    /// How many it has.
    pub total: u64,
    /// Whose file it is, as soon as that is known.
    pub format: Option<Format>,
    /// What could not be read, since the step before.
    pub skipped: Vec<Skipped>,
    /// Set on the last step: how it ended.
    pub end: Option<End>,
    /// Records, as [`to_line`] writes them. Not part of the first line of [`Step::to_text`].
    #[serde(skip)]
    pub lines: Vec<String>,
}

/// Something in the file that did not come in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The title of the conversation, or its number in the file, such as `#12`.
    pub what: String,
    /// Why.
    pub why: Why,
}

/// Why something in a file is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It is not what its format says.
    Unreadable,
    /// Nothing was said in it.
    Empty,
    /// It is larger than what is read at once.
    TooLarge,
    /// It belongs to a conversation that is not in the file.
    WithoutConversation,
    /// It takes a place that something else has here.
    Taken,
}

/// How the reading of a file ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// All of it was read.
    Whole,
    /// It stops in the middle, or is broken from some place on. What was read before stands.
    CutOff,
    /// It is not read, or not any further. What was read before stands.
    Refused(Refusal),
}

/// Why a file is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// It is nothing that is known here.
    Unknown,
    /// It is empty.
    Empty,
    /// It is of a newer version than this one.
    NewerVersion {
        /// The version of the file.
        found: u32,
        /// The newest version that is read here.
        known: u32,
    },
    /// It unpacks to far more than a real one does.
    Bomb,
    /// It is an archive whose list of files cannot be read: damaged, or not whole.
    DamagedArchive,
    /// It is an archive without conversations.
    NothingInArchive,
    /// It is an archive that wants a password, or is packed in a way that is not known here.
    Packing,
    /// The browser could not read it: it was moved or changed meanwhile.
    NotReadable,
}

impl Step {
    /// As text: the meaning in the first line, then a line for each record.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string(self).unwrap_or_default();
        for line in &self.lines {
            text.push('\n');
            text.push_str(line);
        }
        text
    }

    /// What [`Step::to_text`] wrote; `None`: it is not that.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut lines = text.split('\n');
        let head: Self = serde_json::from_str(lines.next()?).ok()?;
        Some(Self { lines: lines.map(str::to_owned).collect(), ..head })
    }
}
