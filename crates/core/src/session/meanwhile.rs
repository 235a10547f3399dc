//! What a turn finds when its tools have been called: the user may have edited, deleted or moved the same memories and tasks
//! meanwhile, or the conversation itself. What the tools change is applied to what is stored now.

use super::{
    Session,
    merging::merged,
    rounds::{RoundError, Turn},
    tools::ToolsRead,
};
use crate::{
    change::Change,
    compile::Recalled,
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, SummaryId},
    manifest::SourceId,
    memory::{Memory, MemorySource},
    place::Place,
    record::{Kind, Record, RecordKey},
    scope::Scope,
    snapshot::Snapshot,
    store::Store,
    task::Task,
};

impl<S: Store, H: Host> Session<S, H> {
    /// The changes that tools made to copies, as changes to what is stored now. What is gone stays gone, and what came from
    /// an erased message is not stored. A new scope follows the conversation.
    pub(super) async fn applied_now(
        &self,
        id: ConversationId,
        changes: Vec<Change>,
        read: &ToolsRead,
    ) -> Result<Vec<Change>, Error> {
        if changes.is_empty() {
            return Ok(changes);
        }
        let project = self.conversation(id).await?.project;
        let follows = |scope: Scope| scope.moved(id, read.project, project);
        let mut applied = Vec::with_capacity(changes.len());
        for change in changes {
            match change {
                Change::Add(Record::Memory(memory)) => {
                    if !self.is_erased(memory.source).await? {
                        let scope = follows(memory.scope);
                        applied.push(Change::Add(Record::Memory(Memory { scope, ..memory })));
                    }
                }
                Change::Add(Record::Task(task)) => {
                    if !self.is_erased(task.source).await? {
                        applied.push(Change::Add(Record::Task(Task { scope: follows(task.scope), ..task })));
                    }
                }
                Change::Put(after) => {
                    // What the model rewrites comes from the message of the new words.
                    let source = if let Record::Memory(memory) = &after { memory.source } else { None };
                    if !self.is_erased(source).await? {
                        applied.extend(self.put_now(after, read).await?.map(Change::Put));
                    }
                }
                other => applied.push(other),
            }
        }
        Ok(applied)
    }

    async fn is_erased(&self, source: Option<MemorySource>) -> Result<bool, StoreError> {
        match source {
            Some(source) => Ok(self.store.message(source.message).await?.is_none()),
            None => Ok(false),
        }
    }

    async fn put_now(&self, after: Record, read: &ToolsRead) -> Result<Option<Record>, StoreError> {
        let key = after.key();
        let Some(before) = read.records.iter().find(|before| before.key() == key) else { return Ok(Some(after)) };
        let Some(now) = self.store.record(key).await? else {
            // The user data are stored once the first field has a value; anything else was deleted.
            return Ok(matches!(after, Record::UserData(_)).then_some(after));
        };
        Ok(Some(merged(before, after, now)))
    }

    /// Leaves out of the next request the memories, summaries, and recalled messages and documents that were erased or deleted
    /// during the turn: their text would be sent and stored again. New ones are not added, so that the request begins as before.
    pub(super) async fn leave_out_erased(&self, turn: &mut Turn) -> Result<(), Error> {
        let held = &mut turn.snapshot;
        // Of an erased conversation nothing is sent or stored.
        let Some(now) = self.store.snapshot(held.conversation.id, 0).await? else { return Ok(()) };
        let mut gone: Vec<SourceId> = Vec::new();
        held.memories.retain(|memory| {
            let is_stored = now.memories.iter().any(|stored| stored.id == memory.id);
            gone.extend((!is_stored).then_some(SourceId::Memory(memory.id)));
            is_stored
        });
        for summary in &held.summaries {
            let is_in_force = now.summaries.iter().any(|stored| stored.id == summary.id);
            let replaced = RecordKey::ReplacedSummary(summary.conversation, summary.id);
            if !is_in_force && self.store.record(replaced).await?.is_none() {
                gone.push(SourceId::Summary(summary.id));
            }
        }
        held.summaries.retain(|summary| !gone.contains(&SourceId::Summary(summary.id)));
        let recalled = turn.outgoing.recalled.iter().flat_map(Recalled::sources);
        let is_kept = |source: &SourceId| held.summaries.iter().any(|one| SourceId::Summary(one.id) == *source);
        let recalled = recalled.filter(|source| !is_kept(source)).collect();
        gone.extend(self.gone_of(recalled, now.place()).await?);
        turn.outgoing.recalled.retain(|piece| piece.sources().iter().all(|source| !gone.contains(source)));
        Ok(())
    }

    /// What is gone of what was recalled: erased messages, summaries that are not in force, and documents that are not in scope
    /// of `place`.
    async fn gone_of(&self, recalled: Vec<SourceId>, place: Place) -> Result<Vec<SourceId>, Error> {
        let (mut documents, mut summaries) = (None, None);
        let mut gone = Vec::new();
        for source in recalled {
            let is_there = match source {
                SourceId::Message(id) => self.store.message(id).await?.is_some(),
                SourceId::Chunk(id, _) => {
                    if documents.is_none() {
                        documents = Some(self.documents_at(place).await?);
                    }
                    documents.iter().flatten().any(|document| document.id == id)
                }
                SourceId::Summary(id) => {
                    if summaries.is_none() {
                        summaries = Some(self.summaries_stored().await?);
                    }
                    summaries.iter().flatten().any(|summary| *summary == id)
                }
                SourceId::Memory(_) | SourceId::Project(_) => true,
            };
            gone.extend((!is_there).then_some(source));
        }
        Ok(gone)
    }

    /// The summaries in force of all conversations.
    async fn summaries_stored(&self) -> Result<Vec<SummaryId>, StoreError> {
        let kind = Kind::Summary;
        let stored = self.page((RecordKey::first_of(kind), RecordKey::last_of(kind)), u32::MAX).await?.records;
        let id = |record: &Record| if let Record::Summary(summary) = record { Some(summary.id) } else { None };
        Ok(stored.iter().filter_map(id).collect())
    }

    /// Follows the conversation if it was moved during the turn: what is sent next has the instructions and memories of its
    /// project now, and nothing of the one before. Returns whether it was.
    pub(super) async fn follow(&self, turn: &mut Turn) -> Result<bool, RoundError> {
        let id = turn.snapshot.conversation.id;
        let stored = self.store.record(RecordKey::Conversation(id)).await?;
        let Some(Record::Conversation(now)) = stored else { return Ok(false) };
        if now.project == turn.snapshot.conversation.project {
            return Ok(false);
        }
        let Snapshot { conversation, project, memories, summaries, .. } = self.snapshot(id, 0).await?;
        let held = &mut turn.snapshot;
        (held.conversation.project, held.conversation.moved_at) = (conversation.project, conversation.moved_at);
        (held.project, held.memories, held.summaries) = (project, memories, summaries);
        turn.outgoing.recalled.clear();
        turn.outgoing.kept_here = self.summaries_kept_here(&turn.snapshot, &turn.provider).await?;
        turn.recompile()?;
        Ok(true)
    }
}
