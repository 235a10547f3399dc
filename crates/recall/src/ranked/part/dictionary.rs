//! The terms of a part, in order.

use super::super::terms::AUTHOR;
use std::{cmp::Ordering, ops::Range};

/// `keys` holds every fourth term.
const EVERY: usize = 4;
/// The first letter after [`AUTHOR`].
const AFTER_AUTHOR: char = 'A';
/// The first Cyrillic letter.
const CYRILLIC: char = '\u{400}';

/// The terms in the order of their bytes, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Dictionary {
    /// The terms, concatenated.
    letters: Box<str>,
    /// For each term, where it ends in `letters` and where its postings end.
    ends: Box<[TermEnd]>,
    /// The first letters of every fourth term. A question looks words up in thousands of parts, and most of the time went
    /// into waiting for the memory of the compared terms; these letters are close to each other.
    keys: Box<[u32]>,
    /// The range of the terms of authors. Few words are among them, so the others need no search there.
    names: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TermEnd {
    pub(super) letters: u32,
    pub(super) postings: u32,
}

impl Dictionary {
    pub(super) fn new(letters: String, ends: Vec<TermEnd>) -> Self {
        let (letters, ends) = (letters.into_boxed_str(), ends.into_boxed_slice());
        let mut new = Self { letters, ends, ..Self::default() };
        new.keys = (0..new.len()).step_by(EVERY).map(|index| key(new.term(index))).collect();
        new.names = new.first_from(AUTHOR)..new.first_from(AFTER_AUTHOR);
        new
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.letters.len() + size_of_val(&*self.ends) + size_of_val(&*self.keys)
    }

    pub(super) fn term(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].letters);
        &self.letters[start as usize..self.ends[index].letters as usize]
    }

    /// The indexes of the postings of a term.
    pub(super) fn postings(&self, index: usize) -> Range<u32> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].postings);
        start..self.ends[index].postings
    }

    /// The index of a term.
    pub(super) fn find(&self, term: &str) -> Option<usize> {
        let among = if term.starts_with(AUTHOR) { self.names.clone() } else { self.near(term) };
        self.search(term, among).ok()
    }

    /// The indexes of the terms in Cyrillic letters.
    pub(super) fn cyrillic(&self) -> Range<usize> {
        self.first_from(CYRILLIC)..self.len()
    }

    fn first_from(&self, letter: char) -> usize {
        let mut bytes = [0; 4];
        let term = letter.encode_utf8(&mut bytes);
        self.search(term, self.near(term)).unwrap_or_else(|index| index)
    }

    /// The range in which a term is if it exists, according to `keys`.
    fn near(&self, term: &str) -> Range<usize> {
        let key = key(term);
        let before = self.keys.partition_point(|other| *other < key);
        let same = self.keys[before..].iter().take_while(|other| **other == key).count();
        before.saturating_sub(1) * EVERY..((before + same) * EVERY).min(self.len())
    }

    /// The index of a term, or that of the first term after it.
    fn search(&self, term: &str, among: Range<usize>) -> Result<usize, usize> {
        let Range { start: mut from, end: mut to } = among;
        while from < to {
            let middle = (from + to) / 2;
            match self.term(middle).cmp(term) {
                Ordering::Less => from = middle + 1,
                Ordering::Equal => return Ok(middle),
                Ordering::Greater => to = middle,
            }
        }
        Err(from)
    }
}

/// The first four bytes of a term as a number. A term that comes before another has a smaller or an equal number.
fn key(term: &str) -> u32 {
    let mut first = [0; 4];
    first.iter_mut().zip(term.bytes()).for_each(|(to, byte)| *to = byte);
    u32::from_be_bytes(first)
}
