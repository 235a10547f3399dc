//! The list of `/memories`: searched by words, filtered by kind, in pages.

use super::{Memory, MemoryState};
use crate::{
    search::Query,
    summary::{OutputTarget, Summary, SummaryKind},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use uuid::Uuid;

/// How many entries a page has.
pub const PAGE_SIZE: usize = 20;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryKind {
    /// A fact that is kept.
    Fact,
    /// A summary kept as a memory.
    Summary,
    /// A fact that waits for the user's yes or no.
    Proposed,
    /// A fact in the archive.
    Archived,
}

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MemoryQuery {
    /// The words that an entry has to hold, in any order; none: every entry.
    pub words: String,
    /// The kind; `None`: everything but the archive.
    pub kind: Option<MemoryKind>,
    /// Which page, from 0. Beyond the last, the last is given.
    pub page: usize,
}

/// An entry of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryEntry {
    /// A fact, in any state.
    Fact(Memory),
    /// A summary kept as a memory.
    Summary(Summary),
}

/// One page of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MemoryPage {
    /// At most [`PAGE_SIZE`]: pinned ones first, then the newest first.
    pub entries: Vec<MemoryEntry>,
    /// Which page this is, from 0.
    pub page: usize,
    /// How many pages there are, at least 1.
    pub pages: usize,
    /// How many entries there are on all pages.
    pub total: usize,
}

impl MemoryEntry {
    /// What it is.
    pub fn kind(&self) -> MemoryKind {
        match self {
            Self::Summary(_) => MemoryKind::Summary,
            Self::Fact(memory) => match memory.state {
                MemoryState::Kept => MemoryKind::Fact,
                MemoryState::Proposed => MemoryKind::Proposed,
                MemoryState::Archived => MemoryKind::Archived,
            },
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Fact(memory) => &memory.text,
            Self::Summary(summary) => &summary.text,
        }
    }

    fn place(&self) -> (bool, Reverse<Timestamp>, Reverse<Uuid>) {
        match self {
            Self::Fact(memory) => (!memory.pinned, Reverse(memory.created_at), Reverse(memory.id.0)),
            Self::Summary(summary) => (true, Reverse(summary.created_at), Reverse(summary.id.0)),
        }
    }
}

/// One page of what is looked for, given all memories and all summaries that are in force.
pub fn find(memories: &[Memory], summaries: &[Summary], query: &MemoryQuery) -> MemoryPage {
    let words = Query::new(&query.words);
    let facts = memories.iter().cloned().map(MemoryEntry::Fact);
    let summaries = summaries.iter().filter(|summary| is_memory(summary)).cloned().map(MemoryEntry::Summary);
    let is_wanted = |entry: &MemoryEntry| match query.kind {
        Some(kind) => entry.kind() == kind,
        None => entry.kind() != MemoryKind::Archived,
    };
    let mut found: Vec<MemoryEntry> =
        facts.chain(summaries).filter(|entry| is_wanted(entry) && words.matches(entry.text())).collect();
    crate::order::by_key(&mut found, MemoryEntry::place);
    let (total, pages) = (found.len(), found.len().div_ceil(PAGE_SIZE).max(1));
    let page = query.page.min(pages - 1);
    let entries = found.into_iter().skip(page * PAGE_SIZE).take(PAGE_SIZE).collect();
    MemoryPage { entries, page, pages, total }
}

fn is_memory(summary: &Summary) -> bool {
    summary.kind == SummaryKind::Compressed && summary.target == OutputTarget::Memory
}
