//! Stores messages that were exchanged elsewhere. Its code is loaded with the first such call.

use crate::{
    about::About,
    api_error::ApiError,
    cross::{id, to_js},
    given::Fields,
    incoming::{self, Incoming},
    loaded::{Boxed, loaded_when_called},
    manager::Manager,
    plain,
};
use js_sys::Array;
use ricordo_browser::locks;
use ricordo_core::{
    id::ConversationId,
    message::{Finish, Role, Usage},
    session::NewMessage,
};
use wasm_bindgen::{JsCast, JsValue, prelude::*};

/// Fields of a message that was exchanged elsewhere.
const OF_A_MESSAGE: [&str; 4] = ["role", "model", "finish", "usage"];
const ROLES: [(&str, Role); 4] =
    [("user", Role::User), ("assistant", Role::Assistant), ("tool", Role::Tool), ("system", Role::System)];

/// Messages to append to a conversation.
pub(crate) struct Exchanged<'a> {
    manager: &'a Manager,
    conversation: ConversationId,
    entry: Array,
    parts: Array,
    abouts: Array,
}

loaded_when_called! { compile:
    /// Appends the messages.
    fn deferred_append(exchanged: Exchanged<'_>) -> Result<Boxed<'_, Result<JsValue, ApiError>>, ApiError> {
        Ok(Box::pin(exchanged.append()))
    }
}

#[wasm_bindgen]
impl Manager {
    /// Appends messages to the conversation, all or none. `entry` has the metadata of each, `parts` its content,
    /// `abouts` its author, the message it replies to and its chat.
    ///
    /// # Errors
    /// Nothing was stored: `not-loaded`, `bad-argument`, `empty-message`, and storage error codes.
    pub async fn append(
        &self,
        conversation: String,
        entry: Array,
        parts: Array,
        abouts: Array,
    ) -> Result<JsValue, ApiError> {
        let conversation = id(&conversation, "conversation")?;
        deferred_append(Exchanged { manager: self, conversation, entry, parts, abouts }).await?.await
    }
}

impl Exchanged<'_> {
    async fn append(self) -> Result<JsValue, ApiError> {
        let Self { manager, conversation, entry, parts, abouts } = self;
        let _turn = locks::hold(&manager.lock(conversation)).await;
        let mut new_messages = Vec::with_capacity(entry.length() as usize);
        let mut all_blobs = Vec::new();
        for ((entry, parts), about) in entry.iter().zip(parts.iter()).zip(abouts.iter()) {
            let parts: Array = parts.dyn_into().unwrap_or_default();
            let entry = Fields::of(&entry, "The message", &OF_A_MESSAGE)?;
            let role = entry.required("role", entry.one_of("role", &ROLES)?)?;
            let Incoming { parts, blobs } = incoming::read(&parts, role, conversation, manager.session.host())?;
            all_blobs.extend(blobs);
            let (model, finish) = (entry.text("model")?, finish_of(&entry)?);
            let usage = usage_of(&entry.value("usage"))?;
            let About { author, reply_to, chat } = About::read(&about)?;
            new_messages.push(NewMessage { role, parts, model, finish, author, reply_to, chat, usage });
        }
        let stored = manager.session.append(conversation, &new_messages, all_blobs).await?;
        to_js(&stored.iter().map(|message| plain::message(message, None)).collect::<Vec<_>>())
    }
}

/// Finish reason of a reply that was generated elsewhere.
fn finish_of(entry: &Fields<'_>) -> Result<Option<Finish>, ApiError> {
    let finish = entry
        .one_of("finish", &[("complete", 0), ("length", 1), ("toolCalls", 2), ("contentFilter", 3), ("stopped", 4)])?;
    Ok(finish.map(|finish| match finish {
        0 => Finish::Complete,
        1 => Finish::Length,
        2 => Finish::ToolCalls,
        3 => Finish::ContentFilter,
        _ => Finish::Stopped,
    }))
}

/// Token usage of a reply that was generated elsewhere.
fn usage_of(entry: &JsValue) -> Result<Option<Usage>, ApiError> {
    if entry.is_undefined() || entry.is_null() {
        return Ok(None);
    }
    let entry = Fields::of(entry, "The usage", &["promptTokens", "completionTokens", "cachedTokens", "writtenTokens"])?;
    Ok(Some(Usage {
        prompt_tokens: entry.required("promptTokens", entry.whole("promptTokens")?)?,
        completion_tokens: entry.required("completionTokens", entry.whole("completionTokens")?)?,
        cached_tokens: entry.whole("cachedTokens")?,
        written_tokens: entry.whole("writtenTokens")?,
    }))
}
