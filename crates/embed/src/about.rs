//! Metadata that a page gives with a message: its author, the message it replies to, and its chat.

use crate::{api_error::ApiError, cross::id, given::Fields};
use ricordo_core::{
    conversation::{Chat, ChatKind},
    id::MessageId,
    message::Author,
};
use wasm_bindgen::JsValue;

/// Metadata of a message.
#[derive(Debug, Default)]
pub(crate) struct About {
    pub(crate) author: Option<Author>,
    pub(crate) reply_to: Option<MessageId>,
    pub(crate) chat: Chat,
}

impl About {
    /// Reads `{ author: { name, username, id }, replyTo, chatName, chatType }`; `undefined` is a message without metadata.
    pub(crate) fn read(given: &JsValue) -> Result<Self, ApiError> {
        if given.is_undefined() {
            return Ok(Self::default());
        }
        let given = Fields::of(given, "The message", &["author", "replyTo", "chatName", "chatType"])?;
        let kinds = ChatKind::ALL.map(|kind| (kind.name(), kind));
        Ok(Self {
            author: author(&given.value("author"))?,
            reply_to: given.text("replyTo")?.map(|message| id(&message, "message")).transpose()?,
            chat: Chat { name: given.text("chatName")?, kind: given.one_of("chatType", &kinds)? },
        })
    }
}

fn author(given: &JsValue) -> Result<Option<Author>, ApiError> {
    if given.is_undefined() || given.is_null() {
        return Ok(None);
    }
    let given = Fields::of(given, "The author", &["id", "name", "username"])?;
    let (name, username, id) = (given.text("name")?, given.text("username")?, given.text("id")?);
    // A person may have a user name only.
    let shown = name.or_else(|| username.clone()).unwrap_or_default();
    let author = Author::new(&shown, username.as_deref(), id.as_deref());
    given.required("name", author).map(Some)
}
