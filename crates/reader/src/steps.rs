//! What was read, in steps: first what it is, then its text.

use ricordo_documents::{ReadError, Reading, Step, TextChunk};
use ricordo_record::digest::Digest;

/// Chunks in a step.
const CHUNKS: usize = 400;

/// Steps that were not taken yet, the next one last.
pub(crate) struct Steps(Vec<Step>);

impl Steps {
    /// The steps of a document.
    pub(crate) fn of(reading: Reading, digest: Digest, bytes: u64) -> Self {
        let Reading { kind, title, pages, chunks, left_out, hidden, encoding } = reading;
        let mut steps = vec![Step::Document { kind, title, pages, left_out, digest, bytes, hidden, encoding }];
        let mut chunks = chunks.into_iter().peekable();
        while chunks.peek().is_some() {
            let chunks: Vec<TextChunk> = chunks.by_ref().take(CHUNKS).collect();
            steps.push(Step::Text { chunks });
        }
        steps.push(Step::End);
        steps.reverse();
        Self(steps)
    }

    /// The file was not read.
    pub(crate) fn refused(error: ReadError) -> Self {
        Self(vec![Step::Refused { error }])
    }

    /// The browser can no longer read the file.
    pub(crate) fn gone() -> Self {
        Self(vec![Step::Gone])
    }

    /// Whether the file is a PDF, whose pages are not here.
    pub(crate) fn needs_pages(&self) -> bool {
        matches!(self.0.last(), Some(Step::Refused { error: ReadError::NeedsPages }))
    }

    /// The next step.
    pub(crate) fn next(&mut self) -> Step {
        self.0.pop().unwrap_or(Step::End)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_record::document::{ChunkPlace, DocumentKind};

    #[test]
    fn a_document_comes_first_and_its_text_in_order() {
        let count = CHUNKS + 1;
        let chunks = (0..count).map(|number| (number.to_string(), ChunkPlace::default()));
        let reading = Reading {
            kind: DocumentKind::Text,
            title: None,
            pages: None,
            chunks: chunks.collect(),
            left_out: Vec::new(),
            hidden: 0,
            encoding: None,
        };
        let mut steps = Steps::of(reading, Digest(1), 10);
        assert!(matches!(steps.next(), Step::Document { bytes: 10, digest: Digest(1), .. }));
        let mut texts = Vec::new();
        while let Step::Text { chunks } = steps.next() {
            texts.push(chunks.into_iter().map(|(text, _)| text).collect::<Vec<_>>());
        }
        assert_eq!(texts.iter().map(Vec::len).collect::<Vec<_>>(), [CHUNKS, 1]);
        assert_eq!(texts.concat(), (0..count).map(|number| number.to_string()).collect::<Vec<_>>());
        assert_eq!(steps.next(), Step::End);
    }

    #[test]
    fn what_was_refused_has_one_step() {
        assert_eq!(Steps::refused(ReadError::Empty).next(), Step::Refused { error: ReadError::Empty });
        assert_eq!(Steps::gone().next(), Step::Gone);
        assert!(Steps::refused(ReadError::NeedsPages).needs_pages() && !Steps::gone().needs_pages());
    }
}
