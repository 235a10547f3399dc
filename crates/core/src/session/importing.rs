//! Imports records from a file. An import only adds: existing data stays unchanged, whatever the file contains, except a
//! conversation that was deleted here and is newer in the file.
//!
//! A conversation is imported whole or not at all if it fits into one transaction; a longer one stays hidden until its
//! last part is stored. An existing conversation is left alone, with everything that belongs to it; one that was
//! deleted here comes back, or is replaced by a newer one of the file. Standalone records (memories, tasks, settings …)
//! are imported where nothing but defaults is stored under their key; what was learned in a conversation follows it to
//! the project that it is in here.

pub(super) mod arrived;
pub(super) mod given_here;
mod given_up;
mod left_over;
mod outdated;
mod report;
mod standalone;
mod touched;

use super::{Session, documents::Left, following::Move};
use crate::{
    change::Change,
    conversation::Conversation,
    document::Document,
    error::{Error, StoreError},
    exchange::{Skipped, Why},
    host::Host,
    id::ConversationId,
    record::{Kind, Record, RecordKey},
    store::Store,
    summary::OF_SEVERAL,
    time::Timestamp,
};
pub use report::ImportReport;

use arrived::Arrived;
use given_here::as_given_here;
use left_over::name_of;
use standalone::{dated, is_undated_part};
use std::collections::BTreeMap;

/// How much of a conversation is stored in one transaction: records, and bytes of images.
const CHUNK: usize = 500;
const CHUNK_BYTES: usize = 8 << 20;

/// State of a running import: one for each file.
#[derive(Debug, Default)]
pub struct ImportProgress {
    /// The result so far.
    pub imported: ImportReport,
    conversations: BTreeMap<ConversationId, ImportState>,
    arrived: Arrived,
    /// Imported documents.
    documents: Vec<Document>,
    /// All documents of the file.
    in_file: Vec<Document>,
    /// The conversations that are in another project here than in the file. Sorted.
    moves: Vec<Move>,
    /// What was learned in conversations of projects, and the shared summaries.
    waiting: Vec<Record>,
}

/// State of a conversation of the file.
#[derive(Debug)]
enum ImportState {
    /// It is being imported.
    Open(Box<Open>),
    /// It is stored.
    Done,
    /// It is not imported, nor are its records.
    Out,
}

impl ImportState {
    fn open(conversation: Conversation, replaces: bool) -> Self {
        Self::Open(Box::new(Open {
            conversation,
            waiting: Vec::new(),
            bytes: 0,
            stored: 0,
            has_branch: false,
            is_begun: false,
            replaces,
        }))
    }
}

#[derive(Debug)]
struct Open {
    conversation: Conversation,
    waiting: Vec<Record>,
    /// Bytes of the images in `waiting`.
    bytes: usize,
    /// Number of stored messages.
    stored: u64,
    has_branch: bool,
    /// Whether a part of it is stored, still hidden.
    is_begun: bool,
    /// Whether an older one of this id is in the trash here. It is there until the first part of this one is stored.
    replaces: bool,
}

impl Open {
    fn add(&mut self, mut record: Record) {
        self.bytes += record.bytes_mut().iter().map(|bytes| bytes.len()).sum::<usize>();
        self.has_branch |= matches!(&record, Record::Branch(branch) if branch.id == self.conversation.active_branch);
        self.waiting.push(record);
    }

