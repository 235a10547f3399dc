//! Messages that the storage limit deleted: list, restore, delete for good.

use crate::{cross::to_js, lazy_calls::Answer, manager::Manager, plain};
use ricordo_core::{
    error::StoreError,
    id::ConversationId,
    record::{Link, RecordKey},
    session::DeletedMessages,
    store::Store,
};
use serde_json::{Value, json};
use wasm_bindgen::JsValue;

impl Manager {
    /// The messages that can still be restored, the latest deletion first.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn deleted_messages(&self) -> Answer {
        let plain = |of: &DeletedMessages| -> Value {
            json!({
                "conversation": of.conversation,
                "title": of.title,
                "messages": of.messages.iter().map(|message| plain::message(message, None)).collect::<Vec<_>>(),
                "deletedFrom": of.deleted.0.0,
                "deletedTo": of.deleted.1.0,
                "goneAt": of.gone_at.0,
            })
        };
        to_js(&self.session.deleted_messages().await?.iter().map(plain).collect::<Vec<_>>())
    }

    /// The keys of the deletions that can still be restored.
    ///
    /// # Errors
    /// The database.
    pub(crate) async fn deletions(&self) -> Result<Vec<RecordKey>, StoreError> {
        Ok(self.session.store().linked(vec![Link::deletions()], u32::MAX).await?.into_iter().flatten().collect())
    }

    /// The conversations in which messages were deleted since these deletions.
    ///
    /// # Errors
    /// The database.
    pub(crate) async fn deleted_since(&self, before: &[RecordKey]) -> Result<Vec<ConversationId>, StoreError> {
        let now = self.deletions().await?;
        let mut found: Vec<ConversationId> = now
            .iter()
            .filter(|key| !before.contains(key))
            .filter_map(|key| match key {
                RecordKey::Undo(conversation, _) => Some(*conversation),
                _ => None,
            })
            .collect();
        // The keys sort by conversation.
        found.dedup();
        Ok(found)
    }

    /// Restores the deleted messages of a conversation and resolves with their number.
    ///
    /// # Errors
    /// `no-conversation`, and storage error codes.
    pub(crate) async fn restore_messages(&self, conversation: ConversationId) -> Answer {
        Ok(self.session.restore_deleted(conversation).await?.into())
    }

    /// Deletes the deleted messages of a conversation for good.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn discard_messages(&self, conversation: ConversationId) -> Answer {
        self.session.discard_deleted(conversation).await?;
        Ok(JsValue::UNDEFINED)
    }
}
