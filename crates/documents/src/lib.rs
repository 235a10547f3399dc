//! Reads the files of a user as documents: text in chunks, each with its place.
//!
//! [`read`] recognises a file by its first bytes and its name (`known`), makes a text with its structure (`parse`,
//! `formats`) and cuts it (`chunk`). [`from_pages`] takes the pages of a PDF, whose text another program takes out, and
//! [`from_files`] the files of a folder; these and zip archives without another meaning are repositories (`repository`).
//! Archives are unpacked under [`Limits`] (`archive`). What cannot be read is a [`ReadError`], what was left out is named
//! with its reason, and no input makes a reader panic. The same bytes give the same chunks.
//!
//! A new format is a file in `formats`, a line in `known` and one in `parse`. This crate stores nothing and knows no
//! browser.

#![warn(missing_docs)]

mod archive;
mod characters;
mod chunk;
mod color;
mod decode;
mod error;
mod formats;
mod known;
mod limits;
mod parse;
mod reading;
mod repository;
mod source;
mod step;
mod xml;

pub use characters::visible;
pub use error::{ForeignFormat, ReadError};
pub use limits::{HIGHEST_RATIO, LARGEST_FILE, LARGEST_UNPACKED, Limits, MOST_CHUNKS, MOST_FILES};
pub use reading::{File, LeftOut, Pages, Reading, Reason, document_name};
pub use repository::Files;
pub use step::{Step, TextChunk};

use archive::{Archive, Budget, is_archive};
use ricordo_record::document::DocumentKind;
use std::collections::BTreeMap;

/// Reads a file.
pub fn read(file: &File<'_>, limits: &Limits) -> Result<Reading, ReadError> {
    let bytes = file.bytes.len() as u64;
    if bytes > limits.bytes {
        return Err(ReadError::TooLarge { bytes, limit: limits.bytes });
    }
    let budget = Budget::new(limits);
    if is_archive(file.bytes) {
        let archive = Archive::open(file.bytes, &budget)?;
        if known::archive_kind(&archive)? == DocumentKind::Repository {
            return repository::read(&archive, &budget);
        }
    }
    let parsed = parse::file(file.name, file.bytes, &budget)?;
    let mut chunks = Vec::new();
    chunk::cut(&parsed.source, limits, &mut chunks)?;
    if chunks.is_empty() {
        return Err(ReadError::NoText { pages: None });
    }
    let title = parsed.title.map(|title| visible(&title).into_owned());
    let hidden = parsed.source.unseen();
    let encoding = parsed.encoding.map(str::to_owned);
    Ok(Reading { kind: parsed.kind, title, pages: None, chunks, left_out: parsed.left_out, hidden, encoding })
}

/// Makes a document of the texts of a PDF's pages, in order. `hidden` characters of them were left out before.
pub fn from_pages(pages: impl Iterator<Item = String>, hidden: u64, limits: &Limits) -> Result<Reading, ReadError> {
    let (source, pages) = formats::pages::read(pages, limits)?;
    let mut chunks = Vec::new();
    chunk::cut(&source, limits, &mut chunks)?;
    if chunks.is_empty() {
        return Err(ReadError::NoText { pages: Some(pages.count) });
    }
    let hidden = hidden + source.unseen();
    let (kind, left_out) = (DocumentKind::Pdf, Vec::new());
    Ok(Reading { kind, title: None, pages: Some(pages), chunks, left_out, hidden, encoding: None })
}

/// Makes a repository of the files of a folder, each with its path.
pub fn from_files(files: Vec<(String, Vec<u8>)>, limits: &Limits) -> Result<Reading, ReadError> {
    let bytes = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    if bytes > limits.unpacked {
        return Err(ReadError::TooLarge { bytes, limit: limits.unpacked });
    }
    let files: BTreeMap<String, Vec<u8>> =
        files.into_iter().map(|(path, bytes)| (path.replace('\\', "/"), bytes)).collect();
    from_folder(&files, limits)
}

/// Like [`from_files`], for files whose contents are read when they are needed: those that are left out by their names
/// are not.
pub fn from_folder(files: &impl Files, limits: &Limits) -> Result<Reading, ReadError> {
    repository::read(files, &Budget::new(limits))
}
