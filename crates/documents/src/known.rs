//! Recognises the format of a file: by its first bytes, then by its name.

use crate::{
    archive::Archive,
    error::{ForeignFormat, ReadError},
    formats::{code, docx},
};
use ricordo_record::document::DocumentKind;

/// Bytes in which a PDF begins.
const START_OF_PDF: usize = 1024;
/// Bytes in which a format shows that it is no text.
const START_OF_FORMAT: usize = 512;
/// First bytes of Rich Text Format, which is written in letters.
const RTF: &[u8] = b"{\\rtf";
/// First bytes of Office files before 2007, and of newer ones with a password.
const OLE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// First bytes of formats that are not read.
const FOREIGN: &[(&[u8], ForeignFormat)] = &[
    (b"\x89PNG\r\n", ForeignFormat::Image),
    (b"\xFF\xD8\xFF", ForeignFormat::Image),
    (b"GIF8", ForeignFormat::Image),
    (b"II*\0", ForeignFormat::Image),
    (b"MM\0*", ForeignFormat::Image),
    (b"RIFF", ForeignFormat::Media),
    (b"OggS", ForeignFormat::Media),
    (b"fLaC", ForeignFormat::Media),
    (b"ID3", ForeignFormat::Media),
    (b"\x1A\x45\xDF\xA3", ForeignFormat::Media),
    (b"\x1F\x8B", ForeignFormat::Archive),
    (b"BZh", ForeignFormat::Archive),
    (b"\xFD7zXZ\0", ForeignFormat::Archive),
    (b"7z\xBC\xAF\x27\x1C", ForeignFormat::Archive),
    (b"Rar!\x1A\x07", ForeignFormat::Archive),
    (b"\x28\xB5\x2F\xFD", ForeignFormat::Archive),
    (b"\x7FELF", ForeignFormat::Program),
    (b"\0asm", ForeignFormat::Program),
    (b"\xCA\xFE\xBA\xBE", ForeignFormat::Program),
    (b"\xCF\xFA\xED\xFE", ForeignFormat::Program),
    (b"MZ", ForeignFormat::Program),
];

/// What the first bytes say about a file that is no archive.
pub(crate) fn check(bytes: &[u8]) -> Result<(), ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    if is_pdf(bytes) {
        return Err(ReadError::NeedsPages);
    }
    if bytes.starts_with(OLE) {
        let marker: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let is_protected = bytes.windows(marker.len()).any(|window| window == marker);
        let format = ForeignFormat::OldOffice;
        return Err(if is_protected { ReadError::PasswordProtected } else { ReadError::Unsupported { format } });
    }
    if bytes.get(4..8) == Some(b"ftyp") {
        return Err(ReadError::Unsupported { format: ForeignFormat::Media });
    }
    let is_word = |magic: &[u8]| magic.iter().all(u8::is_ascii_graphic);
    let starts = |magic: &[u8]| bytes.starts_with(magic) && !(is_word(magic) && is_plain(bytes));
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    let found = FOREIGN.iter().find(|(magic, _)| starts(magic)).map(|(_, format)| *format);
    let found = found.map(|format| if is_webp { ForeignFormat::Image } else { format });
    match found {
        _ if bytes.starts_with(RTF) => Err(ReadError::Unsupported { format: ForeignFormat::Rtf }),
        Some(format) => Err(ReadError::Unsupported { format }),
        None => Ok(()),
    }
}

/// Whether bytes are a PDF, before which some programs write a few bytes. A text may speak about the format.
fn is_pdf(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(START_OF_PDF)];
    let mut windows = start.windows(5);
    let is_first = start.trim_ascii_start().starts_with(b"%PDF-");
    is_first || windows.any(|window| window == b"%PDF-") && std::str::from_utf8(bytes).is_err()
}

/// Whether the start of a file has no sign that texts do not have. Some formats begin with letters, as texts do.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().take(START_OF_FORMAT).all(|byte| *byte >= b'\t')
}

