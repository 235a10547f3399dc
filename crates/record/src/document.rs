//! Documents: texts that the user added, cut into chunks. The text of a document is its chunks, in order; the file itself
//! is not stored.

use crate::{
    digest::Digest,
    id::{BranchId, ConversationId, DocumentId, MessageId},
    index_part::IndexPart,
    scope::Scope,
    time::Timestamp,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// A web page.
    Html,
    /// PDF.
    Pdf,
    /// A Word document.
    Docx,
    /// A book in the EPUB format.
    Epub,
    /// A table as comma-separated values.
    Csv,
    /// JSON.
    Json,
    /// A file of source code.
    Code,
    /// Many files of one folder.
    Repository,
}

/// A document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Unique id.
    pub id: DocumentId,
    /// The name of the file as the user gave it, or of the repository.
    pub name: String,
    /// The kind.
    pub kind: DocumentKind,
    /// Where it may be found.
    pub scope: Scope,
    /// The digest of the bytes of the file: the same file is in a scope once.
    pub digest: Digest,
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// When it was added.
    pub added_at: Timestamp,
    /// Number of pages, if it has any.
    pub pages: Option<u32>,
    /// Number of chunks.
    pub chunks: u32,
    /// The estimated size of all chunks, in tokens.
    pub tokens: u32,
}

/// A part of the text of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    /// The document.
    pub document: DocumentId,
    /// Position in the document, from 0, without a gap.
    pub number: u32,
    /// The text.
    pub text: String,
    /// Where it is in the document.
    pub place: ChunkPlace,
}

/// Where a chunk is in its document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkPlace {
    /// The headings above it, outermost first.
    #[serde(default)]
    pub headings: Vec<String>,
    /// The page on which it begins, from 1.
    #[serde(default)]
    pub page: Option<u32>,
    /// Its first and last line, from 1, in text files and source code.
    #[serde(default)]
    pub lines: Option<(u32, u32)>,
    /// The file in a repository, with `/`.
    #[serde(default)]
    pub path: Option<String>,
    /// The page on which it ends, if that is another one than [`ChunkPlace::page`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_page: Option<u32>,
}

impl ChunkPlace {
    /// Its first and last page, from 1.
    pub fn pages(&self) -> Option<(u32, u32)> {
        self.page.map(|page| (page, self.last_page.unwrap_or(page).max(page)))
    }
}

/// In the indexes a document stands for a branch, and its chunks for the messages of it.
impl DocumentId {
    /// The branch that stands for the document in the indexes.
    pub fn branch(self) -> BranchId {
        BranchId(self.0)
    }

    /// The document that a branch of the indexes stands for, if it stands for one.
    pub fn of_branch(branch: BranchId) -> Self {
        Self(branch.0)
    }

    /// The message that stands for a chunk in the indexes and in marks.
    pub fn chunk(self, number: u32) -> MessageId {
        MessageId(Uuid::from_u128(self.0.as_u128() ^ ((u128::from(number) + 1) << 28)))
    }

    /// What stands for the conversation in the marks of its chunks, so that they belong to the document.
    pub fn marks(self) -> ConversationId {
        ConversationId(self.0)
    }

    /// When it was created: ids are made of that time.
    pub fn at(self) -> Timestamp {
        Timestamp(i64::try_from(self.0.as_u128() >> 80).unwrap_or(i64::MAX))
    }
}

impl Chunk {
    /// The number of the part of the indexes that a chunk belongs to.
    pub fn part(number: u32) -> u32 {
        IndexPart::number_of(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_chunk_has_an_id_of_its_own_and_no_document_has_it() {
        let id = DocumentId::new(Timestamp(1), [7; 10]);
        let ids: std::collections::BTreeSet<Uuid> = (0..1_000).map(|number| id.chunk(number).0).collect();
        assert_eq!(ids.len(), 1_000);
        assert!(!ids.contains(&id.0));
        assert_eq!(DocumentId::of_branch(id.branch()), id);
        assert_eq!(id.at(), Timestamp(1));
    }

    #[test]
    fn a_place_is_read_without_what_it_does_not_have() {
        let place: ChunkPlace = serde_json::from_str("{}").unwrap();
        assert_eq!((place.pages(), &place), (None, &ChunkPlace::default()));
        let earlier = r#"{"headings":[],"page":3,"lines":null,"path":null}"#;
        let place: ChunkPlace = serde_json::from_str(earlier).unwrap();
        assert_eq!(place.pages(), Some((3, 3)));
        assert_eq!(serde_json::to_string(&place).unwrap(), earlier, "nothing is written that was not there");
        let place = ChunkPlace { last_page: Some(5), ..place };
        assert_eq!(place.pages(), Some((3, 5)));
        assert_eq!(serde_json::from_str::<ChunkPlace>(&serde_json::to_string(&place).unwrap()).unwrap(), place);
        assert!(serde_json::from_str::<DocumentKind>("\"scroll\"").is_err());
    }
}
