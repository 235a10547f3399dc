//! A part of the index: the terms of at most 64 consecutive messages of a branch.

mod build;
mod codec;
mod dictionary;

use crate::parts::PartKey;
use dictionary::Dictionary;
use ricordo_record::{branch::Sequence, id::MessageId, message::Role, time::Timestamp};
use std::{fmt, ops::Range};

/// The terms of consecutive messages. It holds no text, and each term once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Sorted by sequence.
    documents: Vec<Document>,
    dictionary: Dictionary,
    /// The postings of the first term, then those of the second, and so on.
    postings: Box<[Posting]>,
}

/// A message of the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Document {
    pub(super) message: MessageId,
    pub(super) sequence: Sequence,
    pub(super) role: Role,
    pub(super) at: Timestamp,
    /// Number of words.
    pub(super) length: u32,
}

/// A term in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posting {
    /// Index of the document.
    pub(super) document: u8,
    /// How often the term occurs in it.
    pub(super) count: u8,
}

/// Stored bytes that are not a part of this version. The part has to be built from its messages again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl Part {
    /// Number of sequences that a part covers.
    pub const SEQUENCES: Sequence = PartKey::SEQUENCES;

    /// Number of messages in it.
    pub fn messages(&self) -> usize {
        self.documents.len()
    }

    /// Approximate memory use, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(self.documents.as_slice())
            + self.dictionary.bytes()
            + size_of_val(&*self.postings)
    }

    pub(super) fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The indexes of the postings of a term.
    pub(super) fn range(&self, term: &str) -> Range<u32> {
        self.dictionary.find(term).map_or(0..0, |index| self.range_of(index))
    }

    /// The indexes of the postings of a term, by the index of the term.
    pub(super) fn range_of(&self, index: usize) -> Range<u32> {
        self.dictionary.postings(index)
    }

    pub(super) fn postings(&self, range: Range<u32>) -> &[Posting] {
        &self.postings[range.start as usize..range.end as usize]
    }

    /// The indexes of the terms with Cyrillic letters.
    pub(super) fn cyrillic_terms(&self) -> Range<usize> {
        self.dictionary.cyrillic()
    }

    pub(super) fn term(&self, index: usize) -> &str {
        self.dictionary.term(index)
    }
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The stored index of some messages cannot be read. It is made again from the messages.")
    }
}

impl std::error::Error for Damaged {}
