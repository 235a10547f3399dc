//! Text to chunks: pieces of about 400 tokens that follow the structure, without overlap.
//!
//! A text is cut at headings first (`sections`). What is still too long is cut into parts of about the same size, at
//! blank lines if they are near, otherwise at sentences, lines and words (`finer`). The same text gives the same
//! chunks. Characters that nobody sees are taken off here, in one place for all formats.

mod finer;
mod pack;
mod place;
mod sections;
#[cfg(test)]
mod tests;

use crate::{
    characters::visible,
    error::ReadError,
    limits::Limits,
    source::{Source, without_blank_lines},
};
use ricordo_record::document::ChunkPlace;

/// Tokens that a chunk should have.
pub(crate) const GOAL: u32 = 400;
/// A smaller section is joined with its neighbour.
pub(crate) const LEAST: u32 = 80;
/// No chunk has more tokens.
pub(crate) const MOST: u32 = 512;
/// A longer header of a table is not repeated.
pub(crate) const LONGEST_HEADER: u32 = 120;

/// Appends the chunks of a text.
pub(crate) fn cut(source: &Source, limits: &Limits, into: &mut Vec<(String, ChunkPlace)>) -> Result<(), ReadError> {
    let sections = sections::sections(source);
    let places = place::Places::new(source);
    for group in sections::groups(&sections) {
        for part in pack::pack(source, &sections, &group) {
            let range = without_blank_lines(&source.text, part.range);
            if range.is_empty() {
                continue;
            }
            if into.len() >= limits.chunks {
                return Err(ReadError::TooManyChunks { limit: limits.chunks as u64 });
            }
            let body = visible(&source.text[range.clone()]);
            if body.trim().is_empty() {
                continue;
            }
            let text = match part.header {
                Some(header) => format!("{}\n{body}", visible(&source.text[header]).trim_end()),
                None => body.into_owned(),
            };
            let headings = sections.get(part.section).map(|section| section.path.as_slice()).unwrap_or_default();
            let headings = headings.iter().map(|heading| visible(heading).into_owned()).collect();
            into.push((text, places.of(&range, headings)));
        }
    }
    Ok(())
}
