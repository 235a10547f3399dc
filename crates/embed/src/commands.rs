//! What changes what the model may see: forgetting, marks, taking back.

use crate::{
    cross::{id, to_js},
    manager::Manager,
    plain,
    refusal::{Refusal, name_of},
};
use ricordo_core::{branch::Sequence, error::Error, mark::MarkKind, store::Store};
use wasm_bindgen::{JsValue, prelude::*};

#[wasm_bindgen]
impl Manager {
    /// The last `limit` messages, oldest first; with `before` those before that message.
    ///
    /// # Errors
    /// `no-message`, and the codes of storage.
    pub async fn history(&self, limit: u32, before: Option<String>) -> Result<JsValue, Refusal> {
        let open = self.conversation.get();
        let (seen, messages) = match before {
            None => {
                let mut seen = self.session.open(open, limit).await?;
                let messages = std::mem::take(&mut seen.messages);
                (seen, messages)
            }
            Some(before) => {
                let before = self.session.store().message(id(&before, "message")?).await?.ok_or(Error::NoMessage)?;
                let messages = self.session.older(open, before.sequence, limit).await?;
                (self.session.open(open, 0).await?, messages)
            }
        };
        to_js(&messages.iter().map(|message| plain::message(message, Some(&seen))).collect::<Vec<_>>())
    }

    /// One page of the whole branch from a place on, oldest first: `{ messages, next }`, without `next` at the end.
    ///
    /// # Errors
    /// The codes of storage.
    pub async fn page(&self, from: Sequence, limit: u32) -> Result<JsValue, Refusal> {
        let open = self.conversation.get();
        let messages = self.session.newer(open, from, limit).await?;
        let seen = self.session.open(open, 0).await?;
        let next = messages.last().map(|last| last.sequence + 1);
        let messages: Vec<_> = messages.iter().map(|message| plain::message(message, Some(&seen))).collect();
        to_js(&serde_json::json!({ "messages": messages, "next": next }))
    }

    /// Forgets all but the last `keep` messages of completed turns.
    ///
    /// # Errors
    /// The codes of storage.
    pub async fn forget(&self, keep: u32) -> Result<(), Refusal> {
        Ok(self.session.forget(self.conversation.get(), keep).await?)
    }

    /// Takes the last forget back. `false`: nothing was forgotten.
    ///
    /// # Errors
    /// The codes of storage.
    pub async fn remember(&self) -> Result<bool, Refusal> {
        Ok(self.session.remember(self.conversation.get()).await?)
    }

    /// Takes the last command back and says which it was; `undefined`: there was none.
    ///
    /// # Errors
    /// The codes of storage.
    pub async fn undo(&self) -> Result<Option<String>, Refusal> {
        Ok(self.session.undo(self.conversation.get()).await?.map(|command| name_of(&command)))
    }

    /// Marks a message `muted` or `pinned`; with anything else its mark is taken away.
    ///
    /// # Errors
    /// `no-message`, and the codes of storage.
    pub async fn mark(&self, message: String, mark: Option<String>) -> Result<(), Refusal> {
        let kind = match mark.as_deref() {
            Some("muted") => Some(MarkKind::Muted),
            Some("pinned") => Some(MarkKind::Pinned),
            _ => None,
        };
        match self.session.mark(self.conversation.get(), id(&message, "message")?, kind).await {
            Err(Error::NoConversation) => Err(Error::NoMessage.into()),
            other => Ok(other?),
        }
    }
}
