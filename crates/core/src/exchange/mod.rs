//! Export files and the description of imported files, as plain values without I/O.
//!
//! `line` serializes a record as a line of JSON. `file` writes the envelope (the format is described in
//! `docs/export-format.md`). `markdown` exports a conversation as readable text, `web_page` as a web page. [`crate::session::Session::export`]
//! collects the exported records, [`crate::session::Session::import_records`] stores imported ones. `crates/exchange`
//! parses files of other programs in a worker and reports [`Step`]s.

mod file;
mod line;
pub mod markdown;
pub mod web_page;

pub use file::{FileHead, FileWriter};
pub use line::{from_line, to_line};

use serde::{Deserialize, Serialize};

/// Origin of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Our own: an export or a backup.
    Ricordo,
    /// An export from ChatGPT.
    ChatGpt,
    /// An export from Claude.
    Claude,
    /// An export from Open WebUI.
    OpenWebUi,
    /// An export from LibreChat.
    LibreChat,
    /// A backup or chat of NextChat.
    NextChat,
    /// A backup of Chatbox.
    Chatbox,
    /// An export from LobeHub.
    LobeHub,
    /// A chat, character or World Info of SillyTavern.
    SillyTavern,
    /// A thread of Jan.
    Jan,
}

/// Progress since the previous step: metadata, and records as lines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Number of bytes read so far.
    pub read: u64,
    /// Size of the file in bytes.
    pub total: u64,
    /// Origin of the file, once known.
    pub format: Option<Format>,
    /// Items skipped since the previous step.
    pub skipped: Vec<Skipped>,
    /// Set on the last step: how reading ended.
    pub end: Option<End>,
    /// Records in the format of [`to_line`]. Not part of the first line of [`Step::to_text`].
    #[serde(skip)]
    pub lines: Vec<String>,
}

/// An item of the file that was not imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Title of the conversation, or its number in the file, such as `#12`.
    pub what: String,
    /// The reason.
    pub why: Why,
}

/// Why an item is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It does not match its format.
    Unreadable,
    /// It has no messages.
    Empty,
    /// It exceeds the size limit of one item.
    TooLarge,
    /// Its conversation is not in the file.
    WithoutConversation,
    /// Its key is already in use, or it would take part in something that exists.
    Taken,
    /// It would change something that exists, at once or when it is undone.
    WouldChange,
    /// The file names it but does not contain it.
    NotInFile,
    /// Ricordo has nothing that it could become.
    NoPlace,
    /// It is longer than such a text may be.
    TooLong,
    /// It looks like a key or a password.
    Secret,
    /// The user switched it off in the other program.
    SwitchedOff,
    /// It is too long for a memory: it is part of a document, without its key words.
    InDocument,
    /// A reply that is nothing but an error.
    OnlyError,
}

/// How reading a file ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The whole file was read.
    Whole,
    /// The file is truncated, or corrupt from some point on. What was read before remains valid.
    CutOff,
    /// Files of an archive are damaged; [`Step::skipped`] names them. All others were read to their ends.
    Damaged,
    /// The file was refused, at once or at some point. What was read before remains valid.
    Refused(Refusal),
}

impl End {
    /// Whether the last conversation that was read has its end.
    pub fn is_whole(&self) -> bool {
        matches!(self, Self::Whole | Self::Damaged)
    }
}

/// Why a file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// Unknown format.
    Unknown,
    /// It is empty.
    Empty,
    /// The file has a newer version than this build supports.
    NewerVersion {
        /// The version of the file.
        found: u32,
        /// The newest supported version.
        known: u32,
    },
    /// A decompression bomb: it unpacks to far more than a real export.
    Bomb,
    /// An archive that is damaged or incomplete: its list of files cannot be read, or nothing in them.
    DamagedArchive,
    /// An archive without conversations.
    NothingInArchive,
    /// An archive with a password or an unsupported compression method.
    Packing,
    /// The browser could not read the file: it was moved or changed meanwhile.
    NotReadable,
}

/// Position of a file among those that are imported together, by its path. Projects and memories come first: a conversation
/// is in its project only if that is here.
pub fn position_of(path: &str) -> usize {
    let path = path.to_lowercase();
    ["project", "memor"].iter().position(|part| path.contains(part)).unwrap_or(2)
}

impl Step {
    /// Serializes the step: metadata in the first line, then one line per record.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string(self).unwrap_or_default();
        for line in &self.lines {
            text.push('\n');
            text.push_str(line);
        }
        text
    }

    /// Parses the output of [`Step::to_text`]; `None` if it is not that.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut lines = text.split('\n');
        let head: Self = serde_json::from_str(lines.next()?).ok()?;
        Some(Self { lines: lines.map(str::to_owned).collect(), ..head })
    }
}

#[cfg(test)]
mod tests {
    use super::position_of;

    #[test]
    fn projects_and_memories_come_before_conversations() {
        let mut files = ["conversations.json", "Memories.json", "users.json", "projects/1.json", "projects.json"];
        files.sort_by_key(|file| position_of(file));
        assert_eq!(files, ["projects/1.json", "projects.json", "Memories.json", "conversations.json", "users.json"]);
    }
}
