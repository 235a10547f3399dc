//! What undo restores: only what the command changed, because a conversation, a memory or a task may change after the
//! command. A memory that returns is never used more widely than now, and follows its conversation to another project.

use super::{
    Session,
    following::{Move, move_of, sorted},
    merging::{merged, merged_settings},
};
use crate::{
    change::Change,
    conversation::Conversation,
    error::Error,
    host::Host,
    maintenance::{Job, Maintenance},
    memory::{Memory, MemorySource},
    record::{Kind, Link, Record, RecordKey},
    scope::Scope,
    settings::{OwnSettings, Settings},
    store::Store,
    task::Task,
    undo::{Undo, UndoneCommand},
    user_data::UserData,
};
use uuid::Uuid;

/// The most records of a kind that are read one by one. Of more, all of the kind are read at once.
const FEW: usize = 16;

/// Records as they are stored now, of the kinds that an undo entry holds many of.
pub(super) struct StoredNow(Vec<(Kind, Vec<Record>)>);

impl<S: Store, H: Host> Session<S, H> {
    /// Reads the kinds of which `changes` hold many.
    pub(super) async fn stored_now(&self, changes: &[Change]) -> Result<StoredNow, Error> {
        let mut stored = Vec::new();
        for (kind, counted) in [
            (Kind::Conversation, Kind::Conversation),
            // Each conversation may name one.
            (Kind::Project, Kind::Conversation),
            (Kind::Memory, Kind::Memory),
            (Kind::Task, Kind::Task),
        ] {
            if changes.iter().filter(|change| change.key().kind() == counted).count() > FEW {
                stored.push((kind, self.store.records(kind).await?));
            }
        }
        Ok(StoredNow(stored))
    }

    /// The record under a key as it is stored now.
    async fn now_stored(&self, stored: &StoredNow, key: RecordKey) -> Result<Option<Record>, Error> {
        match stored.0.iter().find(|(kind, _)| *kind == key.kind()) {
            Some((_, records)) => {
                let at = records.binary_search_by(|record| record.key().cmp(&key));
                Ok(at.ok().and_then(|at| records.get(at)).cloned())
            }
            None => Ok(self.store.record(key).await?),
        }
    }

    /// The changes that undo a command, as they are right for what is stored now.
    pub(super) async fn changes_undone(&self, undo: &Undo, stored: &StoredNow) -> Result<Vec<Change>, Error> {
        let mut changes = Vec::with_capacity(undo.changes.len());
        for change in undo.changes.clone() {
            let change = self.as_changed_since(undo, change, stored).await?;
            changes.push(match change {
                Change::Put(Record::Message(before)) => {
                    changes.extend(self.message_undone(*before).await?);
                    continue;
                }
                Change::Put(Record::QueuedMessage(before)) => {
                    changes.extend(self.queued_undone(undo.command, before).await?);
                    continue;
                }
                Change::Put(Record::Mark(_)) | Change::Remove(RecordKey::Mark(..)) => {
                    changes.extend(self.mark_undone(undo.command, change).await?);
                    continue;
                }
                Change::Remove(RecordKey::Branch(_, begun)) => {
                    changes.extend(self.clear_undone(undo, begun).await?);
                    continue;
                }
                Change::Put(Record::Conversation(before)) => {
                    self.conversation_undone(undo.command, before, stored).await?
                }
                Change::Put(Record::Settings(before)) => {
                    self.settings_undone(undo.command, before.up_to_date()).await?
                }
                // No settings were stored: the defaults applied.
                Change::Remove(RecordKey::Settings) => self.settings_undone(undo.command, Settings::default()).await?,
                // It goes with the branch, which is switched.
                change if matches!(change.key(), RecordKey::Maintenance(Job::Extraction(_))) => continue,
                Change::Put(Record::Maintenance(before)) => {
                    // The log of sent requests stays: they cannot be unsent. What a model gave up it would give up again.
                    let Maintenance { sent, passed_over, .. } = self.maintenance_of(before.job).await?;
                    Change::Put(Record::Maintenance(Maintenance { sent, passed_over, ..before }))
                }
                Change::Remove(RecordKey::Maintenance(job)) => {
                    Change::Put(Record::Maintenance(self.maintenance_of(job).await?.anew()))
                }
                other => other,
            });
        }
        if undo.command == UndoneCommand::Mute {
            changes.extend(self.made_without_unmuted(&changes).await?);
        }
        Ok(changes)
    }

