//! Texts of documents: what a document and a passage of it are called, and why a file was not added.

use super::{errors::Localized, fill, number};
use ricordo_core::document::{ChunkPlace, DocumentKind};
use ricordo_documents::{ForeignFormat, ReadError, Reason};

include!(concat!(env!("OUT_DIR"), "/texts/documents.rs"));

/// Name of a kind of document.
pub fn kind(kind: DocumentKind) -> &'static str {
    let texts = document_kinds();
    match kind {
        DocumentKind::Text => texts.text,
        DocumentKind::Markdown => texts.markdown,
        DocumentKind::Html => texts.html,
        DocumentKind::Pdf => texts.pdf,
        DocumentKind::Docx => texts.docx,
        DocumentKind::Epub => texts.epub,
        DocumentKind::Csv => texts.csv,
        DocumentKind::Json => texts.json,
        DocumentKind::Code => texts.code,
        DocumentKind::Repository => texts.repository,
    }
}

/// Path of a passage inside its document: `docs/care.md › Feeding`. Empty if it has none.
pub fn path(place: &ChunkPlace) -> String {
    let names = place.path.as_deref().into_iter().chain(place.headings.iter().map(String::as_str));
    names.collect::<Vec<_>>().join(" › ")
}

/// Page and lines of a passage: `page 3, lines 10–20`. Empty if they are unknown.
pub fn position(place: &ChunkPlace) -> String {
    let texts = documents();
    let page = place.pages().map(|(from, to)| match from == to {
        true => fill(texts.page, &[("page", &from.to_string())]),
        false => fill(texts.page_span, &[("from", &from.to_string()), ("to", &to.to_string())]),
    });
    let lines = place.lines.map(|(from, to)| match from == to {
        true => fill(texts.line, &[("line", &from.to_string())]),
        false => fill(texts.lines, &[("from", &from.to_string()), ("to", &to.to_string())]),
    });
    page.into_iter().chain(lines).collect::<Vec<_>>().join(", ")
}

/// Full name of a passage: `notes.md › Feeding, lines 10–20`.
pub fn source(document: &str, place: &ChunkPlace) -> String {
    let path = path(place);
    let name = if path.is_empty() { document.to_owned() } else { format!("{document} › {path}") };
    let position = position(place);
    if position.is_empty() { name } else { format!("{name}, {position}") }
}

/// Why a file of a folder was left out.
pub fn reason(reason: Reason) -> &'static str {
    let texts = left_out_reasons();
    match reason {
        Reason::Ignored => texts.ignored,
        Reason::Folder => texts.folder,
        Reason::LockFile => texts.lock_file,
        Reason::Minified => texts.minified,
        Reason::Binary => texts.binary,
        Reason::Pdf => texts.pdf,
        Reason::Empty => texts.empty,
        Reason::TooLarge => texts.too_large,
        Reason::Protected => texts.protected,
        Reason::Damaged => texts.damaged,
        Reason::UnknownPacking => texts.packing,
        Reason::Unreadable => texts.unreadable,
        Reason::UnsafePath => texts.unsafe_path,
        Reason::Attachment => texts.attachment,
    }
}

/// Formats a limit, which is a whole number of megabytes.
fn megabytes(bytes: u64) -> String {
    fill(super::storage::storage().megabytes, &[("n", &number(bytes >> 20))])
}

