//! Documents: adds, lists, moves and removes them.
//!
//! The chunks of a document are written first, in batches, and its record last, so that it is there whole or not at all.
//! A removed document keeps its chunks as long as an undo entry holds it. `loose` removes those that belong to nothing
//! any more.

mod adding;
mod copied;
mod loose;

use super::Session;
use crate::{
    change::Change,
    digest::Digest,
    document::{Chunk, ChunkPlace, Document, DocumentKind},
    document_refusal::DocumentRefusal,
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, DocumentId},
    mark::{Mark, MarkKind},
    place::Place,
    record::{Kind, Record, RecordKey},
    scope::Scope,
    store::Store,
    undo::{Undo, UndoneCommand},
};
use std::ops::Range;

pub use adding::AddCommand;

/// Chunks in one transaction.
const BATCH: usize = 200;

/// A document to add.
#[derive(Clone, Debug, PartialEq)]
pub struct NewDocument {
    /// The name of the file, or of the repository.
    pub name: String,
    /// The kind.
    pub kind: DocumentKind,
    /// Where it may be found.
    pub scope: Scope,
    /// The digest of the bytes of the file.
    pub digest: Digest,
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// Number of pages, if it has any.
    pub pages: Option<u32>,
    /// The text in chunks, in order. Those without text are left out.
    pub chunks: Vec<(String, ChunkPlace)>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// All documents that can be read, oldest first.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn documents(&self) -> Result<Vec<Document>, Error> {
        Ok(self.readable_documents().await?.0)
    }

    /// All documents that can be read, oldest first, and the number of those that cannot.
    pub(super) async fn readable_documents(&self) -> Result<(Vec<Document>, u64), StoreError> {
        let kind = Kind::Document;
        let page = self.page((RecordKey::first_of(kind), RecordKey::last_of(kind)), u32::MAX).await?;
        let found = page.records.into_iter();
        let found = found.filter_map(|record| if let Record::Document(found) = record { Some(found) } else { None });
        Ok((found.collect(), page.lost))
    }

    /// The documents that may be found in a conversation, oldest first.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn documents_in(&self, conversation: ConversationId) -> Result<Vec<Document>, Error> {
        self.documents_at(self.place_of(conversation).await?).await
    }

    /// The documents in scope of a place, oldest first.
    pub(super) async fn documents_at(&self, place: Place) -> Result<Vec<Document>, Error> {
        let mut documents = self.documents().await?;
        documents.retain(|document| document.scope.reaches(&place));
        Ok(documents)
    }

    /// The text of a document: the chunks with these numbers, as far as it has them and they can be read.
    ///
    /// # Errors
    /// [`Error::Document`] if it does not exist; [`Error::Store`].
    pub async fn document_text(&self, id: DocumentId, chunks: Range<u32>) -> Result<Vec<Chunk>, Error> {
        self.document(id).await?;
        let Some(last) = chunks.end.checked_sub(1).filter(|last| *last >= chunks.start) else { return Ok(Vec::new()) };
        Ok(self.chunks_between(RecordKey::Chunk(id, chunks.start), RecordKey::Chunk(id, last)).await?)
    }

    /// Changes where a document may be found.
    ///
    /// # Errors
    /// As [`Session::add_document`].
    pub async fn move_document(&self, from: ConversationId, id: DocumentId, scope: Scope) -> Result<Document, Error> {
        let document = self.document(id).await?;
        if document.scope == scope {
            return Ok(document);
        }
        self.check_place(from, scope).await?;
        self.check_is_new(scope, (document.digest, document.bytes), Some(id)).await?;
        let document = Document { scope, ..document };
        let moved = Change::Put(Record::Document(document.clone()));
        self.apply_with_undo(from, UndoneCommand::MoveDocument, vec![moved]).await?;
        Ok(document)
    }

    /// Removes a document. Until its undo entry is dropped, its chunks are kept for `/undo`, and found by nobody.
    ///
    /// # Errors
    /// [`Error::Document`] if it does not exist; [`Error::Store`].
    pub async fn remove_document(&self, from: ConversationId, id: DocumentId) -> Result<(), Error> {
        self.document(id).await?;
        let removal = Change::Remove(RecordKey::Document(id));
        self.apply_with_undo(from, UndoneCommand::RemoveDocument, vec![removal]).await
    }

    /// Never recalls some chunks of a document again, in any conversation. One `/undo` in `from` takes that back.
    ///
    /// # Errors
    /// [`Error::Document`] if it does not exist; [`Error::Store`].
    pub async fn do_not_recall_chunks(
        &self,
        from: ConversationId,
        id: DocumentId,
        numbers: &[u32],
    ) -> Result<(), Error> {
        self.document(id).await?;
        let (conversation, at) = (id.marks(), self.host.now().at);
        let mut marks = Vec::new();
        for message in numbers.iter().map(|number| id.chunk(*number)) {
            if self.store.record(RecordKey::Mark(conversation, message)).await?.is_none() {
                let mark =
                    Mark { conversation, message, kind: MarkKind::NotRecalled, at, rating: None, not_recalled: false };
                marks.push(Change::Put(Record::Mark(mark)));
            }
        }
        if marks.is_empty() {
            return Ok(());
        }
        self.apply_with_undo(from, UndoneCommand::NotRecall, marks).await
    }

    /// A document.
    ///
    /// # Errors
    /// [`Error::Document`] if it does not exist; [`Error::Store`].
    pub async fn document(&self, id: DocumentId) -> Result<Document, Error> {
        match self.store.record(RecordKey::Document(id)).await? {
            Some(Record::Document(document)) => Ok(document),
            _ => Err(DocumentRefusal::NotFound.into()),
        }
    }

    /// The chunks from one key to another that can be read.
    pub(super) async fn chunks_between(&self, from: RecordKey, to: RecordKey) -> Result<Vec<Chunk>, StoreError> {
        let records = self.page((from, to), u32::MAX).await?.records.into_iter();
        Ok(records.filter_map(|record| if let Record::Chunk(chunk) = record { Some(chunk) } else { None }).collect())
    }

    /// The change that undoes a command on a document; `None`: it was removed since.
    pub(super) async fn document_undone(&self, undo: &Undo, before: Document) -> Result<Option<Change>, Error> {
        if undo.command != UndoneCommand::MoveDocument {
            return Ok(Some(Change::Put(Record::Document(before))));
        }
        match self.store.record(RecordKey::Document(before.id)).await? {
            Some(Record::Document(now)) => {
                Ok(Some(Change::Put(Record::Document(Document { scope: before.scope, ..now }))))
            }
            _ => Ok(None),
        }
    }

    /// Rejects a scope that does not exist, and temporary conversations, which store nothing.
    async fn check_place(&self, from: ConversationId, scope: Scope) -> Result<(), Error> {
        self.check_not_temporary(from).await?;
        self.check_scope(scope).await?;
        match scope {
            Scope::Conversation(of) => self.check_not_temporary(of).await,
            Scope::Everywhere | Scope::Project(_) => Ok(()),
        }
    }

    /// Rejects a file that is in a scope already, as another document than `but`.
    async fn check_is_new(&self, scope: Scope, file: (Digest, u64), but: Option<DocumentId>) -> Result<(), Error> {
        let same = self
            .documents()
            .await?
            .into_iter()
            .find(|other| other.scope == scope && (other.digest, other.bytes) == file && Some(other.id) != but);
        match same {
            Some(Document { id, name, .. }) => Err(DocumentRefusal::Known { id, name }.into()),
            None => Ok(()),
        }
    }
}

/// What is left of a record without the documents that are not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// All of it.
    Whole,
    /// An undo entry that brings other things back.
    Part,
    /// An undo entry that brings nothing back.
    Nothing,
}

/// Takes documents that are not there out of an undo entry: undoing it would bring them back without their chunks.
pub(super) fn without_missing(record: &mut Record, is_there: impl Fn(DocumentId) -> bool) -> Left {
    let Record::Undo(undo) = record else { return Left::Whole };
    // As in `Session::document_undone`: undoing a move brings none back.
    let is_move = undo.command == UndoneCommand::MoveDocument;
    let count = undo.changes.len();
    undo.changes.retain(|change| match change {
        Change::Add(Record::Document(document)) | Change::Put(Record::Document(document)) => {
            is_move || is_there(document.id)
        }
        _ => true,
    });
    match undo.changes.len() {
        left if left == count => Left::Whole,
        0 => Left::Nothing,
        _ => Left::Part,
    }
}
