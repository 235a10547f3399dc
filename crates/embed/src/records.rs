//! Everything that is stored: out, in, counted, and erased for good.

use crate::{
    cross::{self, id, to_js},
    manager::Manager,
    refusal::Refusal,
};
use ricordo_core::{session::Scope, statistics::DayUsage};
use serde_json::{Value, json};
use wasm_bindgen::{JsValue, prelude::*};

#[wasm_bindgen]
impl Manager {
    /// Everything that is stored, as JSON. No key is in it.
    ///
    /// # Errors
    /// The codes of storage.
    #[wasm_bindgen(js_name = exportAll)]
    pub async fn export_all(&self) -> Result<String, Refusal> {
        Ok(self.session.export_text(Scope::Everything).await?)
    }

    /// Adds what an export holds and is not there yet. What is there stays as it is.
    ///
    /// # Errors
    /// `not-an-export`, `newer-version`, and the codes of storage; nothing was stored then.
    #[wasm_bindgen(js_name = importAll)]
    pub async fn import_all(&self, json: String) -> Result<JsValue, Refusal> {
        let imported = self.session.import_text(&json).await?;
        to_js(&json!({ "added": imported.added, "kept": imported.kept }))
    }

    /// Erases a conversation with everything derived from it, for good.
    ///
    /// # Errors
    /// `no-conversation`, and the codes of storage; nothing was erased then.
    #[wasm_bindgen(js_name = eraseConversation)]
    pub async fn erase_conversation(&self, conversation: String) -> Result<(), Refusal> {
        let gone = id(&conversation, "conversation")?;
        self.session.erase_conversation(gone).await?;
        if gone == self.conversation.get() {
            self.conversation.set(self.session.open_latest(1).await?.conversation.id);
        }
        Ok(())
    }

    /// Erases a message with everything derived from it, for good.
    ///
    /// # Errors
    /// `no-message`, and the codes of storage; nothing was erased then.
    #[wasm_bindgen(js_name = eraseMessage)]
    pub async fn erase_message(&self, message: String) -> Result<(), Refusal> {
        Ok(self.session.erase_message(id(&message, "message")?).await?)
    }

    /// Erases all conversations with everything derived from them, for good, and opens a new one. Facts and tasks that the
    /// user wrote, and the settings, stay.
    ///
    /// # Errors
    /// The codes of storage.
    #[wasm_bindgen(js_name = eraseAll)]
    pub async fn erase_all(&self) -> Result<(), Refusal> {
        self.conversation.set(self.session.new_and_erase().await?.conversation.id);
        Ok(())
    }

    /// What was sent and received, per day and model, the newest day first.
    ///
    /// # Errors
    /// The codes of storage.
    pub async fn stats(&self) -> Result<JsValue, Refusal> {
        let plain = |day: &DayUsage| {
            let mut plain = cross::plain(day);
            if let Some(fields) = plain.as_object_mut() {
                // They are added up over all conversations.
                fields.remove("conversation");
            }
            plain
        };
        to_js(&self.session.statistics().await?.iter().map(plain).collect::<Vec<Value>>())
    }
}
