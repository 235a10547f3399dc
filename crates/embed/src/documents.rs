//! Documents: texts that messages are answered from.

use crate::{
    api_error::ApiError,
    cross::{self, id, to_js},
    document_reading::{NewFile, ReadFile, deferred_reading},
    given::{Fields, Given},
    lazy_calls::Answer,
    manager::Manager,
    plain,
    projects::scope_of,
};
use js_sys::{Array, Uint8Array};
use ricordo_browser::locks;
use ricordo_core::{
    document::{Chunk, Document},
    id::{ConversationId, DocumentId, MessageId},
    session::{RecallQuery, Sources},
};
use serde_json::{Value, json};
use wasm_bindgen::{JsCast, JsValue};

impl Manager {
    /// Reads a file and adds it, by default for the project of the open conversation. Its arguments: a name, the bytes, or else
    /// the texts of its pages, and a scope.
    ///
    /// # Errors
    /// `document-refused` with the reason, `temporary`, `project-refused`, `bad-argument`, `not-loaded`, and storage error
    /// codes. Then there is no such document.
    pub(crate) async fn add_document(&self, open: ConversationId, given: Given) -> Answer {
        let scope = match scope_of(&given.value(3))? {
            Some(scope) => scope,
            None => self.session.place_of(open).await?.scope(),
        };
        let file = NewFile {
            name: given.text(0)?,
            bytes: given.value(1).dyn_into::<Uint8Array>().map(|bytes| bytes.to_vec()).unwrap_or_default(),
            pages: given.value(2).dyn_into::<Array>().ok().map(|pages| texts(&pages)).transpose()?,
            scope,
        };
        let ReadFile { new, remarks } = deferred_reading(file).await?;
        let mut added = plain_document(&self.session.add_document(open, new).await?);
        if let (Some(fields), Value::Object(remarks)) = (added.as_object_mut(), remarks) {
            fields.extend(remarks);
        }
        to_js(&added)
    }

    /// All documents, oldest first.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn documents(&self) -> Answer {
        to_js(&self.session.documents().await?.iter().map(plain_document).collect::<Vec<Value>>())
    }

    /// Removes a document.
    ///
    /// # Errors
    /// `document-refused` if it does not exist, and storage error codes.
    pub(crate) async fn remove_document(&self, open: ConversationId, document: DocumentId) -> Answer {
        self.session.remove_document(open, document).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Erases a document.
    ///
    /// # Errors
    /// As [`Manager::remove_document`].
    pub(crate) async fn erase_document(&self, document: DocumentId) -> Answer {
        self.session.document(document).await?;
        self.session.erase_document(document).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Changes where a document is used.
    ///
    /// # Errors
    /// As [`Manager::add_document`].
    pub(crate) async fn scope_document(&self, open: ConversationId, document: DocumentId, scope: JsValue) -> Answer {
        let scope = scope_of(&scope)?.unwrap_or_default();
        self.session.move_document(open, document, scope).await?;
        to_js(&plain_document(&self.session.document(document).await?))
    }

    /// Some of the chunks of a document, in order.
    ///
    /// # Errors
    /// As [`Manager::remove_document`].
    pub(crate) async fn document_text(&self, document: DocumentId, from: u32, most: u32) -> Answer {
        let chunks = self.session.document_text(document, from..from.saturating_add(most)).await?;
        to_js(&chunks.iter().map(plain_chunk).collect::<Vec<Value>>())
    }

    /// Makes a tool call that waits for the user, or dismisses it: the result that is part number `part` of a message.
    ///
    /// # Errors
    /// `no-message` if there is no such call, and storage error codes.
    pub(crate) async fn decide_call(
        &self,
        open: ConversationId,
        message: MessageId,
        part: u32,
        allowed: bool,
    ) -> Answer {
        // One at a time, so that a call is never made twice.
        let _turn = locks::hold(&self.lock(open)).await;
        let decided = if allowed {
            self.session.allow_call(open, message, part as usize).await?
        } else {
            self.session.dismiss_call(open, message, part as usize).await?
        };
        Ok(decided.is_some().into())
    }

    /// What recall finds in documents for a query, best first. Sends and stores nothing.
    ///
    /// # Errors
    /// As [`Manager::recall`].
    pub(crate) async fn search_documents(&self, open: ConversationId, text: String, options: JsValue) -> Answer {
        let options = Fields::of(&options, "The options", &["conversation", "limit"])?;
        let of = options.text("conversation")?.map(|text| id(&text, "conversation")).transpose()?;
        let of = of.unwrap_or(open);
        let (most, sources) = (options.whole("limit")?, Sources::Documents);
        let query = RecallQuery { text: &text, most, finds_held: true, sources };
        let found = self.session.recall_query(of, query, &self.provider()).await?;
        to_js(&found.iter().map(plain::recalled).collect::<Vec<_>>())
    }
}

fn texts(pages: &Array) -> Result<Vec<String>, ApiError> {
    let text = |page: JsValue| page.as_string().ok_or_else(|| ApiError::bad_argument("Each page is a text."));
    pages.iter().map(text).collect()
}

/// A document without its digest, which is for this program alone.
fn plain_document(document: &Document) -> Value {
    let mut plain = cross::plain(document);
    if let Some(fields) = plain.as_object_mut() {
        fields.remove("digest");
    }
    plain
}

fn plain_chunk(chunk: &Chunk) -> Value {
    let mut plain = cross::plain(&chunk.place);
    plain["lastPage"] = json!(chunk.place.pages().map(|(_, last)| last));
    plain["number"] = json!(chunk.number);
    plain["text"] = json!(chunk.text);
    plain
}
