//! Whole conversations.

use crate::{
    cross::{id, to_js},
    manager::Manager,
    refusal::Refusal,
};
use ricordo_core::conversation::Conversation;
use serde_json::{Value, json};
use wasm_bindgen::{JsValue, prelude::*};

#[wasm_bindgen]
impl Manager {
    /// All conversations, the last used first.
    ///
    /// # Errors
    /// The codes of storage.
    pub async fn conversations(&self) -> Result<JsValue, Refusal> {
        let open = self.conversation.get();
        let plain = |conversation: &Conversation| -> Value {
            json!({
                "id": conversation.id,
                "title": conversation.title,
                "createdAt": conversation.created_at.0,
                "updatedAt": conversation.updated_at.0,
                "temporary": conversation.temporary,
                "pinned": conversation.pinned,
                "archived": conversation.archived,
                "tags": conversation.tags,
                "open": conversation.id == open,
            })
        };
        to_js(&self.session.conversations().await?.iter().map(plain).collect::<Vec<_>>())
    }

    /// Opens another conversation.
    ///
    /// # Errors
    /// `no-conversation`, and the codes of storage.
    #[wasm_bindgen(js_name = openConversation)]
    pub async fn open_conversation(&self, conversation: String) -> Result<(), Refusal> {
        self.turn_to(&conversation).await
    }

    /// Starts a conversation and opens it; a temporary one leaves nothing behind when it is closed.
    ///
    /// # Errors
    /// The codes of storage.
    #[wasm_bindgen(js_name = newConversation)]
    pub async fn new_conversation(&self, temporary: bool) -> Result<String, Refusal> {
        let made =
            if temporary { self.session.new_temporary().await? } else { self.session.new_conversation().await? };
        self.conversation.set(made.conversation.id);
        Ok(made.conversation.id.to_string())
    }

    /// Gives a conversation another title.
    ///
    /// # Errors
    /// `no-conversation`, and the codes of storage.
    #[wasm_bindgen(js_name = renameConversation)]
    pub async fn rename_conversation(&self, conversation: String, title: String) -> Result<(), Refusal> {
        Ok(self.session.rename(id(&conversation, "conversation")?, &title).await?)
    }

    /// Takes a conversation out of the list. Undo brings it back; 30 days later it is erased.
    ///
    /// # Errors
    /// `no-conversation`, and the codes of storage.
    #[wasm_bindgen(js_name = deleteConversation)]
    pub async fn delete_conversation(&self, conversation: String) -> Result<(), Refusal> {
        let gone = id(&conversation, "conversation")?;
        self.session.delete_conversation(gone, self.conversation.get()).await?;
        if gone == self.conversation.get() {
            self.conversation.set(self.session.open_latest(1).await?.conversation.id);
        }
        Ok(())
    }

    /// Takes all messages out of the open conversation and keeps it. Undo brings them back.
    ///
    /// # Errors
    /// The codes of storage.
    pub async fn clear(&self) -> Result<(), Refusal> {
        Ok(self.session.clear(self.conversation.get()).await?)
    }
}
