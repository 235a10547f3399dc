//! What a turn finds when its tools have been called: the user may have edited, deleted or moved the same memories and tasks
//! meanwhile, or the conversation itself. What the tools change is applied to what is stored now.

use super::{
    Session,
    rounds::{RoundError, Turn},
    tools::ToolsRead,
};
use crate::{
    change::Change,
    error::{Error, StoreError},
    host::Host,
    id::ConversationId,
    memory::{Memory, MemorySource},
    record::{Record, RecordKey},
    scope::Scope,
    snapshot::Snapshot,
    store::Store,
    task::Task,
    user_data::UserData,
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
                Change::Put(after) => applied.extend(self.put_now(after, read).await?.map(Change::Put)),
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

    /// Follows the conversation if it was moved during the turn: what is sent next has the instructions and memories of its
    /// project now, and nothing of the one before. Returns whether it was.
    pub(super) async fn follow(&self, turn: &mut Turn) -> Result<bool, RoundError> {
        let id = turn.snapshot.conversation.id;
        let stored = self.store.record(RecordKey::Conversation(id)).await.map_err(RoundError::Store)?;
        let Some(Record::Conversation(now)) = stored else { return Ok(false) };
        if now.project == turn.snapshot.conversation.project {
            return Ok(false);
        }
        let Snapshot { conversation, project, memories, summaries, .. } = self.snapshot(id, 0).await?;
        let held = &mut turn.snapshot;
        (held.conversation.project, held.conversation.moved_at) = (conversation.project, conversation.moved_at);
        (held.project, held.memories, held.summaries) = (project, memories, summaries);
        turn.outgoing.recalled.clear();
        turn.recompile()?;
        Ok(true)
    }
}

/// `now` with what differs between `before` and `after`.
fn merged(before: &Record, after: Record, now: Record) -> Record {
    match (before, after, now) {
        (Record::Memory(before), Record::Memory(after), Record::Memory(now)) => {
            Record::Memory(merged_memory(before, after, now))
        }
        (Record::Task(before), Record::Task(after), Record::Task(now)) => Record::Task(merged_task(before, after, now)),
        (Record::UserData(before), Record::UserData(after), Record::UserData(now)) => {
            Record::UserData(merged_user_data(before, after, now))
        }
        (_, after, _) => after,
    }
}

/// A field that was changed, or else as it is stored now.
fn either<T: PartialEq>(before: &T, after: T, now: T) -> T {
    if *before == after { now } else { after }
}

fn merged_memory(before: &Memory, after: Memory, now: Memory) -> Memory {
    Memory {
        id: now.id,
        text: either(&before.text, after.text, now.text),
        state: either(&before.state, after.state, now.state),
        source: either(&before.source, after.source, now.source),
        pinned: either(&before.pinned, after.pinned, now.pinned),
        created_at: now.created_at,
        updated_at: either(&before.updated_at, after.updated_at, now.updated_at),
        last_used_at: either(&before.last_used_at, after.last_used_at, now.last_used_at),
        uses: either(&before.uses, after.uses, now.uses),
        typed: either(&before.typed, after.typed, now.typed),
        field: either(&before.field, after.field, now.field),
        about: either(&before.about, after.about, now.about),
        scope: either(&before.scope, after.scope, now.scope),
        key_words: either(&before.key_words, after.key_words, now.key_words),
    }
}

fn merged_task(before: &Task, after: Task, now: Task) -> Task {
    Task {
        id: now.id,
        title: either(&before.title, after.title, now.title),
        state: either(&before.state, after.state, now.state),
        due: either(&before.due, after.due, now.due),
        source: either(&before.source, after.source, now.source),
        created_at: now.created_at,
        completed_at: either(&before.completed_at, after.completed_at, now.completed_at),
        scope: either(&before.scope, after.scope, now.scope),
    }
}

fn merged_user_data(before: &UserData, after: UserData, now: UserData) -> UserData {
    UserData {
        name: either(&before.name, after.name, now.name),
        username: either(&before.username, after.username, now.username),
        pronouns: either(&before.pronouns, after.pronouns, now.pronouns),
        language: either(&before.language, after.language, now.language),
        fields: either(&before.fields, after.fields, now.fields),
        people: either(&before.people, after.people, now.people),
    }
}