    /// A change of an entry, or if its record was changed since, one that restores only the fields that the command changed.
    async fn as_changed_since(&self, undo: &Undo, change: Change, stored: &StoredNow) -> Result<Change, Error> {
        let key = change.key();
        let Some(after) = undo.after.iter().rfind(|after| after.key() == key) else { return Ok(change) };
        let before = match &change {
            Change::Put(Record::Settings(before)) => Record::Settings(Box::new(before.clone().up_to_date())),
            Change::Put(before) => before.clone(),
            // None were stored, and the defaults applied.
            Change::Remove(RecordKey::Settings) => Record::Settings(Box::default()),
            Change::Remove(RecordKey::UserData) => Record::UserData(UserData::default()),
            _ => return Ok(change),
        };
        let Some(now) = self.now_stored(stored, key).await? else { return Ok(change) };
        Ok(Change::Put(match (after, before, now) {
            (Record::Settings(after), Record::Settings(before), Record::Settings(now)) => {
                Record::Settings(Box::new(merged_settings(after, *before, *now)))
            }
            (after, before, now) => merged(after, before, now),
        }))
    }

    /// A conversation may change after the command to undo: only what the command changed is restored.
    pub(super) async fn conversation_undone(
        &self,
        command: UndoneCommand,
        before: Conversation,
        stored: &StoredNow,
    ) -> Result<Change, Error> {
        let key = RecordKey::Conversation(before.id);
        let Some(Record::Conversation(now)) = self.now_stored(stored, key).await? else {
            return Ok(Change::Put(Record::Conversation(before)));
        };
        let undone = match command {
            UndoneCommand::Clear => Conversation { active_branch: before.active_branch, ..now },
            UndoneCommand::Delete => Conversation { deleted_at: before.deleted_at, ..now },
            UndoneCommand::Rename => {
                let Conversation { title, title_origin, titled_from, .. } = before;
                Conversation { title, title_origin, titled_from, ..now }
            }
            UndoneCommand::PinConversation => Conversation { pinned: before.pinned, ..now },
            UndoneCommand::Archive => Conversation { archived: before.archived, ..now },
            UndoneCommand::Tags => Conversation { tags: before.tags, ..now },
            UndoneCommand::Reminders => Conversation { reminders: before.reminders, ..now },
            UndoneCommand::Template => {
                let OwnSettings { preset, system_prompt, .. } = before.own;
                let own = OwnSettings { preset, system_prompt, ..now.own };
                Conversation { template: before.template, own, ..now }
            }
            UndoneCommand::OwnSettings => Conversation { provider: before.provider, own: before.own, ..now },
            UndoneCommand::MoveConversation | UndoneCommand::DeleteProject => {
                self.project_undone(command, &before, now, stored).await?
            }
            _ => Conversation { project: now.project, ..before },
        };
        Ok(Change::Put(Record::Conversation(undone)))
    }

    /// The changes that undo a command which may concern projects: `changes` are those of the entry, with the
    /// conversations as they are restored.
    pub(super) async fn scopes_undone(
        &self,
        undo: &Undo,
        changes: Vec<Change>,
        stored: &StoredNow,
    ) -> Result<Vec<Change>, Error> {
        let mut undone = Vec::with_capacity(changes.len());
        let moves = self.moves_of(&changes, stored).await?;
        for change in changes {
            undone.extend(match change {
                Change::Put(Record::Memory(before)) => self.memory_undone(undo, before, &moves, stored).await?,
                Change::Put(Record::Task(before)) => self.task_undone(undo, before, &moves, stored).await?,
                Change::Put(Record::Document(before)) => self.document_undone(undo, before).await?,
                // A project that was deleted since stays deleted.
                Change::Put(Record::Project(before)) if undo.command == UndoneCommand::EditProject => {
                    let is_there = self.store.record(RecordKey::Project(before.id)).await?.is_some();
                    is_there.then_some(Change::Put(Record::Project(before)))
                }
                other => Some(other),
            });
        }
        if !moves.is_empty() {
            let following = self.following(&moves).await?.into_iter();
            let keys = ricordo_text::small_sort::set(undone.iter().map(Change::key));
            let is_new = |change: &Change| keys.binary_search(&change.key()).is_err();
            let following: Vec<Change> = following.filter(is_new).collect();
            undone.extend(following);
        }
        Ok(undone)
    }

