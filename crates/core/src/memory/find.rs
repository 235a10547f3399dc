//! The list of `/memories`: searched by words, filtered by kind, in pages.

use super::{Memory, MemoryState};
use crate::time::Timestamp;
use ricordo_record::summary::{OutputTarget, Summary, SummaryKind};
use ricordo_text::query::Query;
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

/// In which order entries are listed. Of two that are alike in it, the newer one comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryOrder {
    /// Pinned ones first, then the newest.
    #[default]
    Newest,
    /// The oldest first.
    Oldest,
    /// The most used first.
    MostUsed,
    /// Those that were never used first, then those that were not used for the longest time.
    NeverUsed,
}

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MemoryQuery {
    /// The words that an entry has to hold, in any order; none: every entry.
    pub words: String,
    /// The kind; `None`: everything but the archive.
    pub kind: Option<MemoryKind>,
    /// The order.
    pub order: MemoryOrder,
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
    /// At most [`PAGE_SIZE`], in the order that was asked for.
    pub entries: Vec<MemoryEntry>,
    /// Which page this is, from 0.
    pub page: usize,
    /// How many pages there are, at least 1.
    pub pages: usize,
    /// How many entries there are on all pages.
    pub total: usize,
    /// How many facts of the user are kept, found or not: what the cap counts. Other people have a cap of their own.
    pub kept: usize,
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

    fn text(&self) -> String {
        match self {
            Self::Fact(memory) => memory.words(),
            Self::Summary(summary) => summary.text.clone(),
        }
    }

    /// Smaller comes first: a rank of the order, then the newest.
    fn place(&self, order: MemoryOrder) -> (i64, Reverse<Timestamp>, Reverse<Uuid>) {
        let (created_at, id) = match self {
            Self::Fact(memory) => (memory.created_at, memory.id.0),
            Self::Summary(summary) => (summary.created_at, summary.id.0),
        };
        let (is_pinned, uses, last_used_at) = match self {
            Self::Fact(memory) => (memory.pinned, memory.uses, memory.last_used_at),
            Self::Summary(_) => (false, 0, None),
        };
        let rank = match order {
            MemoryOrder::Newest => i64::from(!is_pinned),
            MemoryOrder::Oldest => created_at.0,
            MemoryOrder::MostUsed => -i64::from(uses),
            MemoryOrder::NeverUsed => last_used_at.map_or(i64::MIN, |at| at.0),
        };
        (rank, Reverse(created_at), Reverse(id))
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
        facts.chain(summaries).filter(|entry| is_wanted(entry) && words.matches(&entry.text())).collect();
    ricordo_text::small_sort::by_key(&mut found, |entry| entry.place(query.order));
    let (total, pages) = (found.len(), found.len().div_ceil(PAGE_SIZE).max(1));
    let page = query.page.min(pages - 1);
    let entries = found.into_iter().skip(page * PAGE_SIZE).take(PAGE_SIZE).collect();
    let kept = memories.iter().filter(|memory| memory.state == MemoryState::Kept && memory.about.is_none()).count();
    MemoryPage { entries, page, pages, total, kept }
}

fn is_memory(summary: &Summary) -> bool {
    summary.kind == SummaryKind::Compressed && summary.target == OutputTarget::Memory
}