impl Localized for ReadError {
    fn localized(&self) -> String {
        let texts = document_errors();
        let sentence = match self {
            Self::Empty => texts.empty,
            Self::NoText { pages: Some(_) } => texts.scanned,
            Self::NoText { pages: None } => texts.no_text,
            Self::TooLarge { bytes, limit } => {
                let size = megabytes(bytes.next_multiple_of(1 << 20));
                return fill(texts.too_large, &[("size", &size), ("limit", &megabytes(*limit))]);
            }
            Self::UnpacksTooLarge { limit } => {
                return fill(texts.unpacks_too_large, &[("limit", &megabytes(*limit))]);
            }
            Self::RatioTooHigh { part, .. } => return fill(texts.ratio, &[("part", part)]),
            Self::TooManyFiles { limit } => return fill(texts.too_many_files, &[("n", &number(*limit))]),
            Self::TooManyChunks { .. } => texts.too_long,
            Self::NotText { .. } => texts.not_text,
            Self::Unsupported { format } => foreign(*format),
            Self::NeedsPages => texts.pdf,
            Self::PasswordProtected => texts.password,
            Self::Drm => texts.drm,
            Self::Damaged { part: Some(part) } => return fill(texts.damaged_part, &[("part", part)]),
            Self::Damaged { part: None } => texts.damaged,
            Self::Unreadable { part } => return fill(texts.unreadable_part, &[("part", part)]),
            Self::UnknownPacking { part } => return fill(texts.packing, &[("part", part)]),
            Self::NothingToRead { .. } => texts.nothing,
        };
        sentence.to_owned()
    }
}

