//! A store that updates the search index and the index for recall with each write, so that erased text cannot be found
//! afterwards.

use super::Index;
use crate::{
    change::Change,
    error::StoreError,
    index_part::{IndexPart, Slot},
    recall::{SharedRecall, Sight, part_of_derived, parts_of, vectors_in},
    record::{Record, RecordKey},
    store::Store,
};
use ricordo_recall::ranked::PartKey;
use std::{cell::RefCell, ops::Deref, rc::Rc};

/// The index, created at the first search; until then writes are not tracked. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct SharedIndex(Rc<RefCell<Option<Begun>>>);

/// An index and the function that applies a change to it. The function pointer keeps the search code out of a page that
/// loads it lazily: only the code that creates the index refers to it.
#[derive(Debug)]
struct Begun {
    index: Index,
    note: fn(&mut Index, &Change),
}

impl SharedIndex {
    /// Creates an empty index and tracks every write from now on.
    pub fn begin(&self) {
        self.0.replace(Some(Begun { index: Index::default(), note: Index::note }));
    }

    /// Drops the index and stops tracking writes.
    pub fn end(&self) {
        self.0.take();
    }

    /// Whether writes are tracked.
    pub fn is_begun(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Queries the index; `None` if there is none.
    pub fn ask<T>(&self, ask: impl FnOnce(&mut Index) -> T) -> Option<T> {
        self.0.borrow_mut().as_mut().map(|begun| ask(&mut begun.index))
    }

    fn note(&self, changes: &[Change]) {
        if let Some(begun) = self.0.borrow_mut().as_mut() {
            changes.iter().for_each(|change| (begun.note)(&mut begun.index, change));
        }
    }
}

/// A store and the indexes of its content: the index of the search, which is in memory, and the index of recall, which is
/// stored.
///
/// Each write of a message or a chunk empties the stored part of its terms in the same transaction, after the undo entry,
/// so that undo entries hold no parts. The removal of a message or a chunk removes the part of its vectors, and so does each
/// write of a memory or a summary that changes its text. Parts among other changes are dropped: only [`crate::session`] fills them.
#[derive(Clone, Debug)]
pub struct Searchable<S> {
    store: S,
    index: SharedIndex,
    recall: SharedRecall,
}

impl<S> Searchable<S> {
    /// Pairs a store with an index that no other store uses.
    pub fn new(store: S, index: SharedIndex) -> Self {
        Self { store, index, recall: SharedRecall::default() }
    }

    /// The index.
    pub fn index(&self) -> &SharedIndex {
        &self.index
    }
}

impl<S> Deref for Searchable<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.store
    }
}

macro_rules! behind {
    ($self:ident, $store:ident => $call:expr) => {{
        let $store = &$self.store;
        $call.await
    }};
}

fn is_part(change: &Change) -> bool {
    change.key().kind().is_index()
}

/// The changes with empty parts at the end, and these parts. `kept`: the rows of vectors that stay valid.
fn with_parts(mut changes: Vec<Change>, kept: Vec<IndexPart>) -> (Vec<Change>, Vec<PartKey>) {
    if changes.iter().all(is_part) {
        return (changes, Vec::new());
    }
    changes.retain(|change| !is_part(change));
    let parts = ricordo_text::small_sort::set(changes.iter().flat_map(parts_of));
    let empty = |part: &PartKey| Change::Put(Record::IndexPart(IndexPart::empty(part.branch, part.number)));
    changes.extend(parts.iter().map(empty));
    for part in ricordo_text::small_sort::set(changes.iter().filter_map(without_vectors)) {
        changes.extend(Slot::ALL.map(|slot| Change::Remove(vectors_in(part, slot))));
    }
    // In the same transaction, so that a text that another tab writes next loses them again.
    changes.extend(kept.into_iter().map(|row| Change::Put(Record::VectorPart(row))));
    (changes, parts)
}

/// The part of vectors that a change makes invalid: that of a removed message or chunk, or that of a written memory or
/// summary, whose text may have changed.
fn without_vectors(change: &Change) -> Option<PartKey> {
    match change {
        Change::Remove(RecordKey::Message(branch, sequence)) => Some(PartKey::of(*branch, *sequence)),
        Change::Remove(RecordKey::Chunk(document, number)) => Some(PartKey::of(document.branch(), *number)),
        change => part_of_derived(change.key()),
    }
}

impl<S: Store> Store for Searchable<S> {
    crate::forward_to_store!(behind);

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        let kept = self.recall.kept(&changes);
        let (changes, parts) = with_parts(changes, kept);
        let (is_searched, is_recalled) = (self.index.is_begun(), self.recall.index().sight.is_some());
        let is_noted = |change: &&Change| {
            let kind = change.key().kind();
            let is_of_recall = || {
                let is_kept = !parts.is_empty() && matches!(change, Change::Put(Record::VectorPart(_)));
                is_kept || Sight::KINDS.contains(&kind) || matches!(change, Change::Remove(RecordKey::VectorPart(..)))
            };
            is_searched && Index::wants(kind) || is_recalled && is_of_recall()
        };
        let noted: Vec<Change> = changes.iter().filter(is_noted).cloned().collect();
        let mut inverse = self.store.apply(changes).await?;
        inverse.retain(|change| !is_part(change));
        self.index.note(&noted);
        self.recall.note(&noted, &parts);
        Ok(inverse)
    }

    fn recall(&self) -> Option<&SharedRecall> {
        Some(&self.recall)
    }
}
