//! Compiles a message without sending it. Its code is loaded with the first such call.

use crate::{
    about::About,
    api_error::ApiError,
    cross::{id, parse, to_js},
    incoming::{self, Incoming},
    loaded::{Boxed, loaded_when_called},
    manager::Manager,
    plain,
};
use js_sys::{Array, Reflect};
use ricordo_browser::http::request_options;
use ricordo_core::{
    compile::Outgoing,
    id::ConversationId,
    message::{Part, Role},
    model::{Attachment, ChatRequest},
    provider::Provider,
    record::Blob,
    session::AskedFor,
    wire::{Protocol, protocol::RequestOptions},
};
use wasm_bindgen::{JsValue, prelude::*};

/// A message to compile.
pub(crate) struct Draft<'a> {
    manager: &'a Manager,
    conversation: ConversationId,
    provider: Provider,
    parts: Array,
    about: JsValue,
}

loaded_when_called! { compile:
    /// Compiles the message.
    fn deferred_compile(draft: Draft<'_>) -> Result<Boxed<'_, Result<JsValue, ApiError>>, ApiError> {
        Ok(Box::pin(draft.compile()))
    }
}

#[wasm_bindgen]
impl Manager {
    /// The exact request that `send` would send in a conversation, and its composition. Sends and stores nothing.
    ///
    /// # Errors
    /// As [`Manager::send`].
    pub async fn compile(&self, conversation: String, parts: Array, about: JsValue) -> Result<JsValue, ApiError> {
        // The provider of the time of the call: another one may be set while the code is loaded.
        let (conversation, provider) = (id(&conversation, "conversation")?, self.provider());
        deferred_compile(Draft { manager: self, conversation, provider, parts, about }).await?.await
    }
}

impl Draft<'_> {
    async fn compile(self) -> Result<JsValue, ApiError> {
        let Self { manager, conversation, provider, parts, about } = self;
        let session = &manager.session;
        let Incoming { parts, blobs } = incoming::read(&parts, Role::User, conversation, session.host())?;
        let outgoing = outgoing(parts, About::read(&about)?);
        let compiled = session.preview_message(conversation, outgoing, &provider, AskedFor::Typing).await?;
        let mut request = compiled.request.clone();
        request.attachments = session.images_of(&request).await?;
        let new = |blob: Blob| Attachment { blob: blob.id, media_type: blob.media_type, bytes: blob.bytes };
        request.attachments.extend(blobs.into_iter().map(new));
        let entry = to_js(&plain::compiled(&compiled))?;
        // Setting a property of a new plain object cannot fail.
        let _ = Reflect::set(&entry, &"request".into(), &parse(&body(&provider, &request))?);
        Ok(entry)
    }
}

/// The body of the request as the provider gets it: JSON.
fn body(provider: &Provider, request: &ChatRequest) -> String {
    let protocol = Protocol::of(provider.kind).unwrap_or(Protocol::OpenAi);
    let options = match provider.base_url.as_str() {
        // A model of the program, which gets no `stream_options`.
        "" => RequestOptions { stream_options: false, ..RequestOptions::default() },
        base_url => request_options(base_url, &request.model),
    };
    let body = protocol.request_body(request, options);
    String::from_utf8_lossy(&body).into_owned()
}

/// A message with its metadata.
pub(crate) fn outgoing(parts: Vec<Part>, About { author, reply_to, chat }: About) -> Outgoing {
    Outgoing { parts, author, reply_to, chat, ..Outgoing::default() }
}