/// What an archive is.
pub(crate) fn archive_kind(archive: &Archive<'_>) -> Result<DocumentKind, ReadError> {
    let unsupported = |format| Err(ReadError::Unsupported { format });
    let is_office = archive.holds("[Content_Types].xml");
    if archive.holds("META-INF/container.xml") {
        return Ok(DocumentKind::Epub);
    }
    if is_office && (archive.holds("xl/workbook.xml") || archive.holds("xl/workbook.bin")) {
        return unsupported(ForeignFormat::Spreadsheet);
    }
    if is_office && archive.holds("ppt/presentation.xml") {
        return unsupported(ForeignFormat::Presentation);
    }
    if is_office && archive.holds("visio/document.xml") {
        return unsupported(ForeignFormat::Drawing);
    }
    // Packages of other programs have a list of their contents, too.
    let is_of_word = || archive.paths().any(|path| path.starts_with("word/")) || docx::document_path(archive).is_some();
    if archive.holds("word/document.xml") || is_office && is_of_word() {
        return Ok(DocumentKind::Docx);
    }
    if archive.holds("mimetype") && archive.holds("content.xml") && archive.holds("META-INF/manifest.xml") {
        return unsupported(ForeignFormat::OpenDocument);
    }
    Ok(DocumentKind::Repository)
}

/// What a text is, by its name and, if that says nothing, by its start.
pub(crate) fn text_kind(name: &str, text: &str) -> DocumentKind {
    let name = file_name(name).to_lowercase();
    match ending(&name) {
        Some("md" | "markdown" | "mdown" | "mkd" | "mdx" | "rmd" | "qmd") => DocumentKind::Markdown,
        Some("html" | "htm" | "xhtml" | "xht") => DocumentKind::Html,
        Some("csv" | "tsv" | "tab") => DocumentKind::Csv,
        Some("json" | "jsonl" | "ndjson" | "geojson" | "webmanifest" | "jsonld") => DocumentKind::Json,
        _ if code::is_code(&name) => DocumentKind::Code,
        Some("txt" | "text" | "log" | "rst" | "adoc" | "tex" | "org" | "srt" | "vtt") => DocumentKind::Text,
        _ if is_page(text) => DocumentKind::Html,
        _ => DocumentKind::Text,
    }
}

/// The last part of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// What follows the last dot of a name.
pub(crate) fn ending(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, ending)| ending)
}

fn is_page(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(15).collect::<String>().to_ascii_lowercase();
    start.starts_with("<!doctype html") || start.starts_with("<html")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_decide_before_the_name() {
        assert_eq!(check(b""), Err(ReadError::Empty));
        assert_eq!(check(b"\n%PDF-1.7"), Err(ReadError::NeedsPages));
        assert_eq!(check(b"\0junk%PDF-1.7\xFF"), Err(ReadError::NeedsPages));
        for text in ["MZ is a country code", "MZ є кодом", "RIFF is a format", "A file begins with %PDF-1.7", "BZh"]
        {
            assert_eq!(check(text.as_bytes()), Ok(()), "{text}");
        }
        for (bytes, format) in [
            (b"MZ\0\x03".as_slice(), ForeignFormat::Program),
            (b"\0\0\0\x18ftypmp42", ForeignFormat::Media),
            (b"\x89PNG\r\n\x1A\n", ForeignFormat::Image),
            (b"RIFF\x24\0\0\0WEBPVP8 ", ForeignFormat::Image),
            (b"RIFF\x24\0\0\0WAVEfmt ", ForeignFormat::Media),
            (b"{\\rtf1", ForeignFormat::Rtf),
            (OLE, ForeignFormat::OldOffice),
        ] {
            assert_eq!(check(bytes), Err(ReadError::Unsupported { format }), "{bytes:?}");
        }
        let encrypted = [OLE, b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0"].concat();
        assert_eq!(check(&encrypted), Err(ReadError::PasswordProtected));
    }

    #[test]
    fn names_decide_what_a_text_is() {
        for (name, kind) in [
            ("a/README.MD", DocumentKind::Markdown),
            ("x.jsonl", DocumentKind::Json),
            ("Makefile", DocumentKind::Code),
            ("notes", DocumentKind::Text),
            ("a.rs", DocumentKind::Code),
            ("data.tsv", DocumentKind::Csv),
        ] {
            assert_eq!(text_kind(name, "text"), kind, "{name}");
        }
        assert_eq!(text_kind("saved", "\n<!DOCTYPE html><p>"), DocumentKind::Html);
        assert_eq!(text_kind("saved.txt", "<html>"), DocumentKind::Text);
    }
}
