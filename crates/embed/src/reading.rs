//! Reads messages of a conversation.

use crate::{
    api_error::ApiError,
    cross::{id, to_js},
    manager::Manager,
    plain,
};
use ricordo_core::{branch::Sequence, error::Error, store::Store};
use wasm_bindgen::{JsValue, prelude::*};

#[wasm_bindgen]
impl Manager {
    /// The last `limit` messages of a conversation, oldest first; with `before`, the last ones before that message.
    ///
    /// # Errors
    /// `no-message` if the conversation has no such message, and storage error codes.
    pub async fn history(&self, conversation: String, limit: u32, before: Option<String>) -> Result<JsValue, ApiError> {
        let open = id(&conversation, "conversation")?;
        let (seen, messages) = match before {
            None => {
                let mut seen = self.session.open(open, limit).await?;
                let messages = std::mem::take(&mut seen.messages);
                (seen, messages)
            }
            Some(before) => {
                let before = self.session.store().message(id(&before, "message")?).await?;
                let before = before.filter(|message| message.conversation == open).ok_or(Error::NoMessage)?;
                let messages = self.session.older(open, before.sequence, limit).await?;
                (self.session.open(open, 0).await?, messages)
            }
        };
        to_js(&messages.iter().map(|message| plain::message(message, Some(&seen))).collect::<Vec<_>>())
    }

    /// One page of the whole branch of a conversation from a sequence number on, oldest first: `{ messages, next }`, without
    /// `next` at the end.
    ///
    /// # Errors
    /// Storage error codes.
    pub async fn page(&self, conversation: String, from: Sequence, limit: u32) -> Result<JsValue, ApiError> {
        let conversation = id(&conversation, "conversation")?;
        let messages = self.session.newer(conversation, from, limit).await?;
        let seen = self.session.open(conversation, 0).await?;
        let next = messages.last().map(|last| last.sequence + 1);
        let messages: Vec<_> = messages.iter().map(|message| plain::message(message, Some(&seen))).collect();
        to_js(&serde_json::json!({ "messages": messages, "next": next }))
    }
}
