//! Temporary conversations: they appear in no list, in no search and not in the address, and are erased when the user
//! leaves them. The tab that shows one holds a lock on it, so no other tab opens or erases it. The next tab erases what a
//! closed tab left behind.

use super::Chat;
use crate::{
    browser,
    state::{Step, edits::erase_edits, loading},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::locks::{self, Guard};
use ricordo_core::{conversation::Conversation, error::Error, id::ConversationId, snapshot::Snapshot};

/// Temporary conversations that are open in this tab.
pub type Held = StoredValue<Vec<(ConversationId, Guard)>, LocalStorage>;

impl Chat {
    /// Whether the open conversation is temporary.
    pub fn is_temporary(self) -> bool {
        self.conversation.with(|open| open.as_ref().is_some_and(|open| open.temporary))
    }

    /// Whether a conversation is temporary and not of this tab: whoever opened it here would erase it there by leaving it.
    pub(super) fn is_in_another_tab(self, conversation: &Conversation) -> bool {
        conversation.temporary && !self.is_held_temporary(conversation.id)
    }

    /// Whether a conversation is a temporary one of this tab that is not erased yet.
    pub(super) fn is_held_temporary(self, id: ConversationId) -> bool {
        self.temporary.with_value(|held| held.iter().any(|(other, _)| *other == id))
    }

    /// Starts a temporary conversation, unless an empty one is open.
    pub(super) fn start_temporary(self) {
        self.panels.close_list();
        if untrack(|| self.is_temporary() && self.transcript.rows.with(Vec::is_empty)) {
            return browser::focus_next_frame("composer");
        }
        self.composer.save_if_due(self);
        spawn_local(async move {
            match self.new_temporary().await {
                Ok(snapshot) => {
                    self.show(snapshot, false).await;
                    browser::focus_next_frame("composer");
                }
                Err(error) => self.storage.report(&error),
            }
        });
    }

    async fn new_temporary(self) -> Result<Snapshot, Error> {
        let _alone = locks::hold(&self.sweep_lock()).await;
        let snapshot = self.storage.session().new_temporary().await?;
        self.hold_temporary(snapshot.conversation.id).await;
        Ok(snapshot)
    }

    /// Keeps other tabs from erasing a temporary conversation while it is open in this one.
    async fn hold_temporary(self, id: ConversationId) {
        let guard = locks::hold(&self.lock_of(id)).await;
        self.temporary.update_value(|held| held.push((id, guard)));
    }

    /// Erases a temporary conversation that the user left. A reply that is still arriving is stopped first.
    pub(super) fn end_temporary(self, id: ConversationId) {
        self.turns.stop(id);
        spawn_local(async move {
            let _turn = locks::hold(&locks::turn(&self.storage.name.get_value(), id)).await;
            self.erase_temporary(id).await;
            self.temporary.update_value(|held| held.retain(|(other, _)| *other != id));
        });
    }

    /// Erases the temporary conversations of this tab, because its element was removed.
    pub(super) fn end_held_temporary(self) {
        let held: Vec<ConversationId> = self.temporary.with_value(|held| held.iter().map(|(id, _)| *id).collect());
        held.into_iter().for_each(|id| self.step(Step::EndTemporary(id)));
    }

    /// Lets others erase what could not be erased here.
    pub(super) fn release_temporary(self) {
        self.temporary.update_value(Vec::clear);
    }

    /// Erases the temporary conversations that no tab shows any more.
    pub(super) async fn sweep_temporary(self) {
        let _alone = locks::hold(&self.sweep_lock()).await;
        for id in self.temporary_ones().await {
            if let Some(_nobody) = locks::try_hold(&self.lock_of(id)).await {
                self.erase_temporary(id).await;
            }
        }
        browser::mark("ricordo:temporary-swept");
    }

    /// All temporary conversations of all tabs.
    async fn temporary_ones(self) -> Vec<ConversationId> {
        let all = self.storage.session().conversations().await.unwrap_or_default();
        all.into_iter().filter(|one| one.temporary).map(|one| one.id).collect()
    }

    async fn erase_temporary(self, id: ConversationId) {
        match self.storage.session().close_temporary(id).await {
            // Another tab or the user erased it first.
            Ok(()) | Err(Error::NoConversation) => {
                browser::keep(&loading::place_key(id), None);
                erase_edits(Some(id));
                // What other tabs have of it in memory goes, too.
                self.storage.announce_change(id);
            }
            Err(error) => self.storage.report(&error),
        }
    }

    fn lock_of(self, id: ConversationId) -> String {
        format!("ricordo:{}:temporary:{id}", self.storage.name.get_value())
    }

    /// Name of the lock that is held while a temporary conversation is created, until its own lock is held, and while
    /// sweeping.
    pub(super) fn sweep_lock(self) -> String {
        format!("ricordo:{}:temporary", self.storage.name.get_value())
    }
}
