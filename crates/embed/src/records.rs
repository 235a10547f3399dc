//! Operations on all stored data: export, import, statistics, erasing.

use crate::{
    api_error::ApiError,
    cross::{self, id, to_js},
    given::Fields,
    lazy_calls::Answer,
    manager::Manager,
};
use ricordo_browser::locks;
use ricordo_core::{
    error::Error,
    id::{ConversationId, MessageId},
    session::{Kept, Scope},
    statistics::DayUsage,
    store::Store as _,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use wasm_bindgen::JsValue;

impl Manager {
    /// All stored data as JSON. API keys are not included.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn export_all(&self) -> Answer {
        Ok(self.session.export_text(Scope::Everything).await?.into())
    }

    /// Imports the records of an export that are not stored yet. Existing records stay unchanged.
    ///
    /// # Errors
    /// `not-an-export`, `newer-version`, and storage error codes; nothing was stored then.
    pub(crate) async fn import_all(&self, json: String) -> Answer {
        let imported = self.session.import_text(&json).await?;
        to_js(&json!({ "added": imported.added, "kept": imported.kept }))
    }

    /// Erases what is named: `"all"`, `"conversations"`, `{ message }` or `{ conversation }`.
    ///
    /// # Errors
    /// `bad-argument` for anything else, because nothing must be erased by mistake; and those of what it names.
    pub(crate) async fn erase(&self, what: JsValue) -> Answer {
        match what.as_string().as_deref() {
            Some("all") => return self.erase_all(false).await,
            Some("conversations") => return self.erase_all(true).await,
            _ => {}
        }
        let unknown = || {
            ApiError::bad_argument(
                "erase takes `{ message: id }`, `{ conversation: id }`, \"conversations\" or \"all\".",
            )
        };
        let fields = Fields::of(&what, "erase", &["message", "conversation"]).map_err(|_| unknown())?;
        match (fields.text("message")?, fields.text("conversation")?) {
            (Some(message), None) => self.erase_message(id(&message, "message")?).await,
            (None, Some(conversation)) => self.erase_conversation(id(&conversation, "conversation")?).await,
            _ => Err(unknown()),
        }
    }

    /// Erases a conversation with everything derived from it, for good. Waits for the end of a reply in it, which would store
    /// something of it again.
    ///
    /// # Errors
    /// `no-conversation`, and storage error codes; nothing was erased then.
    async fn erase_conversation(&self, conversation: ConversationId) -> Answer {
        let _turn = locks::hold(&self.lock(conversation)).await;
        self.session.erase_conversation(conversation).await?;
        if conversation == self.conversation.get() {
            self.show_erased(self.session.open_latest(1).await?.conversation.id);
        }
        Ok(JsValue::UNDEFINED)
    }

    /// Erases a message with everything derived from it, for good. Waits for the end of a reply in its conversation.
    ///
    /// # Errors
    /// `no-message`, and storage error codes; nothing was erased then.
    async fn erase_message(&self, message: MessageId) -> Answer {
        let found = self.session.store().message(message).await?.ok_or(Error::NoMessage)?;
        let _turn = locks::hold(&self.lock(found.conversation)).await;
        self.session.erase_message(message).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Erases all conversations for good, with their messages and summaries, and opens a new one. Also erases the facts
    /// and tasks that came from them, unless `keeps`; those that the user wrote and the settings stay. Waits for the end of all
    /// replies.
    ///
    /// # Errors
    /// Storage error codes.
    async fn erase_all(&self, keeps: bool) -> Answer {
        let kept = Kept { tasks: keeps, facts: keeps };
        let conversations = self.session.store().conversations().await?;
        // In one order, so that two tabs that erase at the same time do not wait for each other.
        let ids: BTreeSet<ConversationId> = conversations.iter().map(|conversation| conversation.id).collect();
        let mut turns = Vec::with_capacity(ids.len());
        for conversation in ids {
            turns.push(locks::hold(&self.lock(conversation)).await);
        }
        self.show_erased(self.session.new_and_erase(kept).await?.conversation.id);
        Ok(JsValue::UNDEFINED)
    }

    /// Usage per day and model, newest day first.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn stats(&self) -> Answer {
        let plain = |day: &DayUsage| {
            let mut plain = cross::plain(day);
            if let Some(fields) = plain.as_object_mut() {
                // Summed over all conversations.
                fields.remove("conversation");
                // Left out of the stored row where there are none.
                fields.entry("writtenTokens").or_insert(json!(0));
            }
            plain
        };
        to_js(&self.session.statistics().await?.iter().map(plain).collect::<Vec<Value>>())
    }
}
