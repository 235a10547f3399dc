//! Memories and user data.

use crate::{
    api_error::name_of,
    cross::{self, from_js, record_to_js, to_js},
    given::Fields,
    lazy_calls::Answer,
    manager::Manager,
    plain,
    projects::scope_of,
};
use js_sys::Object;
use ricordo_core::{
    id::{ConversationId, MemoryId},
    memory::find::{MemoryEntry, MemoryQuery},
    user_data::UserData,
};
use serde_json::{Value, json};
use wasm_bindgen::{JsCast, JsValue};

impl Manager {
    /// One page of the memories.
    ///
    /// # Errors
    /// `bad-argument`, and storage error codes.
    pub(crate) async fn memories(&self, query: JsValue) -> Answer {
        let query: MemoryQuery = from_js::<Option<MemoryQuery>>(&query, "The query")?.unwrap_or_default();
        let page = self.session.memories(&query).await?;
        let entries = page.entries.iter().map(|entry| {
            let kind = name_of(&entry.kind());
            let mut plain = match entry {
                MemoryEntry::Fact(memory) => cross::plain(memory),
                MemoryEntry::Summary(summary) => plain::summary(summary),
            };
            plain["kind"] = json!(kind);
            plain
        });
        let entries: Vec<Value> = entries.collect();
        to_js(&json!({
            "entries": entries,
            "page": page.page,
            "pages": page.pages,
            "total": page.total,
            "kept": page.kept,
        }))
    }

    /// Adds a memory.
    ///
    /// # Errors
    /// `memory-refused` with the reason, `temporary`, and storage error codes; nothing has changed then.
    pub(crate) async fn add_memory(&self, open: ConversationId, text: String, scope: JsValue) -> Answer {
        let scope = scope_of(&scope)?;
        let _changing = self.changing().await;
        let kept = match scope {
            Some(scope) => self.session.add_memory_in(open, &text, None, scope).await?,
            None => self.session.add_memory(open, &text, None).await?,
        };
        record_to_js(&kept.memory)
    }

    /// Changes where a memory is used.
    ///
    /// # Errors
    /// As [`Manager::add_memory`], and `project-refused` if the project does not exist.
    pub(crate) async fn scope_memory(&self, open: ConversationId, memory: MemoryId, scope: JsValue) -> Answer {
        let scope = scope_of(&scope)?.unwrap_or_default();
        let _changing = self.changing().await;
        record_to_js(&self.session.set_memory_scope(open, memory, scope).await?.memory)
    }

    /// Changes the text of a memory.
    ///
    /// # Errors
    /// As [`Manager::add_memory`].
    pub(crate) async fn update_memory(&self, open: ConversationId, memory: MemoryId, text: String) -> Answer {
        let _changing = self.changing().await;
        record_to_js(&self.session.update_memory(open, memory, &text).await?.memory)
    }

    /// Deletes a memory.
    ///
    /// # Errors
    /// As [`Manager::add_memory`].
    pub(crate) async fn remove_memory(&self, open: ConversationId, memory: MemoryId) -> Answer {
        let _changing = self.changing().await;
        self.session.delete_memory(open, memory).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Pins a memory, so that the limit never archives it, or unpins it.
    ///
    /// # Errors
    /// As [`Manager::add_memory`].
    pub(crate) async fn pin_memory(&self, open: ConversationId, memory: MemoryId, pinned: bool) -> Answer {
        let _changing = self.changing().await;
        self.session.pin_memory(open, memory, pinned).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Accepts a proposal, or restores a memory from the archive.
    ///
    /// # Errors
    /// As [`Manager::add_memory`].
    pub(crate) async fn keep_memory(&self, open: ConversationId, memory: MemoryId, scope: JsValue) -> Answer {
        let scope = scope_of(&scope)?;
        let _changing = self.changing().await;
        match scope {
            Some(scope) => self.session.keep_memory_in(open, memory, scope).await?,
            None => self.session.keep_memory(open, memory).await?,
        };
        Ok(JsValue::UNDEFINED)
    }

    /// Discards a proposal, or archives a memory.
    ///
    /// # Errors
    /// As [`Manager::add_memory`].
    pub(crate) async fn archive_memory(&self, open: ConversationId, memory: MemoryId) -> Answer {
        let _changing = self.changing().await;
        self.session.archive_memory(open, memory).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// The user data.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn user_data(&self) -> Answer {
        record_to_js(&self.session.user_data().await?)
    }

    /// Changes some of the user data and resolves with all of it.
    ///
    /// # Errors
    /// As [`Manager::add_memory`], and `bad-argument` for a field that does not exist.
    pub(crate) async fn change_user_data(&self, open: ConversationId, change: JsValue) -> Answer {
        // Leaves out what is undefined, which is unchanged.
        let change = to_js(&from_js::<Value>(&change, "The user data")?)?;
        Fields::of(&change, "The user data", &["name", "username", "pronouns", "language", "fields", "people"])?;
        let _changing = self.changing().await;
        let changed: Object = record_to_js(&self.session.user_data().await?)?.unchecked_into();
        let changed = Object::assign(&changed, change.unchecked_ref()).into();
        let user_data: UserData = from_js(&changed, "The user data")?;
        self.session.save_user_data(open, &user_data).await?;
        record_to_js(&user_data)
    }
}
