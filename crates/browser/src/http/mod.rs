//! Models behind HTTP: the transport, which sends, receives and aborts. `ricordo_core::wire` interprets the bytes.
//!
//! `request` sends, `body` reads chunk by chunk, `limits` stops runaway replies, `diagnose` finds out why a request
//! failed, `examine` tests a connection step by step, `address` checks what the user typed. `embeddings` asks for vectors,
//! `vector_store` keeps them elsewhere, `audio` turns speech into text and text into speech.

mod address;
mod audio;
mod body;
mod diagnose;
mod embeddings;
mod examine;
mod limits;
mod request;
mod store_access;
mod vector_store;

pub use audio::{Sound, SpeechError};
pub use embeddings::HttpEmbedder;
pub use examine::examine;
pub use limits::Limits;
pub use vector_store::{HttpVectorStore, VectorStoreFacts};

use crate::http::{
    address::base_of,
    body::Body,
    request::{Connection, Method, Refused},
};
use futures_util::future::{Either, select};
use ricordo_core::{
    cancel::Cancel,
    error::{ModelError, ModelErrorKind},
    model::{ChatEvent, ChatModel, ChatRequest},
    wire::{Decoder, ListedModel, Protocol, protocol::RequestOptions, redact, refusal},
};
use std::{
    cell::{Cell, RefCell},
    fmt,
    pin::pin,
};

thread_local! {
    /// The endpoints and models that refused a request since the page was loaded, with the options that they accepted.
    static ACCEPTED: RefCell<Vec<(String, String, RequestOptions)>> = const { RefCell::new(Vec::new()) };
}

/// How requests to a model of an endpoint are written, as far as this page knows: without what was refused since the page
/// was loaded.
pub fn request_options(base_url: &str, model: &str) -> RequestOptions {
    let base = base_of(base_url);
    ACCEPTED.with_borrow(|known| {
        let known = known.iter().find(|(endpoint, of, _)| endpoint == base && of == model);
        known.map(|(_, _, options)| *options).unwrap_or_default()
    })
}

/// Remembers options that were accepted.
fn remember(base_url: &str, model: &str, options: RequestOptions) {
    if request_options(base_url, model) != options {
        let base = base_of(base_url);
        ACCEPTED.with_borrow_mut(|known| {
            known.retain(|(endpoint, of, _)| endpoint != base || of != model);
            known.push((base.to_owned(), model.to_owned(), options));
        });
    }
}

/// Most bytes read of a list of models: some providers list thousands.
const LONGEST_LIST: usize = 4 * 1024 * 1024;

/// A model behind an endpoint.
#[derive(Clone, PartialEq, Eq)]
pub struct HttpModel {
    /// Protocol of the endpoint: [`Protocol::of`] the provider's kind.
    pub protocol: Protocol,
    /// The endpoint as the user typed it, such as `http://127.0.0.1:8090/v1`. Surrounding spaces and trailing slashes
    /// are ignored.
    pub base_url: String,
    /// The API key; `None` if the endpoint needs none.
    pub key: Option<String>,
    /// Longest wait for the next byte, in seconds.
    pub response_timeout_seconds: u32,
}

impl HttpModel {
    /// The models that the endpoint offers, in its order.
    ///
    /// # Errors
    /// A [`ModelError`], as for a chat.
    pub async fn models(&self) -> Result<Vec<ListedModel>, ModelError> {
        self.listed().await.map_err(|error| self.without_key(error))
    }

    async fn listed(&self) -> Result<Vec<ListedModel>, ModelError> {
        let connection = self.connect(self.protocol.models_path(&self.base_url))?;
        let response = connection.send(Method::Get).await?;
        let mut body = Body::of(&response);
        let bytes = connection.in_time(body.read_up_to(LONGEST_LIST)).await?;
        if !response.ok() {
            return Err(connection.refused(&response, &bytes));
        }
        self.protocol.models(&bytes).ok_or_else(|| connection.refused(&response, &bytes))
    }

    /// Sends the request and reads the reply. If the server refuses how the request is written before the reply begins,
    /// sends it as the server wants it. Dropping the future aborts it.
    async fn exchange(&self, request: &ChatRequest, on_event: &dyn Fn(ChatEvent)) -> Result<(), ModelError> {
        let mut options = request_options(&self.base_url, &request.model);
        let mut bytes = self.protocol.request_body(request, options);
        request::mark();
        loop {
            let has_begun = Cell::new(false);
            let begin = |event: ChatEvent| {
                // A server may name the model before it refuses.
                if !matches!(event, ChatEvent::Model { .. }) && !has_begun.replace(true) {
                    remember(&self.base_url, &request.model, options);
                }
                on_event(event);
            };
            let Err(Refused { error, text }) = self.attempt(&bytes, request.max_response_tokens, &begin).await else {
                return Ok(());
            };
            let text = text.as_deref().or((error.kind == ModelErrorKind::ErrorInStream).then_some(&error.detail));
            let next = text
                .filter(|_| !has_begun.get())
                .and_then(|text| refusal::rewritten(self.protocol, request, (options, &bytes), error.status, text));
            let Some(next) = next else { return Err(error) };
            (options, bytes) = next;
        }
    }

    /// Sends a request once and reads the reply.
    async fn attempt(&self, bytes: &[u8], max_tokens: u32, on_event: &dyn Fn(ChatEvent)) -> Result<(), Refused> {
        let connection = self.connect(self.protocol.chat_path(&self.base_url))?;
        let mut body = connection.ask(bytes).await?;
        let mut decoder = Decoder::new(self.protocol);
        let mut limits = Limits::new(max_tokens);
        // A server may keep the connection open after the end of the reply.
        while !decoder.is_done()
            && let Some(bytes) = connection.in_time(body.next()).await?
        {
            for event in decoder.push(&bytes)? {
                limits.count(&event);
                on_event(event);
            }
            // An error behind the events of a chunk is returned by the next call.
            decoder.push(&[])?;
            limits.check(bytes.len())?;
        }
        decoder.last_events().into_iter().for_each(on_event);
        match decoder.finish() {
            // The connection broke before anything was read, which is different from an empty reply.
            Err(error) if body.is_broken && error.kind == ModelErrorKind::EmptyReply => {
                Err(ModelError::new(ModelErrorKind::CutOff, "").into())
            }
            finished => Ok(finished.map(|events| events.into_iter().for_each(on_event))?),
        }
    }

    fn connect(&self, path: &str) -> Result<Connection, ModelError> {
        Connection::new(self.protocol, &self.base_url, path, self.key.as_deref(), self.response_timeout_seconds)
    }

    /// Redacts the key: servers repeat the key they were sent.
    fn without_key(&self, error: ModelError) -> ModelError {
        ModelError { detail: redact(&error.detail, self.key.as_deref()), ..error }
    }
}

impl ChatModel for HttpModel {
    async fn stream(
        &self,
        request: &ChatRequest,
        on_event: &dyn Fn(ChatEvent),
        cancel: &Cancel,
    ) -> Result<(), ModelError> {
        // The first to finish drops the other. Dropping the exchange closes its connection, and no event follows.
        match select(pin!(cancel.cancelled()), pin!(self.exchange(request, on_event))).await {
            Either::Left(_) => Ok(()),
            Either::Right((result, _)) => result.map_err(|error| self.without_key(error)),
        }
    }
}

/// Omits the key, because this may be logged.
impl fmt::Debug for HttpModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpModel")
            .field("protocol", &self.protocol)
            .field("base_url", &self.base_url)
            .field("has_key", &self.key.is_some())
            .field("response_timeout_seconds", &self.response_timeout_seconds)
            .finish()
    }
}
