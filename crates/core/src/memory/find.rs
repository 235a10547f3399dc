//! The list of `/memories`: search, filter by kind, pages.

use super::{Memory, MemoryState};
use crate::{scope::Scope, time::Timestamp};
use ricordo_record::summary::{OutputTarget, Summary, SummaryKind};
use ricordo_text::query::Query;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use uuid::Uuid;

/// Entries per page.
pub const PAGE_SIZE: usize = 20;

/// Kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryKind {
    /// A kept fact.
    Fact,
    /// A summary kept as a memory.
    Summary,
    /// A proposed fact; the user has not decided yet.
    Proposed,
    /// A fact in the archive.
    Archived,
}

/// Order of the entries. Ties are broken by age, the newer entry first.
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

/// A search in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MemoryQuery {
    /// Words that an entry must contain, in any order; every entry matches if empty.
    pub words: String,
    /// The kind; `None` means everything except the archive.
    pub kind: Option<MemoryKind>,
    /// Where an entry is used; `None` means anywhere. A summary is used in its conversation.
    pub scope: Option<Scope>,
    /// The order.
    pub order: MemoryOrder,
    /// Page number, from 0. A number beyond the last page means the last page.
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
    /// At most [`PAGE_SIZE`] entries, in the requested order.
    pub entries: Vec<MemoryEntry>,
    /// Page number, from 0.
    pub page: usize,
    /// Number of pages, at least 1.
    pub pages: usize,
    /// Number of entries on all pages.
    pub total: usize,
    /// Number of kept facts without key words about the user in the scope of the query, or with the scope [`Scope::Everywhere`], whether they
    /// match or not: the cap applies to these. Other people and other scopes have a cap of their own.
    pub kept: usize,
}

impl MemoryEntry {
    /// Kind of the entry.
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

    fn is_used_in(&self, scope: Scope) -> bool {
        match self {
            Self::Fact(memory) => memory.scope == scope,
            Self::Summary(summary) => summary.conversation.map(Scope::Conversation) == Some(scope),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Fact(memory) => memory.words(),
            Self::Summary(summary) => summary.text.clone(),
        }
    }

    /// Sort key, ascending: the rank in the order, then the newest.
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

/// One page of the matches, given all memories and all summaries in force.
pub fn find(memories: &[Memory], summaries: &[Summary], query: &MemoryQuery) -> MemoryPage {
    let words = Query::new(&query.words);
    let facts = memories.iter().cloned().map(MemoryEntry::Fact);
    let summaries = summaries.iter().filter(|summary| is_memory(summary)).cloned().map(MemoryEntry::Summary);
    let is_wanted = |entry: &MemoryEntry| match query.kind {
        Some(kind) => entry.kind() == kind,
        None => entry.kind() != MemoryKind::Archived,
    };
    let is_there = |entry: &MemoryEntry| query.scope.is_none_or(|scope| entry.is_used_in(scope));
    let mut found: Vec<MemoryEntry> = facts
        .chain(summaries)
        .filter(|entry| is_wanted(entry) && is_there(entry) && words.matches(&entry.text()))
        .collect();
    ricordo_text::small_sort::by_key(&mut found, |entry| entry.place(query.order));
    let (total, pages) = (found.len(), found.len().div_ceil(PAGE_SIZE).max(1));
    let page = query.page.min(pages - 1);
    let entries = found.into_iter().skip(page * PAGE_SIZE).take(PAGE_SIZE).collect();
    let scope = query.scope.unwrap_or_default();
    let kept = memories.iter().filter(|memory| memory.state == MemoryState::Kept && memory.about.is_none());
    let kept = kept.filter(|memory| memory.scope == scope && memory.key_words.is_empty()).count();
    MemoryPage { entries, page, pages, total, kept }
}

fn is_memory(summary: &Summary) -> bool {
    summary.kind == SummaryKind::Compressed && summary.target == OutputTarget::Memory
}
