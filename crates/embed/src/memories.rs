//! Memories and user data.

use crate::{
    cross::{self, from_js, id, record_to_js, to_js},
    manager::Manager,
    plain,
    refusal::{Refusal, name_of},
};
use ricordo_core::{
    memory::find::{MemoryEntry, MemoryQuery},
    user_data::UserData,
};
use serde_json::{Value, json};
use wasm_bindgen::{JsValue, prelude::*};

#[wasm_bindgen]
impl Manager {
    /// One page of the memories.
    ///
    /// # Errors
    /// `bad-argument`, and the codes of storage.
    pub async fn memories(&self, query: JsValue) -> Result<JsValue, Refusal> {
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

    /// Keeps a fact.
    ///
    /// # Errors
    /// `memory-refused` with the reason, `temporary`, and the codes of storage; nothing has changed then.
    #[wasm_bindgen(js_name = addMemory)]
    pub async fn add_memory(&self, text: String) -> Result<JsValue, Refusal> {
        record_to_js(&self.session.add_memory(self.conversation.get(), &text, None).await?)
    }

    /// Changes the words of a memory.
    ///
    /// # Errors
    /// As [`Manager::add_memory`].
    #[wasm_bindgen(js_name = updateMemory)]
    pub async fn update_memory(&self, memory: String, text: String) -> Result<JsValue, Refusal> {
        let memory = id(&memory, "memory")?;
        record_to_js(&self.session.update_memory(self.conversation.get(), memory, &text).await?)
    }

    /// Deletes a memory.
    ///
    /// # Errors
    /// As [`Manager::add_memory`].
    #[wasm_bindgen(js_name = removeMemory)]
    pub async fn remove_memory(&self, memory: String) -> Result<(), Refusal> {
        Ok(self.session.delete_memory(self.conversation.get(), id(&memory, "memory")?).await?)
    }

    /// Pins a memory, so that the cap never archives it, or unpins it.
    ///
    /// # Errors
    /// As [`Manager::add_memory`].
    #[wasm_bindgen(js_name = pinMemory)]
    pub async fn pin_memory(&self, memory: String, pinned: bool) -> Result<(), Refusal> {
        Ok(self.session.pin_memory(self.conversation.get(), id(&memory, "memory")?, pinned).await?)
    }

    /// Keeps a proposal, or takes a memory out of the archive.
    ///
    /// # Errors
    /// As [`Manager::add_memory`].
    #[wasm_bindgen(js_name = keepMemory)]
    pub async fn keep_memory(&self, memory: String) -> Result<(), Refusal> {
        Ok(self.session.keep_memory(self.conversation.get(), id(&memory, "memory")?).await?)
    }

    /// Drops a proposal, or moves a memory to the archive.
    ///
    /// # Errors
    /// As [`Manager::add_memory`].
    #[wasm_bindgen(js_name = archiveMemory)]
    pub async fn archive_memory(&self, memory: String) -> Result<(), Refusal> {
        Ok(self.session.archive_memory(self.conversation.get(), id(&memory, "memory")?).await?)
    }

    /// Who the user is.
    ///
    /// # Errors
    /// The codes of storage.
    #[wasm_bindgen(js_name = userData)]
    pub async fn user_data(&self) -> Result<JsValue, Refusal> {
        record_to_js(&self.session.user_data().await?)
    }

    /// Stores who the user is.
    ///
    /// # Errors
    /// As [`Manager::add_memory`].
    #[wasm_bindgen(js_name = saveUserData)]
    pub async fn save_user_data(&self, user_data: JsValue) -> Result<(), Refusal> {
        let user_data: UserData = from_js(&user_data, "The user data")?;
        Ok(self.session.save_user_data(self.conversation.get(), &user_data).await?)
    }
}
