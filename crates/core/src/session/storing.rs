//! Stores a planned turn, and what follows of it. Planning waits for recall, a second or more, and meanwhile the conversation can
//! be moved, renamed or erased, here or in another tab. So it is read again, and only what the turn changes of it is written.
//! Nothing is written of a conversation that was erased.

use super::Session;
use crate::{
    change::Change,
    conversation::Conversation,
    error::{Error, StoreError},
    host::Host,
    id::ConversationId,
    message::Message,
    record::{Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
};

impl<S: Store, H: Host> Session<S, H> {
    /// Stores the changes of a turn that was planned for a message of the user, and marks the conversation as used.
    /// `false`: what it was planned from has changed, and nothing is stored. Then it is planned again.
    ///
    /// # Errors
    /// [`Error::NoConversation`] if the conversation was erased, [`Error::Store`].
    pub(super) async fn store_turn(
        &self,
        snapshot: &Snapshot,
        user: &Message,
        mut changes: Vec<Change>,
    ) -> Result<bool, Error> {
        let planned = &snapshot.conversation;
        let now = self.conversation(planned.id).await?;
        if !asks_alike(planned, &now) {
            return Ok(false);
        }
        changes.extend(self.reading_moved_change(&snapshot.branches, &now, planned.active_branch).await?);
        for change in &mut changes {
            match change {
                Change::Put(Record::Conversation(switched)) => {
                    *switched = Conversation { active_branch: switched.active_branch, ..now.clone() };
                }
                Change::Put(Record::Summary(noted)) => {
                    let before = snapshot.summaries.iter().find(|before| before.id == noted.id);
                    let stored = self.store.record(Record::Summary(noted.clone()).key()).await?;
                    if stored != before.cloned().map(Record::Summary) {
                        return Ok(false);
                    }
                }
                _ => {}
            }
        }
        let (active_branch, chat) = (planned.active_branch, planned.chat.clone());
        let comes_back = now.deleted_at.is_some();
        let used = self.touched(Conversation { active_branch, chat, ..now }, user);
        changes.push(Change::Put(Record::Conversation(used)));
        if comes_back {
            changes.extend(self.move_notes(&changes).await?);
        }
        match self.apply_command(changes).await {
            Ok(_) => Ok(true),
            // Another tab took the sequence number.
            Err(StoreError::Conflict) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Stores what a running turn changes.
    ///
    /// # Errors
    /// [`Error::NoConversation`] if the conversation was erased meanwhile, and nothing is stored; [`Error::Store`].
    pub(super) async fn apply_in(&self, id: ConversationId, changes: Vec<Change>) -> Result<(), Error> {
        if self.store.record(RecordKey::Conversation(id)).await?.is_none() {
            return Err(Error::NoConversation);
        }
        self.apply_command(changes).await?;
        Ok(())
    }

    /// Like [`Session::apply_in`], for what is stored while the page may be closing. It writes at once, because a page that closes
    /// does not get to the second of two steps, and takes it back if the conversation is gone.
    ///
    /// # Errors
    /// As [`Session::apply_in`].
    pub(super) async fn apply_at_once(&self, id: ConversationId, changes: Vec<Change>) -> Result<(), Error> {
        let back = self.store.apply(changes).await?;
        if self.store.record(RecordKey::Conversation(id)).await?.is_some() {
            return Ok(());
        }
        self.store.apply(back).await?;
        Err(Error::NoConversation)
    }
}

/// Whether a request that was made for a conversation is right for it as it is now.
fn asks_alike(planned: &Conversation, now: &Conversation) -> bool {
    (planned.project, planned.template) == (now.project, now.template) && planned.own == now.own
}
