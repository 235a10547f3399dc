//! EPUB: the chapters in the order of the book.

use super::html;
use crate::{
    archive::Archive,
    error::ReadError,
    reading::{LeftOut, Reason},
    source::{Source, title},
    xml,
};
use quick_xml::events::Event;
use std::collections::HashMap;

/// Names the list of the book.
const CONTAINER: &str = "META-INF/container.xml";
/// Names what is encrypted.
const ENCRYPTION: &str = "META-INF/encryption.xml";
/// Algorithms that only keep fonts from being copied.
const OF_FONTS: [&str; 2] = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// A book.
#[derive(Debug)]
pub(crate) struct Book {
    pub(crate) source: Source,
    pub(crate) title: Option<String>,
    pub(crate) left_out: Vec<LeftOut>,
}

/// The text of a book.
pub(crate) fn read(archive: &Archive<'_>) -> Result<Book, ReadError> {
    if is_encrypted(archive)? {
        return Err(ReadError::Drm);
    }
    let damaged = |part: &str| ReadError::Damaged { part: Some(part.to_owned()) };
    let container = archive.text(CONTAINER)?;
    let path = root(&container).ok_or_else(|| damaged(CONTAINER))?;
    let list = archive.text(&path)?;
    let package = Package::read(&list).ok_or_else(|| damaged(&path))?;
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut book = Book { source: Source::default(), title: None, left_out: Vec::new() };
    for id in &package.spine {
        let Some((href, media_type)) = package.items.get(id) else { continue };
        let part = resolve(folder, href);
        if matches!(media_type.as_str(), "application/xhtml+xml" | "text/html" | "application/x-dtbook+xml") {
            let beside = part.rsplit_once('/').map_or("", |(folder, _)| folder);
            let sheet = |href: &str| archive.text(&resolve(beside, href)).ok();
            book.source = html::append(&archive.text(&part)?, book.source, sheet);
        } else {
            book.left_out.push(LeftOut { path: part, reason: Reason::Binary });
        }
    }
    book.title = xml::text_of(&list, "title").map(|text| title(&text)).filter(|title| !title.is_empty());
    Ok(book)
}

/// Whether anything but fonts is encrypted.
fn is_encrypted(archive: &Archive<'_>) -> Result<bool, ReadError> {
    if !archive.holds(ENCRYPTION) {
        return Ok(false);
    }
    let text = archive.text(ENCRYPTION)?;
    let mut reader = xml::reader(&text);
    let mut in_data = false;
    loop {
        let event = reader.read_event().map_err(|_| ReadError::Damaged { part: Some(ENCRYPTION.to_owned()) })?;
        match event {
            Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                "EncryptedData" => in_data = true,
                "EncryptionMethod" if in_data => {
                    let algorithm = xml::attribute(&tag, "Algorithm").unwrap_or_default();
                    if !OF_FONTS.contains(&algorithm.as_str()) {
                        return Ok(true);
                    }
                }
                _ => {}
            },
            Event::End(tag) if tag.local_name().as_ref() == "EncryptedData" => in_data = false,
            Event::Eof => return Ok(false),
            _ => {}
        }
    }
}

/// Path of the list of the book.
fn root(container: &str) -> Option<String> {
    let mut reader = xml::reader(container);
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) | Event::Empty(tag) if tag.local_name().as_ref() == "rootfile" => {
                return xml::attribute(&tag, "full-path");
            }
            Event::Eof => return None,
            _ => {}
        }
    }
}

/// The list of the book.
#[derive(Debug, Default)]
struct Package {
    /// Address and media type by id.
    items: HashMap<String, (String, String)>,
    /// Ids in the order of reading.
    spine: Vec<String>,
}

impl Package {
    fn read(text: &str) -> Option<Self> {
        let mut reader = xml::reader(text);
        let mut package = Self::default();
        loop {
            match reader.read_event().ok()? {
                Event::Start(tag) | Event::Empty(tag) => {
                    let attribute = |name: &str| xml::attribute(&tag, name).unwrap_or_default();
                    match tag.local_name().as_ref() {
                        "item" => {
                            let item = (attribute("href"), attribute("media-type"));
                            package.items.insert(attribute("id"), item);
                        }
                        "itemref" => package.spine.push(attribute("idref")),
                        _ => {}
                    }
                }
                Event::Eof => return (!package.spine.is_empty()).then_some(package),
                _ => {}
            }
        }
    }
}

/// The path in the archive of an address in the list.
fn resolve(folder: &str, href: &str) -> String {
    let href = href.split(['#', '?']).next().unwrap_or_default();
    let mut path: Vec<String> = folder.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    for name in href.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            _ => path.push(decoded(name)),
        }
    }
    path.join("/")
}

/// A name without `%20` and the like.
fn decoded(name: &str) -> String {
    let (mut bytes, mut rest) = (Vec::with_capacity(name.len()), name.as_bytes());
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..2).filter(|_| *first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_resolved_in_the_archive() {
        assert_eq!(resolve("OEBPS/text", "../a%20b/%D1%8F.xhtml#x"), "OEBPS/a b/я.xhtml");
        assert_eq!(resolve("", "./../../c%zz%4"), "c%zz%4");
    }
}
