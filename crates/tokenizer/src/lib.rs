//! Exact token counts of OpenAI's vocabularies, fast enough to count a whole history.
//!
//! The crate `tiktoken` does the counting. A splitter (`cut`) and a cache of short pieces (`memo`) keep it from running
//! its regular expression on the same non-ASCII words again and again. The page gets one WebAssembly file per
//! vocabulary, each built with one feature, and a worker (`js/worker.mjs`) that loads them on first use.
//! `ricordo_core::tokens::counter` decides which vocabulary belongs to which model.

#![warn(missing_docs)]

mod cut;
mod memo;

use memo::Memo;
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(not(any(feature = "o200k", feature = "cl100k")))]
compile_error!("choose a vocabulary: feature `o200k` or `cl100k`");

/// A vocabulary of OpenAI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// `o200k_base`: GPT-4o and everything since.
    O200k,
    /// `cl100k_base`: GPT-4, GPT-3.5 and the embedding models.
    Cl100k,
}

impl Vocabulary {
    fn name(self) -> &'static str {
        match self {
            Self::O200k => "o200k_base",
            Self::Cl100k => "cl100k_base",
        }
    }
}

/// Counts with one vocabulary.
pub struct Counter {
    encoding: &'static tiktoken::CoreBpe,
    memo: Memo,
}

impl Counter {
    /// Unpacks the vocabulary, which takes about 0.1 s; `None` if it is not part of this build.
    pub fn new(vocabulary: Vocabulary) -> Option<Self> {
        tiktoken::get_encoding(vocabulary.name()).map(|encoding| Self { encoding, memo: Memo::default() })
    }

    /// Number of tokens of a text. Names of special tokens, such as `<|endoftext|>`, count as plain text.
    pub fn count(&mut self, text: &str) -> u32 {
        let Self { encoding, memo } = self;
        let count = |text: &str| u32::try_from(encoding.count(text)).unwrap_or(u32::MAX);
        let (mut sum, mut done) = (0_u32, 0);
        for piece in cut::beyond_ascii(text) {
            let (ascii, words) = (&text[done..piece.start], &text[piece.clone()]);
            sum = sum.saturating_add(count_ascii(ascii, count)).saturating_add(memo.get_or_count(words, count));
            done = piece.end;
        }
        sum.saturating_add(count_ascii(&text[done..], count))
    }
}

/// Token count of an ASCII text. Every single byte is a token, and most separators between words are one byte.
fn count_ascii(text: &str, count: impl FnOnce(&str) -> u32) -> u32 {
    match text.len() {
        short @ (0 | 1) => short as u32,
        _ => count(text),
    }
}

/// Vocabulary of [`count`], in a build with a single vocabulary.
const EXPORTED: Vocabulary = if cfg!(feature = "o200k") { Vocabulary::O200k } else { Vocabulary::Cl100k };

thread_local! {
    static COUNTER: RefCell<Option<Counter>> = const { RefCell::new(None) };
}

/// Number of tokens of a text in the vocabulary of this build. The first call unpacks the vocabulary.
#[wasm_bindgen]
pub fn count(text: &str) -> u32 {
    COUNTER.with_borrow_mut(|counter| {
        if counter.is_none() {
            *counter = Counter::new(EXPORTED);
        }
        counter.as_mut().map_or(0, |counter| counter.count(text))
    })
}
