//! Texts that other programs keep beside their conversations, as documents: recall finds in them what a message is about.

use crate::{conversation::Names, format::Out};
use ricordo_core::{
    digest::Digest,
    document::{Chunk, ChunkPlace, Document, DocumentKind},
    exchange::Why,
    record::Record,
    scope::Scope,
    text::{sentences::sentences, tokens::estimate},
    time::Timestamp,
};

/// Tokens that a chunk should have, and that none exceeds except for a sentence without an end.
const GOAL: u32 = 400;

/// A text for a document.
pub(crate) struct Text<'a> {
    /// The name of the file.
    pub(crate) name: &'a str,
    /// Its name in the report.
    pub(crate) called: &'a str,
    /// Its parts, each with a heading that may be empty.
    pub(crate) parts: Vec<(String, String)>,
    /// Where it may be found.
    pub(crate) scope: Scope,
    pub(crate) added_at: Option<Timestamp>,
}

/// Adds a document.
pub(crate) fn document(text: Text<'_>, names: &Names, out: &mut Out) {
    let Text { name, called, parts, scope, added_at } = text;
    let digest = parts.iter().fold(Digest::of(b""), |digest, (_, part)| digest.with(part.as_bytes()));
    let bytes = parts.iter().map(|(_, part)| part.len() as u64).sum();
    let mut chunks: Vec<(String, Vec<String>)> = Vec::new();
    for (heading, part) in parts {
        let headings: Vec<String> = Some(heading).filter(|heading| !heading.is_empty()).into_iter().collect();
        chunks.extend(cut(&part).into_iter().map(|chunk| (chunk, headings.clone())));
    }
    if chunks.is_empty() {
        return out.skip(called, Why::Empty);
    }
    // The session fills in the time of the import.
    let added_at = added_at.unwrap_or_default();
    let id = names.document(added_at);
    let kind = match name.rsplit('.').next() {
        Some("md" | "markdown") => DocumentKind::Markdown,
        _ => DocumentKind::Text,
    };
    let tokens = chunks.iter().map(|(chunk, _)| estimate(chunk)).fold(0, u32::saturating_add);
    let count = u32::try_from(chunks.len()).unwrap_or(u32::MAX);
    let name = name.to_owned();
    out.record(Record::Document(Document {
        id,
        name,
        kind,
        scope,
        digest,
        bytes,
        added_at,
        pages: None,
        chunks: count,
        tokens,
    }));
    for (number, (text, headings)) in (0..).zip(chunks) {
        let place = ChunkPlace { headings, ..ChunkPlace::default() };
        out.record(Record::Chunk(Chunk { document: id, number, text, place }));
    }
}

/// The text in chunks: paragraphs as far as they fit, those that are too long by sentences.
fn cut(text: &str) -> Vec<String> {
    let mut chunks: Vec<String> = Vec::new();
    let mut add = |piece: &str, between: &str| match chunks.last_mut() {
        Some(last) if estimate(last) + estimate(piece) <= GOAL => {
            last.push_str(between);
            last.push_str(piece);
        }
        _ => chunks.push(piece.to_owned()),
    };
    for paragraph in text.split("\n\n").map(|paragraph| paragraph.trim_matches('\n')) {
        if paragraph.trim().is_empty() {
            continue;
        }
        if estimate(paragraph) <= GOAL {
            add(paragraph, "\n\n");
            continue;
        }
        for line in paragraph.lines() {
            if estimate(line) <= GOAL {
                add(line, "\n");
            } else {
                sentences(line).into_iter().for_each(|sentence| add(sentence.trim(), " "));
            }
        }
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_paragraphs_and_long_ones_are_cut() {
        assert_eq!(cut("# One\n\nTwo\n\n\n\nThree\n"), ["# One\n\nTwo\n\nThree"]);
        let long = "A sentence about bees and their many flowers. ".repeat(300);
        let chunks = cut(&format!("First\n\n{long}\n\nLast"));
        assert!(chunks.len() > 5 && chunks.iter().all(|chunk| estimate(chunk) <= GOAL + 5), "{}", chunks.len());
        let words = |text: &str| text.split_whitespace().count();
        assert_eq!(words(&chunks.join(" ")), words(&long) + 2, "nothing is lost");
        assert!(cut(" \n\n ").is_empty());
    }
}
