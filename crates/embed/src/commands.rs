//! Commands that change what the model may see: forget, marks, undo.

use crate::{api_error::name_of, lazy_calls::Answer, manager::Manager};
use ricordo_core::{
    error::Error,
    id::{ConversationId, MessageId},
    mark::MarkKind,
};
use wasm_bindgen::JsValue;

impl Manager {
    /// Forgets all but the last `keep` messages of completed turns.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn forget(&self, open: ConversationId, keep: u32) -> Answer {
        self.session.forget(open, keep).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Undoes the last forget; `false` if there was none.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn remember(&self, open: ConversationId) -> Answer {
        Ok(self.session.remember(open).await?.into())
    }

    /// Undoes the last command and returns its name; `undefined` if there was none.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn undo(&self, open: ConversationId) -> Answer {
        let undone = self.session.undo(open).await?;
        Ok(undone.map_or(JsValue::UNDEFINED, |command| name_of(&command).into()))
    }

    /// Marks a message as `muted`, `pinned` or `not_recalled`; any other value removes the mark.
    ///
    /// # Errors
    /// `no-message`, and storage error codes.
    pub(crate) async fn mark(&self, open: ConversationId, message: MessageId, mark: Option<String>) -> Answer {
        let kind = match mark.as_deref() {
            Some("muted") => Some(MarkKind::Muted),
            Some("pinned") => Some(MarkKind::Pinned),
            Some("not_recalled") => Some(MarkKind::NotRecalled),
            _ => None,
        };
        match self.session.mark(open, message, kind).await {
            Err(Error::NoConversation) => Err(Error::NoMessage.into()),
            other => Ok(other.map(|()| JsValue::UNDEFINED)?),
        }
    }
}