    /// The conversation with its project before a command.
    async fn project_undone(
        &self,
        command: UndoneCommand,
        before: &Conversation,
        now: Conversation,
        stored: &StoredNow,
    ) -> Result<Conversation, Error> {
        let is_deletion = command == UndoneCommand::DeleteProject;
        if is_deletion && now.project.is_some() {
            // It was moved to another project since.
            return Ok(now);
        }
        // The deletion that is undone restores the project.
        let project = match before.project.filter(|_| !is_deletion) {
            Some(project) => self.now_stored(stored, RecordKey::Project(project)).await?.and(Some(project)),
            None => before.project,
        };
        Ok(Conversation { project, moved_at: Some(self.moment()), ..now })
    }

    async fn memory_undone(
        &self,
        undo: &Undo,
        before: Memory,
        moves: &[Move],
        stored: &StoredNow,
    ) -> Result<Option<Change>, Error> {
        let scope = self.scope_undone(undo, (before.scope, before.source), moves, stored).await?;
        let undone = match (self.now_stored(stored, RecordKey::Memory(before.id)).await?, undo.command) {
            (Some(Record::Memory(now)), UndoneCommand::MoveConversation) => Memory { scope, ..now },
            (Some(Record::Memory(now)), UndoneCommand::DeleteProject) => {
                Memory { scope, state: before.state, pinned: before.pinned, ..now }
            }
            (Some(_), UndoneCommand::MemoryScope) => Memory { scope, ..before },
            (Some(Record::Memory(now)), _) => Memory { scope: now.scope, ..before },
            // It was deleted since.
            (_, UndoneCommand::MoveConversation | UndoneCommand::DeleteProject) => return Ok(None),
            _ if self.is_held_later(undo, before.id.0, RecordKey::Memory(before.id)).await? => return Ok(None),
            _ => Memory { scope, ..before },
        };
        Ok(Some(Change::Put(Record::Memory(undone))))
    }

    async fn task_undone(
        &self,
        undo: &Undo,
        before: Task,
        moves: &[Move],
        stored: &StoredNow,
    ) -> Result<Option<Change>, Error> {
        let scope = self.scope_undone(undo, (before.scope, before.source), moves, stored).await?;
        let moves = matches!(undo.command, UndoneCommand::MoveConversation | UndoneCommand::DeleteProject);
        let undone = match self.now_stored(stored, RecordKey::Task(before.id)).await? {
            Some(Record::Task(now)) if moves => Task { scope, ..now },
            Some(Record::Task(now)) if undo.command != UndoneCommand::TaskScope => Task { scope: now.scope, ..before },
            None if moves || self.is_held_later(undo, before.id.0, RecordKey::Task(before.id)).await? => {
                return Ok(None);
            }
            _ => Task { scope, ..before },
        };
        Ok(Some(Change::Put(Record::Task(undone))))
    }

    /// Whether a later command holds a record that is gone, with this id: that command deleted it, and only undoing that one
    /// brings it back.
    async fn is_held_later(&self, undo: &Undo, id: Uuid, key: RecordKey) -> Result<bool, Error> {
        let holds = |change: &Change| matches!(change, Change::Add(one) | Change::Put(one) if one.key() == key);
        for entry in self.store.linked(vec![Link::Undo(id)], u32::MAX).await?.into_iter().flatten() {
            let later = self.store.record(entry).await?.and_then(Undo::of).filter(|later| later.at > undo.at);
            if later.is_some_and(|later| later.changes.iter().any(holds)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The scope that something had before a command. If its conversation moved since, it follows. `moves`: those of the
    /// undo itself.
    async fn scope_undone(
        &self,
        undo: &Undo,
        (before, source): (Scope, Option<MemorySource>),
        moves: &[Move],
        stored: &StoredNow,
    ) -> Result<Scope, Error> {
        let (Some(source), Scope::Project(project)) = (source, before) else { return Ok(before) };
        match self.now_stored(stored, RecordKey::Conversation(source.conversation)).await? {
            Some(Record::Conversation(of)) if of.moved_at.is_some_and(|at| at > undo.at) => {
                let after = move_of(moves, of.id).map_or(of.project, |one| one.to);
                Ok(before.moved(of.id, Some(project), after))
            }
            _ => Ok(before),
        }
    }

    /// The conversations that changes move, sorted.
    async fn moves_of(&self, changes: &[Change], stored: &StoredNow) -> Result<Vec<Move>, Error> {
        let mut moves = Vec::new();
        for change in changes {
            let Change::Put(Record::Conversation(after)) = change else { continue };
            let now = self.now_stored(stored, RecordKey::Conversation(after.id)).await?;
            if let Some(Record::Conversation(now)) = now
                && now.project != after.project
            {
                moves.push(Move { of: now.id, from: now.project, to: after.project });
            }
        }
        Ok(sorted(moves))
    }
}
