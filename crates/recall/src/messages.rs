//! The searchable messages, each as text and as word ids.

use super::vocabulary::{Vocabulary, WordId};
use ricordo_record::{
    branch::Sequence,
    id::{BranchId, MessageId},
    message::{MessageText, Role, text_of},
    time::Timestamp,
};
use std::collections::BTreeMap;

#[derive(Debug)]
pub(super) struct IndexedMessage {
    pub(super) id: MessageId,
    /// Index of its branch in [`Messages::branches`].
    pub(super) branch: u32,
    pub(super) sequence: Sequence,
    pub(super) role: Role,
    pub(super) at: Timestamp,
    pub(super) text: Box<str>,
    pub(super) words: Box<[WordId]>,
}

/// All messages of the user or the model that contain words. A removed message leaves a gap, so that the indexes stay
/// valid.
#[derive(Debug, Default)]
pub(super) struct Messages {
    pub(super) all: Vec<Option<IndexedMessage>>,
    /// The branches by index.
    pub(super) branches: Vec<BranchId>,
    numbers: BTreeMap<BranchId, u32>,
    places: BTreeMap<(u32, Sequence), u32>,
}

impl Messages {
    /// Adds a message or replaces the one at the same position.
    pub(super) fn put(&mut self, message: &MessageText, vocabulary: &mut Vocabulary) {
        self.remove(message.branch, message.sequence, vocabulary);
        let text = text_of(&message.parts);
        let words = vocabulary.take(&text);
        if words.is_empty() || !matches!(message.role, Role::User | Role::Assistant) {
            return vocabulary.release(&words);
        }
        let branch = self.number_of(message.branch);
        let MessageText { id, sequence, role, created_at: at, .. } = *message;
        self.places.insert((branch, sequence), as_number(self.all.len()));
        self.all.push(Some(IndexedMessage { id, branch, sequence, role, at, text: text.into_boxed_str(), words }));
    }

    /// Removes a message and every word that only it used.
    pub(super) fn remove(&mut self, branch: BranchId, sequence: Sequence, vocabulary: &mut Vocabulary) {
        let Some(&branch) = self.numbers.get(&branch) else { return };
        if let Some(at) = self.places.remove(&(branch, sequence))
            && let Some(indexed) = self.all[at as usize].take()
        {
            vocabulary.release(&indexed.words);
        }
    }

    /// Removes all messages of a branch.
    pub(super) fn remove_branch(&mut self, branch: BranchId, vocabulary: &mut Vocabulary) {
        let Some(&number) = self.numbers.get(&branch) else { return };
        let places: Vec<Sequence> =
            self.places.range((number, 0)..=(number, Sequence::MAX)).map(|((_, place), _)| *place).collect();
        for place in places {
            self.remove(branch, place, vocabulary);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Approximate memory use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let own = |indexed: &IndexedMessage| indexed.text.len() + 4 * indexed.words.len();
        let entry = size_of::<Option<IndexedMessage>>();
        // An entry of a B-tree that is two thirds full.
        let place = 18;
        self.all.iter().flatten().map(own).sum::<usize>() + self.all.capacity() * entry + self.places.len() * place
    }

    fn number_of(&mut self, branch: BranchId) -> u32 {
        *self.numbers.entry(branch).or_insert_with(|| {
            self.branches.push(branch);
            as_number(self.branches.len() - 1)
        })
    }
}

/// Four billion messages would not fit into a page's memory.
fn as_number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
