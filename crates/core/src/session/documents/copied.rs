//! Copies the documents of a conversation for its fork, so that each of the two changes and erases its own.

use super::{super::Session, BATCH};
use crate::{
    change::Change,
    document::{Chunk, Document},
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, DocumentId},
    mark::{Mark, MarkKind},
    record::{Kind, Record, RecordKey},
    scope::Scope,
    store::Store,
};

impl<S: Store, H: Host> Session<S, H> {
    /// Copies the chunks of the documents of a conversation, in batches. Returns the changes that add the documents
    /// themselves, for the transaction that adds the other conversation. `copies` gets the id of each copy before its first
    /// chunk is stored.
    pub(in crate::session) async fn copy_documents(
        &self,
        from: ConversationId,
        to: ConversationId,
        copies: &mut Vec<DocumentId>,
    ) -> Result<Vec<Change>, Error> {
        let mut own = self.documents().await?;
        own.retain(|document| document.scope == Scope::Conversation(from));
        let mut changes = Vec::new();
        for document in own {
            // Maintenance knows by the id how long the chunks have been there, so it is of now.
            let id = DocumentId::new(self.moment(), self.host.random());
            copies.push(id);
            self.copy_chunks(&document, id).await?;
            changes.extend(self.copied_marks(&document, id).await?);
            let copy = Document { id, scope: Scope::Conversation(to), ..document };
            changes.push(Change::Add(Record::Document(copy)));
        }
        Ok(changes)
    }

    async fn copy_chunks(&self, document: &Document, id: DocumentId) -> Result<(), StoreError> {
        let mut next = 0;
        while next < document.chunks {
            let end = document.chunks.min(next.saturating_add(BATCH as u32));
            let (from, to) = (RecordKey::Chunk(document.id, next), RecordKey::Chunk(document.id, end - 1));
            let chunks = self.chunks_between(from, to).await?.into_iter();
            let copies = chunks.map(|chunk| Change::Add(Record::Chunk(Chunk { document: id, ..chunk })));
            self.store.apply(copies.collect()).await?;
            self.host.sleep(0).await;
            next = end;
        }
        Ok(())
    }

    /// A passage that is not to be recalled is not recalled from the copy.
    async fn copied_marks(&self, document: &Document, id: DocumentId) -> Result<Vec<Change>, StoreError> {
        let marks = self.owned(Kind::Mark, Some(document.id.marks())).await?;
        if marks.is_empty() {
            return Ok(Vec::new());
        }
        let copied = |number: u32| {
            let old = document.id.chunk(number);
            let mark = marks.iter().find_map(|record| match record {
                Record::Mark(mark) if mark.message == old && mark.kind == MarkKind::NotRecalled => Some(*mark),
                _ => None,
            })?;
            Some(Change::Put(Record::Mark(Mark { conversation: id.marks(), message: id.chunk(number), ..mark })))
        };
        Ok((0..document.chunks).filter_map(copied).collect())
    }
}
