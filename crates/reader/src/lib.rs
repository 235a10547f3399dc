//! Reads the files that a user adds as documents, for the worker of the page (`js/worker.mjs`).
//!
//! `ricordo-documents` reads and knows no browser; this crate gives it the files of the browser. It is a crate of its own,
//! because the page links the types of `ricordo-documents`, and would get the exports with them. A [`Reader`] reads
//! everything at its start and hands the text over step by step, so that no message to the page is large.

#![warn(missing_docs)]

mod folder;
mod steps;

use folder::{Content, Folder};
use ricordo_documents::{Limits, Pages, ReadError, from_folder, from_pages, read};
use ricordo_record::digest::Digest;
use steps::Steps;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// A file of the worker: an object with `path`, `size` and `read()`.
    pub type Source;

    #[wasm_bindgen(method, getter, structural)]
    fn path(this: &Source) -> String;

    #[wasm_bindgen(method, getter, structural)]
    fn size(this: &Source) -> f64;

    #[wasm_bindgen(method, structural)]
    fn read(this: &Source) -> Option<Vec<u8>>;
}

impl Source {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes of files are whole")]
    fn bytes(&self) -> u64 {
        self.size() as u64
    }
}

impl Content for Source {
    fn size(&self) -> u64 {
        self.bytes()
    }

    fn content(&self) -> Option<Vec<u8>> {
        self.read()
    }
}

/// What was read of a file or of a folder.
#[wasm_bindgen]
pub struct Reader(Steps);

#[wasm_bindgen]
impl Reader {
    /// Reads a file.
    pub fn file(source: &Source) -> Self {
        let (limits, bytes) = (Limits::default(), source.bytes());
        if bytes > limits.bytes {
            return Self(Steps::refused(ReadError::TooLarge { bytes, limit: limits.bytes }));
        }
        let Some(content) = source.read() else { return Self(Steps::gone()) };
        let file = ricordo_documents::File { name: &source.path(), bytes: &content };
        Self(match read(&file, &limits) {
            Ok(reading) => Steps::of(reading, Digest::of(&content), content.len() as u64),
            Err(error) => Steps::refused(error),
        })
    }

    /// Whether the text of the file has to be taken out page by page: see [`Reader::pages`].
    pub fn needs_pages(&self) -> bool {
        self.0.needs_pages()
    }

    /// Makes a document of the pages of a PDF, of which `hidden` characters were left out. `unchecked`: the numbers of
    /// the pages of which it is not known whether they hold text that nobody sees.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a count")]
    pub fn pages(source: &Source, pages: Vec<String>, hidden: f64, unchecked: Vec<u32>) -> Self {
        let Some(content) = source.read() else { return Self::gone() };
        Self(match from_pages(pages.into_iter(), hidden as u64, &Limits::default()) {
            Ok(mut reading) => {
                reading.pages = reading.pages.map(|pages| Pages { unchecked, ..pages });
                Steps::of(reading, Digest::of(&content), content.len() as u64)
            }
            Err(error) => Steps::refused(error),
        })
    }

    /// A PDF that could not be read.
    pub fn unreadable_pdf(needs_password: bool) -> Self {
        let error = if needs_password { ReadError::PasswordProtected } else { ReadError::Damaged { part: None } };
        Self(Steps::refused(error))
    }

    /// A file that the browser can no longer read.
    pub fn gone() -> Self {
        Self(Steps::gone())
    }

    /// Reads a folder: only the files that belong to its text.
    pub fn folder(sources: Vec<Source>) -> Self {
        let limits = Limits::default();
        let files = sources.into_iter().map(|source| (source.path(), source));
        let folder = Folder::of(files, limits.unpacked);
        Self(match from_folder(&folder, &limits) {
            Ok(reading) => Steps::of(reading, folder.digest(), folder.bytes()),
            Err(ReadError::NothingToRead { .. }) if folder.is_lost() => Steps::gone(),
            Err(error) => Steps::refused(error),
        })
    }

    /// The next step, in the format of `ricordo_documents::Step::to_text`. Do not call it again after the last step.
    #[allow(clippy::should_implement_trait, reason = "it is called from JavaScript")]
    pub fn next(&mut self) -> String {
        self.0.next().to_text()
    }
}
