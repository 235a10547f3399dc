//! Files made in code.

use flate2::{Compression, write::DeflateEncoder};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use ricordo_documents::{File, Limits, ReadError, Reading, read};
use std::io::Write;

/// A zip archive of files.
pub(crate) fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
    zip_of_bytes(&files)
}

/// A zip archive of files that are no text.
pub(crate) fn zip_of_bytes(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (path, bytes) in files {
        let file = archive.new_file(*path).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().unwrap();
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
        writer.write_all(bytes).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

/// A zip archive of one file that says it is encrypted, or packed by Zstandard.
pub(crate) fn unreadable_zip(path: &str, is_encrypted: bool) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    let method = if is_encrypted { CompressionMethod::STORE } else { CompressionMethod::ZSTD };
    let file = archive.new_file(path).compression_method(method).encrypted(is_encrypted);
    let (mut entry, config) = file.start().unwrap();
    let mut writer = config.wrap(&mut entry);
    writer.write_all(b"some bytes").unwrap();
    let (_, descriptor) = writer.finish().unwrap();
    entry.finish(descriptor).unwrap();
    archive.finish().unwrap()
}

/// Names of the spaces of DOCX.
const SPACES: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' \
                      xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'";

/// A DOCX with a body, and further parts.
pub(crate) fn docx(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let document = format!("<?xml version='1.0'?><w:document {SPACES}><w:body>{body}</w:body></w:document>");
    let parts: Vec<(&str, String)> = parts.iter().map(|(path, text)| (*path, text.replace("SPACES", SPACES))).collect();
    let mut files = vec![("[Content_Types].xml", "<Types/>"), ("word/document.xml", document.as_str())];
    files.extend(parts.iter().map(|(path, text)| (*path, text.as_str())));
    zip(&files)
}

/// A paragraph of a DOCX with properties.
pub(crate) fn paragraph(properties: &str, text: &str) -> String {
    format!("<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
}

/// An EPUB of chapters, and further files.
pub(crate) fn epub(chapters: &[&str], files: &[(&str, &str)]) -> Vec<u8> {
    let container = "<container><rootfiles><rootfile full-path='OPS/book.opf'/></rootfiles></container>";
    let numbers = 0..chapters.len();
    let item =
        |number| format!("<item id='c{number}' href='text/c%20{number}.xhtml' media-type='application/xhtml+xml'/>");
    let items: String = numbers.clone().rev().map(item).collect();
    let spine: String = numbers.map(|number| format!("<itemref idref='c{number}'/>")).collect();
    let list = format!(
        "<package xmlns:dc='dc'><metadata><dc:title>A &amp; B</dc:title></metadata><manifest>{items}<item id='p' \
         href='p.svg' media-type='image/svg+xml'/></manifest><spine>{spine}<itemref idref='p'/></spine></package>"
    );
    let texts: Vec<(String, String)> = chapters
        .iter()
        .enumerate()
        .map(|(number, body)| {
            let page =
                format!("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body>{body}</body></html>");
            (format!("OPS/text/c {number}.xhtml"), page)
        })
        .collect();
    let mut all = vec![
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", container),
        ("OPS/book.opf", &list),
        ("OPS/p.svg", "<svg/>"),
    ];
    all.extend(texts.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    all.extend(files);
    zip(&all)
}

/// Reads a file under the usual limits.
pub(crate) fn reading(name: &str, bytes: &[u8]) -> Result<Reading, ReadError> {
    read(&File { name, bytes }, &Limits::default())
}

/// The text of all chunks.
pub(crate) fn text(reading: &Reading) -> String {
    reading.chunks.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join("\n\n")
}

/// Sentences of about this many tokens.
pub(crate) fn prose(tokens: usize) -> String {
    "The quick brown fox jumps over the lazy dog again. ".repeat(tokens / 11)
}

/// The paths of headings of the chunks.
pub(crate) fn headings(reading: &Reading) -> Vec<String> {
    reading.chunks.iter().map(|(_, place)| place.headings.join(" › ")).collect()
}
