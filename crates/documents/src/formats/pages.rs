//! Pages whose text another program took out, as from a PDF.

use super::plain;
use crate::{
    error::ReadError,
    limits::Limits,
    reading::Pages,
    source::{BlockKind, Source},
};

/// The text of the pages, and which have none.
pub(crate) fn read(pages: impl Iterator<Item = String>, limits: &Limits) -> Result<(Source, Pages), ReadError> {
    let mut source = Source::default();
    let (mut count, mut without_text) = (0_u32, Vec::new());
    for page in pages {
        count = count.saturating_add(1);
        let page = page.replace("\r\n", "\n").replace(['\0', '\u{c}'], "\n");
        let bytes = source.text.len() as u64 + page.len() as u64;
        if bytes > limits.bytes {
            return Err(ReadError::TooLarge { bytes, limit: limits.bytes });
        }
        if !source.text.is_empty() {
            source.text.push_str("\n\n");
        }
        if page.trim().is_empty() {
            without_text.push(count);
        }
        let start = source.text.len();
        source.pages.push(start);
        source.text.push_str(&page);
        for range in plain::paragraphs(&page) {
            source.mark(start + range.start..start + range.end, BlockKind::Prose);
        }
    }
    if source.blocks.is_empty() {
        return Err(ReadError::NoText { pages: Some(count) });
    }
    Ok((source, Pages { count, without_text, unchecked: Vec::new() }))
}
