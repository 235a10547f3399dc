//! Commands on several conversations at once. Each is one transaction with one undo entry. Conversations that were deleted
//! in the meantime, and temporary ones, are passed over.

use super::Session;
use crate::{
    change::Change,
    conversation::Conversation,
    error::Error,
    host::Host,
    id::{ConversationId, ProjectId},
    record::Record,
    store::Store,
    undo::UndoneCommand,
};
use std::collections::BTreeSet;

impl<S: Store, H: Host> Session<S, H> {
    /// Removes conversations from the list, and returns how many. `/undo` in `from` brings all of them back, as it undoes
    /// every command of this module; 30 days later they are erased.
    ///
    /// # Errors
    /// [`Error::Store`], as from every method of this module.
    pub async fn delete_conversations(&self, ids: &[ConversationId], from: ConversationId) -> Result<usize, Error> {
        let deleted_at = Some(self.host.now().at);
        let deleted = |one| Conversation { deleted_at, ..one };
        self.change_several(ids, from, UndoneCommand::Delete, deleted).await
    }

    /// Moves conversations to the archive, or back to the list. Returns how many were not there.
    pub async fn archive_conversations(
        &self,
        ids: &[ConversationId],
        archived: bool,
        from: ConversationId,
    ) -> Result<usize, Error> {
        self.change_several(ids, from, UndoneCommand::Archive, |one| Conversation { archived, ..one }).await
    }

    /// Adds tags to conversations and removes others. Returns how many changed.
    pub async fn tag_conversations(
        &self,
        ids: &[ConversationId],
        (added, removed): (&[String], &[String]),
        from: ConversationId,
    ) -> Result<usize, Error> {
        let tagged = |one: Conversation| {
            let mut tags = one.tags.clone();
            tags.retain(|tag| !removed.contains(tag));
            tags.extend(added.iter().filter(|tag| !one.tags.contains(tag)).cloned());
            Conversation { tags, ..one }
        };
        self.change_several(ids, from, UndoneCommand::Tags, tagged).await
    }

    /// Moves conversations to a project, or out of theirs. Returns how many moved.
    ///
    /// # Errors
    /// [`Error::Project`] if there is no such project.
    pub async fn move_conversations(
        &self,
        ids: &[ConversationId],
        project: Option<ProjectId>,
        from: ConversationId,
    ) -> Result<usize, Error> {
        if let Some(project) = project {
            self.project(project).await?;
        }
        let mut moving = self.these(ids).await?;
        moving.retain(|one| one.project != project);
        if !moving.is_empty() {
            let changes = self.moved(&moving, project).await?;
            self.apply_moved(from, UndoneCommand::MoveConversation, changes).await?;
        }
        Ok(moving.len())
    }

    /// These conversations as they are stored now, read at once.
    pub(super) async fn these(&self, ids: &[ConversationId]) -> Result<Vec<Conversation>, Error> {
        let ids: BTreeSet<_> = ids.iter().collect();
        let mut found = self.conversations_but_damaged().await?;
        found.retain(|one| !one.temporary && ids.contains(&one.id));
        Ok(found)
    }

    async fn change_several(
        &self,
        ids: &[ConversationId],
        from: ConversationId,
        command: UndoneCommand,
        change: impl Fn(Conversation) -> Conversation,
    ) -> Result<usize, Error> {
        let changes: Vec<Change> = self
            .these(ids)
            .await?
            .into_iter()
            .filter_map(|before| {
                let after = change(before.clone());
                (after != before).then_some(Change::Put(Record::Conversation(after)))
            })
            .collect();
        let changed = changes.len();
        if changed > 0 {
            self.apply_moved(from, command, changes).await?;
        }
        Ok(changed)
    }
}
