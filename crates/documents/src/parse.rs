//! One file to a text with its structure, by the reader of its format.

use crate::{
    archive::{Archive, Budget, is_archive},
    decode,
    error::{ForeignFormat, ReadError},
    formats::{code, csv, docx, epub, html, json, markdown, mime, mime::Mail, plain},
    known,
    reading::LeftOut,
    source::Source,
};
use ricordo_record::document::DocumentKind;

/// Longest line, in bytes, of a JSON text in a repository that is read with its lines.
const LONGEST_LINE: usize = 1000;

/// A file that was read.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) kind: DocumentKind,
    pub(crate) title: Option<String>,
    pub(crate) source: Source,
    pub(crate) left_out: Vec<LeftOut>,
    /// Name of the old encoding that it was in.
    pub(crate) encoding: Option<&'static str>,
}

impl From<Mail> for Parsed {
    fn from(Mail { kind, title, source, left_out, encoding }: Mail) -> Self {
        Self { kind, title, source, left_out, encoding }
    }
}

/// Reads a file that stands for itself.
pub(crate) fn file(name: &str, bytes: &[u8], budget: &Budget) -> Result<Parsed, ReadError> {
    if is_archive(bytes) {
        return archive(bytes, budget);
    }
    known::check(bytes)?;
    if let Some(mail) = mime::read(bytes) {
        return mail.map(Parsed::from);
    }
    let (text, encoding) = decode::any_text(bytes)?;
    let kind = known::text_kind(name, &text);
    let (source, title) = match kind {
        DocumentKind::Html => html::read(&text),
        DocumentKind::Markdown => {
            let source = markdown::read(&text);
            let title = markdown::title_of(&source);
            (source, title)
        }
        _ => (lines_of(kind, &text), None),
    };
    Ok(Parsed { kind, title, source, left_out: Vec::new(), encoding })
}

/// Reads a file of a repository: a page or settings are sources there, and their lines matter.
pub(crate) fn file_of_repository(path: &str, bytes: &[u8], budget: &Budget) -> Result<Parsed, ReadError> {
    if is_archive(bytes) {
        return archive(bytes, budget);
    }
    known::check(bytes)?;
    if let Some(mail) = mime::read(bytes) {
        return mail.map(Parsed::from);
    }
    let (text, encoding) = decode::any_text(bytes)?;
    let kind = match known::text_kind(path, &text) {
        DocumentKind::Html => DocumentKind::Code,
        DocumentKind::Json if text.lines().all(|line| line.len() <= LONGEST_LINE) => DocumentKind::Code,
        kind => kind,
    };
    Ok(Parsed { kind, title: None, source: lines_of(kind, &text), left_out: Vec::new(), encoding })
}

fn lines_of(kind: DocumentKind, text: &str) -> Source {
    match kind {
        DocumentKind::Markdown => markdown::read(text),
        DocumentKind::Csv => csv::read(text),
        DocumentKind::Json => json::read(text),
        DocumentKind::Code => code::read(text),
        _ => plain::read(text),
    }
}

fn archive(bytes: &[u8], budget: &Budget) -> Result<Parsed, ReadError> {
    let archive = Archive::open(bytes, budget)?;
    let kind = known::archive_kind(&archive)?;
    match kind {
        DocumentKind::Docx => {
            let (source, title) = docx::read(&archive)?;
            Ok(Parsed { kind, title, source, left_out: Vec::new(), encoding: None })
        }
        DocumentKind::Epub => {
            let book = epub::read(&archive)?;
            Ok(Parsed { kind, title: book.title, source: book.source, left_out: book.left_out, encoding: None })
        }
        // An archive in a repository.
        _ => Err(ReadError::Unsupported { format: ForeignFormat::Archive }),
    }
}
