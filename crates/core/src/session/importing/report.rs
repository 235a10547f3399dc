//! Result of an import.

use crate::{error::StoreError, exchange::Skipped};

/// Result of an import so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportReport {
    /// Imported conversations.
    pub conversations: u64,
    /// Imported messages.
    pub messages: u64,
    /// Imported memories, tasks, settings, templates, providers, projects and documents.
    pub others: u64,
    /// Those among them that are memories which wait for the user's decision.
    pub proposed: u64,
    /// Conversations that existed already and were left unchanged.
    pub here: u64,
    /// Titles of those among them that are newer in the file.
    pub newer_in_file: Vec<String>,
    /// Conversations that were deleted here and came back.
    pub brought_back: u64,
    /// Standalone records that exist here with other contents and were left unchanged.
    pub kept: u64,
    /// Titles of conversations that were imported only in part, because the file or the storage space ended.
    pub cut: Vec<String>,
    /// Titles of conversations, and names of other records, that were not imported because the file or the storage space ended,
    /// or because an error stopped the import.
    pub left_over: Vec<String>,
    /// Records that were not imported.
    pub skipped: Vec<Skipped>,
    /// The storage error that stopped the import.
    pub stopped: Option<StoreError>,
}

impl ImportReport {
    /// Whether the import changed anything.
    pub fn is_something(&self) -> bool {
        self.conversations + self.messages + self.others + self.brought_back > 0
    }
}
