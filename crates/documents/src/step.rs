//! How a document crosses from the worker that reads it to the page: step by step, as text.

use crate::{
    error::ReadError,
    reading::{LeftOut, Pages},
};
use ricordo_record::{
    digest::Digest,
    document::{ChunkPlace, DocumentKind},
};
use serde::{Deserialize, Serialize};

/// Text of a document, and its place there.
pub type TextChunk = (String, ChunkPlace);

/// A step of reading. A document is a [`Step::Document`], any number of [`Step::Text`], and [`Step::End`]; otherwise there
/// is a single step that says why not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// What the document is.
    Document {
        /// What it was read from.
        kind: DocumentKind,
        /// Title in the document itself, or the name of the folder of a repository.
        title: Option<String>,
        /// The pages of a PDF.
        pages: Option<Pages>,
        /// Files that were not read.
        left_out: Vec<LeftOut>,
        /// Digest of the bytes.
        digest: Digest,
        /// Number of bytes.
        bytes: u64,
        /// Characters that were left out because nobody sees them.
        hidden: u64,
        /// The encoding of a text that was not in Unicode.
        encoding: Option<String>,
    },
    /// Text, in order.
    Text {
        /// The text in chunks.
        chunks: Vec<TextChunk>,
    },
    /// That was the whole document.
    End,
    /// The file was not read.
    Refused {
        /// Why.
        error: ReadError,
    },
    /// The browser can no longer read the file.
    Gone,
}

impl Step {
    /// The step as text.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The step in a text; `None` if there is none.
    pub fn from_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ForeignFormat, Reason};

    #[test]
    fn every_step_comes_back_the_same() {
        let left_out = vec![LeftOut { path: "target/".to_owned(), reason: Reason::Folder }];
        let place = ChunkPlace { lines: Some((1, 2)), path: Some("a.rs".to_owned()), ..ChunkPlace::default() };
        let errors = [
            ReadError::Empty,
            ReadError::NoText { pages: Some(3) },
            ReadError::NotText { offset: 9 },
            ReadError::Unsupported { format: ForeignFormat::OldOffice },
            ReadError::Damaged { part: Some("a".to_owned()) },
            ReadError::NothingToRead { left_out: left_out.clone() },
        ];
        let mut steps: Vec<Step> = errors.map(|error| Step::Refused { error }).into();
        steps.extend([
            Step::Document {
                kind: DocumentKind::Repository,
                title: Some("code".to_owned()),
                pages: Some(Pages { count: 3, without_text: vec![2], unchecked: vec![3] }),
                left_out,
                digest: Digest(u64::MAX),
                bytes: 12,
                hidden: 3,
                encoding: Some("windows-1251".to_owned()),
            },
            Step::Text { chunks: vec![("fn main() {}".to_owned(), place)] },
            Step::End,
            Step::Gone,
        ]);
        for step in steps {
            assert_eq!(Step::from_text(&step.to_text()), Some(step));
        }
        assert_eq!(Step::from_text("{}"), None);
    }
}
