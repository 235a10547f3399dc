//! Messages that the storage limit deleted: list, restore, delete for good.

use crate::{cross::to_js, lazy_calls::Answer, manager::Manager, plain};
use ricordo_core::{id::ConversationId, session::DeletedMessages};
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
