//! A part of the index: the terms of at most 64 consecutive messages of a branch.

mod build;
mod codec;

use crate::parts::PartKey;
use ricordo_record::{branch::Sequence, id::MessageId, message::Role, time::Timestamp};
use std::fmt;

/// The terms of consecutive messages. It holds no text, and each term once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// By sequence.
    documents: Vec<Document>,
    /// The terms in the order of their bytes, concatenated.
    letters: Box<str>,
    /// For each term, where it ends in `letters` and where its postings end.
    ends: Box<[TermEnd]>,
    postings: Box<[Posting]>,
}

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Document {
    pub(super) message: MessageId,
    pub(super) sequence: Sequence,
    pub(super) role: Role,
    pub(super) at: Timestamp,
    /// Number of words.
    pub(super) length: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TermEnd {
    letters: u32,
    postings: u32,
}

/// A term in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posting {
    /// Index of the document.
    pub(super) document: u8,
    /// How often it occurs.
    pub(super) count: u8,
}

/// Stored bytes that are not a part of this version. The part has to be built from its messages again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl Part {
    /// Sequences in a part.
    pub const MESSAGES: Sequence = PartKey::MESSAGES;

    /// Number of messages in it.
    pub fn messages(&self) -> usize {
        self.documents.len()
    }

    /// Approximate memory use, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(self.documents.as_slice())
            + self.letters.len()
            + size_of_val(&*self.ends)
            + size_of_val(&*self.postings)
    }

    pub(super) fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The documents that a term occurs in.
    pub(super) fn postings(&self, term: &str) -> &[Posting] {
        let (mut from, mut to) = (0, self.ends.len());
        while from < to {
            let middle = (from + to) / 2;
            match self.term(middle).cmp(term) {
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Equal => return self.postings_of(middle),
                std::cmp::Ordering::Greater => to = middle,
            }
        }
        &[]
    }

    /// The indexes of the terms with Cyrillic letters.
    pub(super) fn cyrillic_terms(&self) -> std::ops::Range<usize> {
        let (mut from, mut to) = (0, self.ends.len());
        while from < to {
            let middle = (from + to) / 2;
            if self.term(middle) < "\u{400}" { from = middle + 1 } else { to = middle }
        }
        from..self.ends.len()
    }

    pub(super) fn term(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].letters);
        &self.letters[start as usize..self.ends[index].letters as usize]
    }

    pub(super) fn postings_of(&self, index: usize) -> &[Posting] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].postings);
        &self.postings[start as usize..self.ends[index].postings as usize]
    }
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The stored index of some messages cannot be read. It is made again from the messages.")
    }
}

impl std::error::Error for Damaged {}
