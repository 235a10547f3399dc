//! What follows a conversation from one project to another: the memories and tasks that came from it, those of a file, too,
//! and the notes in the summaries that cover it.

use super::Session;
use crate::{
    change::Change,
    conversation::Conversation,
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, ProjectId},
    memory::{Memory, MemorySource},
    record::{Kind, Record, RecordKey},
    scope::Scope,
    store::Store,
    summary::{Summary, elsewhere::noted_moves},
    task::Task,
    undo::UndoneCommand,
};

/// A conversation that goes from one project to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// The conversation.
    pub(super) of: ConversationId,
    /// Its project before, or in a file.
    pub(super) from: Option<ProjectId>,
    /// Its project after.
    pub(super) to: Option<ProjectId>,
}

/// Moves in the order in which [`move_of`] finds them.
pub(super) fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    ricordo_text::small_sort::by_key(&mut moves, |one| one.of);
    moves
}

/// The move of a conversation among sorted ones.
pub(super) fn move_of(moves: &[Move], of: ConversationId) -> Option<&Move> {
    moves.binary_search_by_key(&of, |one| one.of).ok().and_then(|at| moves.get(at))
}

/// The scope after some conversations moved, of what came from a message.
fn followed(scope: Scope, source: Option<MemorySource>, moves: &[Move]) -> Scope {
    let of = source.and_then(|source| move_of(moves, source.conversation));
    of.map_or(scope, |one| scope.moved(one.of, one.from, one.to))
}

/// Gives a memory or a task of a file the scope that it has here, where its conversation has moved. `moves` are sorted.
pub(super) fn follow(record: &mut Record, moves: &[Move]) {
    match record {
        Record::Memory(memory) => memory.scope = followed(memory.scope, memory.source, moves),
        Record::Task(task) => task.scope = followed(task.scope, task.source, moves),
        _ => {}
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// The changes to the memories and tasks that follow conversations. `moves` are sorted.
    pub(super) async fn following(&self, moves: &[Move]) -> Result<Vec<Change>, Error> {
        let memories = self.all_memories().await?.into_iter().filter_map(|memory| {
            let scope = followed(memory.scope, memory.source, moves);
            (scope != memory.scope).then_some(Record::Memory(Memory { scope, ..memory }))
        });
        let tasks = self.tasks().await?.into_iter().filter_map(|task| {
            let scope = followed(task.scope, task.source, moves);
            (scope != task.scope).then_some(Record::Task(Task { scope, ..task }))
        });
        Ok(memories.chain(tasks).map(Change::Put).collect())
    }

    /// Applies changes that move or delete conversations, with an undo entry, and notes them in the shared summaries. The
    /// notes come after the undo entry, because undo writes its own.
    pub(super) async fn apply_moved(
        &self,
        from: ConversationId,
        command: UndoneCommand,
        mut changes: Vec<Change>,
    ) -> Result<(), Error> {
        let notes = self.move_notes(&changes).await?;
        changes.push(Change::AddUndo(self.undo_entry(from, command)));
        changes.extend(notes);
        self.apply_command(changes).await?;
        Ok(())
    }

    /// The changes that note in the shared summaries which conversations `changes` move, delete or bring back.
    pub(super) async fn move_notes(&self, changes: &[Change]) -> Result<Vec<Change>, StoreError> {
        let placed: Vec<&Conversation> = changes
            .iter()
            .filter_map(|change| match change {
                Change::Add(Record::Conversation(one)) | Change::Put(Record::Conversation(one)) => Some(one),
                _ => None,
            })
            .collect();
        if placed.is_empty() {
            return Ok(Vec::new());
        }
        let stored = self.owned(Kind::Summary, None).await?.into_iter();
        let stored: Vec<Summary> = stored
            .filter_map(|record| if let Record::Summary(summary) = record { Some(summary) } else { None })
            .filter(|summary| changes.iter().all(|change| change.key() != RecordKey::Summary(None, summary.id)))
            .collect();
        let put = changes.iter().filter_map(|change| match change {
            Change::Add(Record::Summary(summary)) | Change::Put(Record::Summary(summary)) => Some(summary),
            _ => None,
        });
        let shared = stored.iter().chain(put).filter(|summary| summary.conversation.is_none());
        let noted = shared.map(|before| (before, placed.iter().fold(before.clone(), |one, of| noted_moves(one, of))));
        let changed = noted.filter(|(before, after)| *before != after);
        Ok(changed.map(|(_, after)| Change::Put(Record::Summary(after))).collect())
    }
}
