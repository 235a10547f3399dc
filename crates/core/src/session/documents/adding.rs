//! Adds documents, each whole or not at all. Several that are added with one command are taken back with one `/undo`.

use super::{super::Session, BATCH, NewDocument};
use crate::{
    cancel::Cancel,
    change::Change,
    document::{Chunk, ChunkPlace, Document},
    document_refusal::DocumentRefusal,
    error::Error,
    host::Host,
    id::{ConversationId, DocumentId, UndoId},
    record::{Record, RecordKey},
    store::Store,
    tokens::estimate,
    undo::UndoneCommand,
};
use std::cell::{Cell, RefCell};

/// A command that adds documents, one after the other.
#[derive(Debug, Default)]
pub struct AddCommand {
    cancel: Cancel,
    /// Its undo entry.
    entry: Cell<Option<UndoId>>,
    added: RefCell<Vec<DocumentId>>,
}

impl AddCommand {
    /// A command that `cancel` stops. Documents that are stored whole by then stay.
    pub fn new(cancel: Cancel) -> Self {
        Self { cancel, ..Self::default() }
    }

    /// The undo entry that takes back all that was added until now; `None`: nothing was.
    pub fn entry(&self) -> Option<UndoId> {
        self.entry.get()
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Adds a document. `/undo` in `from` takes that back, as it does for every command on documents.
    ///
    /// # Errors
    /// [`Error::Document`] if it has no text, or if the same file is in this scope already; [`Error::Project`] or
    /// [`Error::NoConversation`] if the scope does not exist; [`Error::Temporary`]; [`Error::Store`]. Then there is no
    /// such document.
    pub async fn add_document(&self, from: ConversationId, new: NewDocument) -> Result<Document, Error> {
        self.add_document_with(from, new, &AddCommand::default()).await
    }

    /// Adds a document with a command. One `/undo` in `from` takes back all that the command added until then.
    ///
    /// # Errors
    /// As [`Session::add_document`]; and [`DocumentRefusal::Stopped`] if the command was stopped before the document was
    /// whole.
    pub async fn add_document_with(
        &self,
        from: ConversationId,
        new: NewDocument,
        command: &AddCommand,
    ) -> Result<Document, Error> {
        self.check_place(from, new.scope).await?;
        self.check_is_new(new.scope, (new.digest, new.bytes), None).await?;
        let NewDocument { name, kind, scope, digest, bytes, pages, chunks } = new;
        let added_at = self.host.now().at;
        let id = DocumentId::new(added_at, self.host.random());
        let chunks = numbered(id, chunks);
        let count = u32::try_from(chunks.len()).unwrap_or(u32::MAX);
        if count == 0 {
            return Err(DocumentRefusal::Empty.into());
        }
        let tokens = chunks.iter().map(|chunk| estimate(&chunk.text)).fold(0, u32::saturating_add);
        let document = Document { id, name, kind, scope, digest, bytes, added_at, pages, chunks: count, tokens };
        let stored = async {
            self.store_chunks(chunks, &command.cancel).await?;
            self.store_document(from, document.clone(), command).await
        };
        if let Err(error) = stored.await {
            // What cannot be removed now is loose, and is removed by maintenance.
            let _ = self.remove_chunks(id).await;
            return Err(error);
        }
        Ok(document)
    }

    async fn store_chunks(&self, chunks: Vec<Chunk>, cancel: &Cancel) -> Result<(), Error> {
        let mut chunks = chunks.into_iter().map(Record::Chunk).map(Change::Add).peekable();
        while chunks.peek().is_some() {
            stop_if(cancel)?;
            self.store.apply(chunks.by_ref().take(BATCH).collect()).await?;
            self.host.sleep(0).await;
        }
        stop_if(cancel)
    }

    /// Stores the record of a document, with an undo entry in place of the one that the command has already.
    async fn store_document(
        &self,
        from: ConversationId,
        document: Document,
        command: &AddCommand,
    ) -> Result<(), Error> {
        let mut all = Vec::new();
        for id in command.added.take() {
            // One that was taken back or removed meanwhile is left to the entry that can bring it back.
            if self.store.record(RecordKey::Document(id)).await?.is_some() {
                all.push(id);
            }
        }
        all.push(document.id);
        let undone = if all.len() == 1 { UndoneCommand::AddDocument } else { UndoneCommand::AddDocuments };
        let mut undo = self.undo_entry(from, undone);
        undo.changes = all.iter().copied().map(RecordKey::Document).map(Change::Remove).collect();
        let entry = undo.id;
        let before = command.entry.get().map(|id| Change::Remove(RecordKey::Undo(from, id)));
        let gone = self.make_room_for_command(&mut undo).await?.into_iter();
        let gone = gone.map(|undo| Change::Remove(RecordKey::Undo(from, undo.id)));
        let added = [Change::Add(Record::Document(document)), Change::Add(Record::Undo(undo))];
        let changes = added.into_iter().chain(before).chain(gone);
        let stored = self.store.apply(changes.collect()).await;
        if stored.is_err() {
            all.pop();
        } else {
            command.entry.set(Some(entry));
        }
        command.added.replace(all);
        stored?;
        Ok(())
    }
}

/// The chunks that have text, numbered.
fn numbered(document: DocumentId, chunks: Vec<(String, ChunkPlace)>) -> Vec<Chunk> {
    let with_text = chunks.into_iter().filter(|(text, _)| !text.trim().is_empty());
    (0..).zip(with_text).map(|(number, (text, place))| Chunk { document, number, text, place }).collect()
}

fn stop_if(cancel: &Cancel) -> Result<(), Error> {
    if cancel.is_cancelled() { Err(DocumentRefusal::Stopped.into()) } else { Ok(()) }
}
