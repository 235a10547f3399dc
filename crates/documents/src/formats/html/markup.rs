//! Tags and text of a page, from HTML or XHTML.

use crate::xml;
use html5gum::{DefaultEmitter, Token, Tokenizer};
use quick_xml::events::{BytesStart, Event};

/// A start tag.
#[derive(Debug)]
pub(super) struct Tag {
    /// In lower case.
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
    /// Whether the element ends here. Only XHTML says so; HTML knows it by the name.
    pub(super) is_empty: bool,
}

impl Tag {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// Receives a page in order.
pub(super) trait Visit {
    fn open(&mut self, tag: &Tag);
    fn close(&mut self, name: &str);
    fn text(&mut self, text: &str);
}

/// Whether a page is XHTML: it says so, and it is well-formed. Otherwise browsers read it as HTML, too.
pub(crate) fn is_xhtml(text: &str) -> bool {
    let start: String = text.chars().take(1000).collect();
    let says_so = start.trim_start().starts_with("<?xml") || start.contains("http://www.w3.org/1999/xhtml");
    says_so && xml::is_well_formed(text)
}

/// Reads a page.
pub(super) fn visit(text: &str, is_xhtml: bool, visitor: &mut impl Visit) {
    if is_xhtml { visit_xhtml(text, visitor) } else { visit_html(text, visitor) }
}

fn visit_html(text: &str, visitor: &mut impl Visit) {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        match token {
            Token::StartTag(tag) => {
                let attributes = tag.attributes.iter().map(|(name, value)| (string(name), string(value))).collect();
                visitor.open(&Tag { name: string(&tag.name), attributes, is_empty: false });
            }
            Token::EndTag(tag) => visitor.close(&string(&tag.name)),
            Token::String(text) => visitor.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
}

fn visit_xhtml(text: &str, visitor: &mut impl Visit) {
    let mut reader = xml::reader(text);
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(tag) => visitor.open(&tag_of(&tag, false)),
            Event::Empty(tag) => visitor.open(&tag_of(&tag, true)),
            Event::End(tag) => visitor.close(&tag.local_name().as_ref().to_ascii_lowercase()),
            Event::Text(text) => visitor.text(&text),
            Event::CData(text) => visitor.text(&text),
            Event::GeneralRef(reference) => visitor.text(&xml::reference(&reference)),
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

fn tag_of(tag: &BytesStart<'_>, is_empty: bool) -> Tag {
    let mut attributes = tag.html_attributes();
    let attributes = attributes.with_checks(false).flatten();
    let attributes = attributes.map(|own| (own.key.as_ref().to_ascii_lowercase(), xml::value(&own.value))).collect();
    Tag { name: tag.local_name().as_ref().to_ascii_lowercase(), attributes, is_empty }
}
