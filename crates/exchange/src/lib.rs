//! Parses files that a user imports: our own exports and backups, and exports of other programs.
//!
//! A [`Reader`] is pull-based: each [`Reader::next`] reads a little further and returns records as lines, so that
//! memory stays bounded whatever the size of the file, and the caller that stores the records sets the pace. `elements`
//! finds the conversations in a JSON text without holding it, `unpack` and `archive` decompress under limits. `ricordo`
//! reads our own files. Those of other programs are lists of elements: `foreign` finds the kind of each in the table of
//! `known`, and `programs` convert them to a `conversation` with its tree of messages, to `facts`, templates and `documents`. A new
//! format is a file in `programs` and lines in that table; `docs/importing.md` describes all of them.
//!
//! This crate stores nothing: `ricordo_core::session` does. The page gets a WebAssembly file and a worker
//! (`js/worker.mjs`), which are loaded at the first import.

#![warn(missing_docs)]

mod archive;
mod beginning;
mod conversation;
mod dates;
mod documents;
mod elements;
mod facts;
mod fields;
mod file;
mod foreign;
mod format;
mod known;
mod lines;
mod nested;
mod picture;
mod programs;
mod reader;
mod ricordo;
mod unpack;

pub use file::Bytes;
pub use reader::Reader;
pub use unpack::Limits;

use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The worker's file: an object with `name`, `size` and `read(offset, length)`.
    pub type Source;

    #[wasm_bindgen(method, getter, structural)]
    fn name(this: &Source) -> String;

    #[wasm_bindgen(method, getter, structural)]
    fn size(this: &Source) -> f64;

    #[wasm_bindgen(method, structural)]
    fn read(this: &Source, offset: f64, length: u32) -> Option<Vec<u8>>;
}

impl Bytes for Source {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of files are whole")]
    fn size(&self) -> u64 {
        Source::size(self) as u64
    }

    fn name(&self) -> String {
        Source::name(self)
    }

    #[allow(clippy::cast_precision_loss, reason = "no file has 2^53 bytes")]
    fn read_at(&self, offset: u64, into: &mut [u8]) -> std::io::Result<usize> {
        let length = u32::try_from(into.len()).unwrap_or(u32::MAX);
        let bytes =
            self.read(offset as f64, length).ok_or_else(|| std::io::Error::other("the browser cannot read it"))?;
        let count = bytes.len().min(into.len());
        into[..count].copy_from_slice(&bytes[..count]);
        Ok(count)
    }
}

/// A file that is being imported, for the worker.
#[wasm_bindgen]
pub struct Import(Reader);

#[wasm_bindgen]
impl Import {
    /// Starts reading.
    #[wasm_bindgen(constructor)]
    pub fn new(source: Source) -> Self {
        Self(Reader::new(Rc::new(source), Limits::default()))
    }

    /// The next step, in the format of `ricordo_core::exchange::Step::to_text`. Do not call it again after the last
    /// step, which carries the outcome.
    #[allow(clippy::should_implement_trait, reason = "it is called from JavaScript")]
    pub fn next(&mut self) -> String {
        self.0.next().to_text()
    }
}
