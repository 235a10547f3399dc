//! Removes what is stored of a conversation: one that cannot be imported, or one in the trash that another replaces.

use super::{CHUNK, ImportProgress, ImportState};
use crate::{
    change::Change,
    error::{Error, StoreError},
    exchange::Why,
    host::Host,
    id::ConversationId,
    session::Session,
    store::Store,
};

impl<S: Store, H: Host> Session<S, H> {
    /// Removes a conversation with its own records only: records derived from it may have come with the file.
    pub(super) async fn remove_with_all(&self, id: ConversationId) -> Result<(), StoreError> {
        let removals = self.removals(id).await?;
        for some in removals.chunks(CHUNK) {
            self.store.apply(some.to_vec()).await?;
        }
        Ok(())
    }

    /// Removes each record of a conversation. The conversation's own is the last, so that it stays known until then.
    pub(super) async fn removals(&self, id: ConversationId) -> Result<Vec<Change>, StoreError> {
        match self.keys_of(id).await {
            Ok(keys) => Ok(keys.into_iter().rev().map(Change::Remove).collect()),
            Err(Error::Store(error)) => Err(error),
            Err(_) => Ok(Vec::new()),
        }
    }

    /// Drops a conversation that cannot be imported, with everything stored of it.
    pub(super) async fn give_up(&self, import: &mut ImportProgress, id: ConversationId, why: Why) {
        let Some(ImportState::Open(open)) = import.conversations.insert(id, ImportState::Out) else { return };
        if open.is_begun {
            // If it cannot be erased now, it stays hidden and is erased with the deleted conversations.
            let _ = self.remove_with_all(id).await;
            import.imported.messages -= open.stored;
        }
        import.skip(open.conversation.title, why);
    }
}
