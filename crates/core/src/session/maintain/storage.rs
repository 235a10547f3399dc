//! `max_storage`: the oldest messages beyond it are deleted, after their summary is made.

use crate::{
    branch::Sequence,
    change::Change,
    error::Error,
    host::Host,
    id::ConversationId,
    mark::MarkKind,
    message::Role,
    record::RecordKey,
    session::Session,
    store::Store,
    summary::{compression::is_on, coverage::compressed},
    undo::UndoneCommand,
};

/// So many messages are deleted in one transaction.
const AT_ONCE: u32 = 500;

impl<S: Store, H: Host> Session<S, H> {
    /// Deletes the oldest messages of the active branch beyond `max_storage` and says how many. Pinned ones stay; where
    /// compression is on, so do those that no summary in force covers yet, unless they are forgotten. It can be undone.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn enforce_storage(&self, id: ConversationId) -> Result<u32, Error> {
        let settings = self.settings_in(id).await?;
        let Some(most) = settings.max_storage else {
            return Ok(0);
        };
        let snapshot = self.snapshot(id, 1).await?;
        let mut kept_from = snapshot.next_place().0.saturating_sub(most);
        let waits_for_summary = is_on(&settings) && !snapshot.conversation.temporary;
        let covered: Vec<(Sequence, Sequence)> =
            compressed(&snapshot).iter().map(|(_, coverage)| (coverage.from, coverage.to)).collect();
        let boundary = snapshot.boundary().unwrap_or(0);
        let mut deleted = 0;
        // A tool's answer does not stay without the call it answers.
        while kept_from > 0 {
            let first_kept = self.store.messages(id, kept_from + 1, 1).await?;
            if !first_kept.iter().any(|first| first.sequence == kept_from && first.role == Role::Tool) {
                break;
            }
            kept_from -= 1;
        }
        loop {
            let mut messages = self.store.messages(id, kept_from, AT_ONCE).await?;
            let Some(oldest) = messages.first().map(|first| first.sequence) else { break };
            messages.retain(|message| {
                let is_covered = covered.iter().any(|(from, to)| (*from..*to).contains(&message.sequence));
                let may_go = !waits_for_summary || message.sequence < boundary || is_covered;
                may_go && snapshot.mark(message.id) != Some(MarkKind::Pinned)
            });
            if !messages.is_empty() {
                deleted += u32::try_from(messages.len()).unwrap_or(u32::MAX);
                let mut changes = Vec::new();
                for message in &messages {
                    changes.push(Change::Remove(RecordKey::Message(message.branch, message.sequence)));
                    changes.push(Change::Remove(RecordKey::Mark(id, message.id)));
                }
                changes.push(Change::AddUndo(self.undo_entry(id, UndoneCommand::Storage)));
                self.store.apply(changes).await?;
            }
            kept_from = oldest;
        }
        Ok(deleted)
    }
}
