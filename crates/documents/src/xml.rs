//! XML as text: entities and attributes, resolved, without a document type.

use html5gum::{Token, Tokenizer};
use quick_xml::{
    Reader,
    events::{BytesRef, BytesStart, Event},
};

/// A reader that goes on after what strict XML forbids, where that is safe.
pub(crate) fn reader(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.expand_empty_elements = false;
    reader
}

/// The characters of a reference such as `&amp;`. XHTML may use all names of HTML; unknown names stay as they are.
pub(crate) fn reference(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(char)) = reference.resolve_char_ref() {
        return char.to_string();
    }
    let written = format!("&{};", &**reference);
    match Tokenizer::new(&written).next() {
        Some(Ok(Token::String(text))) => String::from_utf8_lossy(&text).into_owned(),
        _ => written,
    }
}

/// The value of an attribute, by its name without a prefix.
pub(crate) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut all = tag.html_attributes();
    let found = all.with_checks(false).flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(value(&found.value))
}

/// The value of an attribute with its references resolved.
pub(crate) fn value(written: &str) -> String {
    quick_xml::escape::unescape(written).map_or_else(|_| written.to_owned(), std::borrow::Cow::into_owned)
}

/// Whether a text is well-formed XML with one root at least.
pub(crate) fn is_well_formed(text: &str) -> bool {
    let mut reader = Reader::from_str(text);
    let (mut depth, mut roots) = (0_usize, 0_usize);
    loop {
        match reader.read_event() {
            Ok(Event::Start(_)) => {
                roots += usize::from(depth == 0);
                depth += 1;
            }
            Ok(Event::End(_)) => depth = depth.saturating_sub(1),
            Ok(Event::Eof) => return roots > 0 && depth == 0,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
}

/// The text of the first element with a name, without a prefix.
pub(crate) fn text_of(text: &str, name: &str) -> Option<String> {
    let mut reader = reader(text);
    let mut found: Option<String> = None;
    loop {
        match reader.read_event().ok()? {
            Event::Start(tag) if tag.local_name().as_ref() == name => found = Some(String::new()),
            Event::End(tag) if tag.local_name().as_ref() == name => return found,
            Event::Text(text) => found.iter_mut().for_each(|found| found.push_str(&text)),
            Event::CData(text) => found.iter_mut().for_each(|found| found.push_str(&text)),
            Event::GeneralRef(own) => found.iter_mut().for_each(|found| found.push_str(&reference(&own))),
            Event::Eof => return None,
            _ => {}
        }
    }
}