fn foreign(format: ForeignFormat) -> &'static str {
    let texts = document_errors();
    match format {
        ForeignFormat::Image => texts.image,
        ForeignFormat::Media => texts.media,
        ForeignFormat::Archive => texts.archive,
        ForeignFormat::Program => texts.program,
        ForeignFormat::OldOffice => texts.old_office,
        ForeignFormat::Rtf => texts.rtf,
        ForeignFormat::Spreadsheet => texts.spreadsheet,
        ForeignFormat::Presentation => texts.presentation,
        ForeignFormat::Drawing => texts.drawing,
        ForeignFormat::OpenDocument => texts.open_document,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn a_passage_is_called_by_what_is_known_of_its_place() {
        let place = ChunkPlace {
            headings: vec!["Hedgehogs".to_owned(), "Feeding".to_owned()],
            page: Some(3),
            lines: Some((10, 20)),
            path: Some("docs/care.md".to_owned()),
            last_page: None,
        };
        assert_eq!(source("zoo", &place), "zoo › docs/care.md › Hedgehogs › Feeding, page 3, lines 10–20");
        let line = ChunkPlace { lines: Some((7, 7)), ..ChunkPlace::default() };
        assert_eq!(source("notes.txt", &line), "notes.txt, line 7");
        assert_eq!(source("notes.txt", &ChunkPlace::default()), "notes.txt");
    }

    #[test]
    fn every_refusal_is_a_whole_sentence_in_every_language() {
        let part = || "word/document.xml".to_owned();
        let formats = [
            ForeignFormat::Image,
            ForeignFormat::Media,
            ForeignFormat::Archive,
            ForeignFormat::Program,
            ForeignFormat::OldOffice,
            ForeignFormat::Rtf,
            ForeignFormat::Spreadsheet,
            ForeignFormat::Presentation,
            ForeignFormat::Drawing,
            ForeignFormat::OpenDocument,
        ];
        let mut errors = vec![
            ReadError::Empty,
            ReadError::NoText { pages: Some(2) },
            ReadError::NoText { pages: None },
            ReadError::TooLarge { bytes: 70 << 20, limit: 64 << 20 },
            ReadError::UnpacksTooLarge { limit: 256 << 20 },
            ReadError::RatioTooHigh { part: part(), limit: 200 },
            ReadError::TooManyFiles { limit: 20_000 },
            ReadError::TooManyChunks { limit: 50_000 },
            ReadError::NotText { offset: 1 },
            ReadError::NeedsPages,
            ReadError::PasswordProtected,
            ReadError::Drm,
            ReadError::Damaged { part: None },
            ReadError::Damaged { part: Some(part()) },
            ReadError::Unreadable { part: part() },
            ReadError::UnknownPacking { part: part() },
            ReadError::NothingToRead { left_out: Vec::new() },
        ];
        errors.extend(formats.map(|format| ReadError::Unsupported { format }));
        for language in UiLanguage::all() {
            speak(language);
            let sentences: Vec<String> = errors.iter().map(ReadError::localized).collect();
            for sentence in &sentences {
                assert!(sentence.ends_with('.') && !sentence.contains('{'), "{sentence}");
            }
            let mut different = sentences.clone();
            different.sort();
            different.dedup();
            assert_eq!(different.len(), sentences.len(), "{sentences:?}");
        }
        speak(UiLanguage::En);
        let sentence = ReadError::TooLarge { bytes: (70 << 20) + 1, limit: 64 << 20 }.localized();
        assert!(sentence.contains("71 MB") && sentence.contains("64 MB"), "{sentence}");
    }

    #[test]
    fn a_file_that_is_left_out_says_why_in_words_of_its_own() {
        let reasons = [
            Reason::Ignored,
            Reason::Folder,
            Reason::LockFile,
            Reason::Minified,
            Reason::Binary,
            Reason::Pdf,
            Reason::Empty,
            Reason::TooLarge,
            Reason::Protected,
            Reason::Damaged,
            Reason::UnknownPacking,
            Reason::Unreadable,
            Reason::UnsafePath,
            Reason::Attachment,
        ];
        for language in UiLanguage::all() {
            speak(language);
            let mut words = reasons.map(reason);
            words.sort_unstable();
            assert!(words.windows(2).all(|pair| pair[0] != pair[1]) && !words[0].is_empty(), "{words:?}");
        }
    }

    #[test]
    fn a_refused_file_is_told_with_the_size_the_limit_and_the_part_that_are_to_blame() {
        let part = || "word/{part}.xml".to_owned();
        for language in UiLanguage::all() {
            speak(language);
            let size = |megabytes: u64| fill(crate::texts::storage::storage().megabytes, &[("n", &number(megabytes))]);
            for (error, parts) in [
                (ReadError::TooLarge { bytes: 64 << 20, limit: 64 << 20 }, vec![size(64)]),
                // A file that is over the limit never seems to be just at it.
                (ReadError::TooLarge { bytes: (64 << 20) + 1, limit: 64 << 20 }, vec![size(65), size(64)]),
                (ReadError::UnpacksTooLarge { limit: 2_048 << 20 }, vec![size(2_048)]),
                (ReadError::TooManyFiles { limit: 20_000 }, vec![number(20_000)]),
                (ReadError::RatioTooHigh { part: part(), limit: 200 }, vec![part()]),
                (ReadError::Damaged { part: Some(part()) }, vec![part()]),
                (ReadError::Unreadable { part: part() }, vec![part()]),
                (ReadError::UnknownPacking { part: part() }, vec![part()]),
            ] {
                let sentence = error.localized();
                assert!(parts.iter().all(|part| sentence.contains(part)), "{error:?}: {sentence}");
            }
            let scan = ReadError::NoText { pages: Some(1) }.localized();
            assert_ne!(scan, ReadError::NoText { pages: None }.localized(), "only a scan has pages to read");
        }
    }

    #[test]
    fn a_place_is_named_by_what_is_known_of_it_and_no_comma_stands_alone() {
        speak(UiLanguage::En);
        let place = |page, lines| ChunkPlace { page, lines, ..ChunkPlace::default() };
        for (page, lines, words) in [
            (None, None, ""),
            (Some(3), None, "page 3"),
            (None, Some((1, 1)), "line 1"),
            (None, Some((1, 2)), "lines 1–2"),
            (Some(3), Some((7, 7)), "page 3, line 7"),
        ] {
            assert_eq!(position(&place(page, lines)), words);
        }
        assert_eq!(position(&ChunkPlace { last_page: Some(5), ..place(Some(3), None) }), "pages 3–5");
        let headings = vec!["A".to_owned(), "B".to_owned()];
        assert_eq!(path(&ChunkPlace { headings: headings.clone(), ..place(Some(3), None) }), "A › B");
        assert_eq!(source("book", &ChunkPlace { headings, ..place(Some(3), None) }), "book › A › B, page 3");
        assert_eq!(source("book", &ChunkPlace { path: Some("b.md".to_owned()), ..place(None, None) }), "book › b.md");
    }
}
