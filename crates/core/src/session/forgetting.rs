//! `/forget`, `/remember` and undo: what the model may see changes, what is stored stays.

use super::{Session, messages_to_load};
use crate::{
    branch::Sequence,
    change::Change,
    compile::turns::is_counted,
    error::Error,
    forget::Forget,
    host::Host,
    id::{ConversationId, ForgetId, UndoId},
    record::{Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
    undo::{Undo, UndoneCommand},
};

impl<S: Store, H: Host> Session<S, H> {
    /// Forgets everything but the last `keep` messages of completed turns: nothing before that is sent any more.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn forget(&self, id: ConversationId, keep: u32) -> Result<(), Error> {
        let settings = self.settings().await?;
        let snapshot = self.snapshot(id, messages_to_load(&settings).max(keep.saturating_add(2))).await?;
        let now = self.host.now();
        let forget = Forget {
            id: ForgetId::new(now.at, self.host.random()),
            conversation: id,
            branch: snapshot.conversation.active_branch,
            before: place_that_keeps(&snapshot, keep),
            at: now.at,
        };
        let undo = self.undo_entry(id, UndoneCommand::Forget);
        self.store.apply(vec![Change::Add(Record::Forget(forget)), Change::AddUndo(undo)]).await?;
        Ok(())
    }

    /// Takes the last forget back: the next request is as if it had never been. `false`: nothing was forgotten.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn remember(&self, id: ConversationId) -> Result<bool, Error> {
        let mut forgets = self.snapshot(id, 0).await?.forgets;
        forgets.retain(|forget| forget.conversation == id);
        let Some(last) = forgets.pop() else {
            return Ok(false);
        };
        let undo = self.undo_entry(id, UndoneCommand::Remember);
        self.store.apply(vec![Change::Remove(RecordKey::Forget(id, last.id)), Change::AddUndo(undo)]).await?;
        Ok(true)
    }

    /// Takes the last command back and says which it was. `None`: there is nothing to take back.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn undo(&self, id: ConversationId) -> Result<Option<UndoneCommand>, Error> {
        let Some(undo) = self.store.last_undo(id).await? else {
            return Ok(None);
        };
        let mut changes = undo.changes;
        changes.push(Change::Remove(RecordKey::Undo(id, undo.id)));
        self.store.apply(changes).await?;
        Ok(Some(undo.command))
    }

    /// An entry for what is done now, to be filled by the store.
    pub(super) fn undo_entry(&self, conversation: ConversationId, command: UndoneCommand) -> Undo {
        let at = self.host.now().at;
        let id = UndoId::new(at, self.host.random());
        Undo { id, conversation, command, at, changes: Vec::new() }
    }
}

/// The sequence from which on the last `keep` messages of completed turns lie. A reply that is being streamed belongs to
/// what is forgotten: the user has said so while it was running.
fn place_that_keeps(snapshot: &Snapshot, keep: u32) -> Sequence {
    let end = snapshot.reply_draft.as_ref().map_or(snapshot.next_place().0, |draft| draft.sequence + 1);
    let messages = &snapshot.messages;
    let mut counted = (0..messages.len()).rev().filter(|&index| is_counted(messages, index));
    match keep {
        0 => end,
        _ => counted.nth(keep as usize - 1).map_or(0, |index| messages[index].sequence),
    }
}
