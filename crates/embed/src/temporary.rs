//! Temporary conversations: erased when the user leaves them. A manager holds the same lock on the one that it shows as the page
//! does (`web/src/chat/temporary.rs`), so nobody erases it meanwhile. Maintenance erases those that a closed tab left behind.

use crate::{
    api_error::ApiError,
    loaded::{Boxed, loaded_when_called},
    manager::Manager,
};
use ricordo_browser::locks::{self, Guard};
use ricordo_core::{error::Error, host::Host as _, id::ConversationId};

loaded_when_called! { maintenance:
    /// Stops the replies in a temporary conversation and erases it.
    fn deferred_erase(left: (&Manager, ConversationId)) -> Result<Boxed<'_, Result<(), ApiError>>, ApiError> {
        Ok(Box::pin(left.0.erase_temporary(left.1)))
    }
}

impl Manager {
    /// Makes a conversation that was read just now the open one. A temporary one that was open is erased first: if that fails,
    /// it stays open.
    pub(crate) async fn show(&self, wanted: ConversationId, lock: Option<Guard>) -> Result<(), ApiError> {
        if let Some(left) = self.temporary_one().filter(|id| *id != wanted) {
            deferred_erase((self, left)).await?.await?;
        }
        self.show_erased(wanted);
        if let Some(lock) = lock {
            self.temporary.replace(Some((wanted, lock)));
        }
        Ok(())
    }

    /// Makes a conversation the open one, where the one before is erased or is not temporary.
    pub(crate) fn show_erased(&self, wanted: ConversationId) {
        self.conversation.set(wanted);
        self.temporary.borrow_mut().take_if(|(id, _)| *id != wanted);
    }

    /// Creates a temporary conversation, with its lock.
    pub(crate) async fn new_temporary(&self) -> Result<(ConversationId, Option<Guard>), ApiError> {
        let _alone = locks::hold(&self.sweep_lock()).await;
        let id = self.session.new_temporary().await?.conversation.id;
        Ok((id, Some(locks::hold(&self.temporary_lock(id)).await)))
    }

    /// The lock of a temporary conversation that exists; `None` if it is shown elsewhere, or here already: who shows it first
    /// erases it.
    pub(crate) async fn lock_temporary(&self, id: ConversationId) -> Result<Option<Guard>, ApiError> {
        let _alone = locks::hold(&self.sweep_lock()).await;
        let lock = locks::try_hold(&self.temporary_lock(id)).await;
        // It may have been erased before the lock was taken.
        self.session.open(id, 1).await?;
        Ok(lock)
    }

    /// Erases the temporary conversation that is open, because the manager is closed. If that fails, maintenance erases it.
    pub(crate) async fn close_temporary(&self) {
        let Some(left) = self.temporary_one().filter(|_| self.persistent()) else { return };
        if let Ok(erasing) = deferred_erase((self, left)).await {
            let _ = erasing.await;
        }
        self.temporary.take();
    }

    /// Erases temporary conversations that nobody shows any more, and those that were deleted 30 days ago. Returns their number.
    pub(crate) async fn sweep(&self) -> Result<usize, ApiError> {
        let _alone = locks::hold(&self.sweep_lock()).await;
        let mut shown = vec![self.conversation.get()];
        let mut left = Vec::new();
        for one in self.session.conversations().await?.iter().filter(|one| one.temporary) {
            // Where there are no locks, that of the own one is free.
            match locks::try_hold(&self.temporary_lock(one.id)).await {
                Some(lock) => left.push(lock),
                None => shown.push(one.id),
            }
        }
        Ok(self.session.sweep(&shown).await?)
    }

    async fn erase_temporary(&self, id: ConversationId) -> Result<(), ApiError> {
        self.stop_replies(id);
        let _turn = locks::hold(&self.lock(id)).await;
        // Where there are no locks, a stopped reply may still be stored.
        while self.stop_replies(id) {
            self.session.host().pause().await;
        }
        match self.session.close_temporary(id).await {
            // Another tab or the user erased it first.
            Ok(()) | Err(Error::NoConversation) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a conversation is open, and erased when it is left.
    pub(crate) fn is_temporary(&self, id: ConversationId) -> bool {
        self.temporary_one() == Some(id)
    }

    /// The temporary conversation that is open, if it is erased when it is left.
    fn temporary_one(&self) -> Option<ConversationId> {
        self.temporary.borrow().as_ref().map(|(id, _)| *id)
    }

    fn temporary_lock(&self, id: ConversationId) -> String {
        format!("{}:{id}", self.sweep_lock())
    }

    /// Name of the lock that is held while a temporary conversation is created, until its own lock is held, and while
    /// sweeping.
    fn sweep_lock(&self) -> String {
        self.lock_named("temporary")
    }
}