    fn is_full(&self) -> bool {
        self.waiting.len() >= CHUNK || self.bytes >= CHUNK_BYTES
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Imports some records of a file, in the order of the file. Once [`ImportReport::stopped`] is set it stores
    /// nothing more, and only records the names of what remains.
    pub async fn import_records(&self, import: &mut ImportProgress, records: Vec<Record>) {
        // The index is made from the messages, so that it finds nothing else.
        for record in records.into_iter().filter(|record| !record.kind().is_index()) {
            if import.imported.stopped.is_some() {
                self.name_left_over(import, record).await;
                continue;
            }
            let name = name_of(&record);
            let done = match record {
                Record::Conversation(conversation) => self.import_conversation(import, conversation).await,
                record => match record.owner().filter(|owner| *owner != OF_SEVERAL && !import.is_of_document(*owner)) {
                    Some(owner) => self.import_owned(import, owner, record).await,
                    None => self.import_standalone(import, record).await,
                },
            };
            if let Err(error) = done {
                import.failed(name, error);
            }
        }
    }

    /// Ends an import. `is_whole`: the file was read to its end; otherwise the last conversation may be incomplete.
    pub async fn finish_import(&self, import: &mut ImportProgress, is_whole: bool) {
        for id in import.open() {
            self.close(import, id, is_whole).await;
        }
        if (!is_whole || import.imported.stopped.is_some())
            && let Err(error) = self.remove_cut_documents(import).await
        {
            import.imported.stopped.get_or_insert(error);
        }
        for record in std::mem::take(&mut import.waiting) {
            if import.imported.stopped.is_some() {
                self.name_left_over(import, record).await;
                continue;
            }
            let name = name_of(&record);
            if let Err(error) = self.import_waiting(import, record).await {
                import.failed(name, error);
            }
        }
        // What is reported says nothing of shared summaries.
        let has_summary = import.arrived.records.iter().any(|key| matches!(key, RecordKey::Summary(None, _)));
        if (import.imported.is_something() || has_summary)
            && let Err(error) = self.note_everywhere().await
        {
            import.imported.stopped.get_or_insert(error);
        }
    }

    async fn import_conversation(
        &self,
        import: &mut ImportProgress,
        conversation: Conversation,
    ) -> Result<(), StoreError> {
        // Our files keep the records of one conversation together. Older files list all conversations first, when none
        // has any records yet.
        for id in import.open() {
            if matches!(import.conversations.get(&id), Some(ImportState::Open(open)) if !open.waiting.is_empty() || open.is_begun)
            {
                self.close(import, id, true).await;
            }
        }
        if import.imported.stopped.is_some() {
            self.name_left_over(import, Record::Conversation(conversation)).await;
            return Ok(());
        }
        let id = conversation.id;
        if import.conversations.contains_key(&id) {
            return Ok(());
        }
        let state =
            if conversation.temporary { ImportState::Out } else { self.import_state(import, conversation).await? };
        if matches!(state, ImportState::Open(_)) {
            import.arrived.conversations.insert(id);
        }
        import.conversations.insert(id, state);
        Ok(())
    }

    /// Decides whether a conversation is imported.
    async fn import_state(
        &self,
        import: &mut ImportProgress,
        conversation: Conversation,
    ) -> Result<ImportState, StoreError> {
        let here = match self.conversation(conversation.id).await {
            Ok(here) => here,
            // It is here and stays as it is, although it cannot be read.
            Err(Error::Store(StoreError::Damaged { .. })) => {
                import.imported.here += 1;
                return Ok(ImportState::Out);
            }
            Err(Error::Store(error)) => return Err(error),
            Err(_) => return Ok(ImportState::open(conversation, false)),
        };
        let is_newer = conversation.updated_at > here.updated_at || is_undated_part(&here, &conversation);
        if here.deleted_at.is_some() && conversation.deleted_at.is_none() {
            if is_newer {
                return Ok(ImportState::open(conversation, true));
            }
            import.note_move(&conversation, &here);
            let back = Record::Conversation(Conversation { deleted_at: None, ..here });
            self.store.apply(vec![Change::Put(back)]).await?;
            import.imported.brought_back += 1;
            return Ok(ImportState::Out);
        }
        import.note_move(&conversation, &here);
        import.imported.here += 1;
        if is_newer {
            import.imported.newer_in_file.push(conversation.title);
        }
        Ok(ImportState::Out)
    }

    async fn import_owned(
        &self,
        import: &mut ImportProgress,
        id: ConversationId,
        record: Record,
    ) -> Result<(), StoreError> {
        match import.conversations.get(&id) {
            Some(ImportState::Open(_)) => self.add_to_open(import, id, record).await?,
            Some(ImportState::Out) => {}
            // Images that no message shows are at the end of the file.
            Some(ImportState::Done) if record.kind() == Kind::Blob => {
                self.import_standalone(import, record).await?;
            }
            Some(ImportState::Done) => import.skip(String::new(), Why::Unreadable),
            None => import.skip(String::new(), Why::WithoutConversation),
        }
        Ok(())
    }

    /// Adds a record to the conversation that is being imported. Without a step of undo that would change something else the
    /// conversation is whole; without another record it is not.
    async fn add_to_open(
        &self,
        import: &mut ImportProgress,
        id: ConversationId,
        mut record: Record,
    ) -> Result<(), StoreError> {
        let is_apart = self.is_apart(&mut import.arrived, &record).await?;
        if !is_apart && record.kind() != Kind::Undo {
            self.give_up(import, id, Why::Taken).await;
            return Ok(());
        }
        let Some(ImportState::Open(open)) = import.conversations.get_mut(&id) else { return Ok(()) };
        if !is_apart {
            let title = open.conversation.title.clone();
            import.skip(title, Why::WouldChange);
            return Ok(());
        }
        let left = import.arrived.without_missing_documents(&mut record);
        if left != Left::Whole {
            import.imported.skipped.push(Skipped { what: open.conversation.title.clone(), why: Why::NotInFile });
        }
        if left == Left::Nothing {
            return Ok(());
        }
        as_given_here(&mut record, self.host.now().at);
        open.add(record);
        if open.is_full() {
            self.store_part(import, id).await?;
        }
        Ok(())
    }

    /// Stores the waiting records of a long conversation, which stays hidden.
    async fn store_part(&self, import: &mut ImportProgress, id: ConversationId) -> Result<(), StoreError> {
        let Some(ImportState::Open(open)) = import.conversations.get_mut(&id) else { return Ok(()) };
        if open.replaces && !open.has_branch {
            // Nothing is known yet that could be shown in place of the one in the trash: our files begin with the branches.
            self.give_up(import, id, Why::Unreadable).await;
            return Ok(());
        }
        let hidden = Conversation { deleted_at: Some(self.host.now().at), ..as_part(open.conversation.clone()) };
        let stored = self.store_waiting(open, hidden).await;
        import.imported.messages += *stored.as_ref().unwrap_or(&0);
        match stored {
            Ok(_) => Ok(()),
            Err(StoreError::Conflict | StoreError::Damaged { .. }) => {
                self.give_up(import, id, Why::Taken).await;
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Stores the waiting records together with `conversation`. Returns the number of messages.
    async fn store_waiting(&self, open: &mut Open, conversation: Conversation) -> Result<u64, StoreError> {
        let messages = open.waiting.iter().filter(|record| record.kind() == Kind::Message).count() as u64;
        let now = self.host.now().at;
        let mut head = Record::Conversation(self.in_known_project(conversation).await?);
        as_given_here(&mut head, now);
        let head = dated(head, now);
        let head = if open.is_begun { Change::Put(head) } else { Change::Add(head) };
        let waiting = std::mem::take(&mut open.waiting).into_iter().map(|record| match record {
            // Images never change: an existing one is identical.
            Record::Blob(_) => Change::Put(record),
            record => Change::Add(dated(record, now)),
        });
        open.bytes = 0;
        let replaced = if open.replaces { self.removals(open.conversation.id).await? } else { Vec::new() };
        // In one transaction: either the one in the trash is there or this one.
        self.store.apply(replaced.into_iter().chain([head]).chain(waiting).collect()).await?;
        open.replaces = false;
        open.is_begun = true;
        open.stored += messages;
        Ok(messages)
    }

    /// Completes a conversation after its last record was read.
    async fn close(&self, import: &mut ImportProgress, id: ConversationId, is_whole: bool) {
        let Some(ImportState::Open(mut open)) = import.conversations.insert(id, ImportState::Done) else {
            return;
        };
        let title = open.conversation.title.clone();
        if !open.has_branch || (open.replaces && !is_whole) {
            // Without its active branch the conversation cannot be shown, and a part of one takes the place of none in the trash.
            import.conversations.insert(id, ImportState::Open(open));
            return self.give_up(import, id, Why::Unreadable).await;
        }
        let was_stopped = import.imported.stopped.is_some();
        if was_stopped && !open.is_begun {
            import.imported.left_over.push(title);
            return;
        }
        if was_stopped {
            // There was no room for the waiting records; there may be for the conversation record alone.
            open.waiting.clear();
        }
        let is_part = !is_whole || was_stopped;
        let conversation = open.conversation.clone();
        let conversation = if is_part { as_part(conversation) } else { conversation };
        match self.store_waiting(&mut open, conversation).await {
            Ok(messages) => {
                import.imported.messages += messages;
                // A conversation that was deleted at its origin is imported as deleted, until it is erased.
                import.imported.conversations += u64::from(open.conversation.deleted_at.is_none());
                if is_part {
                    import.imported.cut.push(title);
                }
            }
            Err(StoreError::Conflict | StoreError::Damaged { .. }) => {
                import.conversations.insert(id, ImportState::Open(open));
                self.give_up(import, id, Why::Taken).await;
            }
            Err(error) => {
                if open.is_begun {
                    // If it cannot be erased now, it stays hidden and is erased with the deleted conversations.
                    let _ = self.remove_with_all(id).await;
                    import.imported.messages -= open.stored;
                }
                import.imported.left_over.push(title);
                import.imported.stopped.get_or_insert(error);
            }
        }
    }
}

/// A conversation of which only a part is stored: older than the whole one in the file, so that another import of the file
/// names it, and replaces it once it is deleted.
fn as_part(conversation: Conversation) -> Conversation {
    Conversation { updated_at: Timestamp(conversation.updated_at.0.saturating_sub(1)), ..conversation }
}

impl ImportProgress {
    fn skip(&mut self, what: String, why: Why) {
        self.imported.skipped.push(Skipped { what, why });
    }

    fn open(&self) -> Vec<ConversationId> {
        let open = self.conversations.iter().filter(|(_, state)| matches!(state, ImportState::Open(_)));
        open.map(|(id, _)| *id).collect()
    }
}
