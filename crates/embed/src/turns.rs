//! Turns: sends messages, compiles without sending, and stores messages that were exchanged elsewhere.

use crate::{
    about::About,
    api_error::ApiError,
    cross::{id, parse, to_js},
    deferred::{deferred_about, deferred_body},
    given::Fields,
    incoming::{self, Incoming},
    loaded::{Boxed, loaded_when_called},
    manager::Manager,
    plain,
};
use futures_util::future::{Either, select};
use js_sys::{Array, Function, Reflect};
use ricordo_browser::{http::takes_stream_options, locks};
use ricordo_core::{
    cancel::{Cancel, Signal},
    compile::Outgoing,
    id::ConversationId,
    message::{Finish, Part, Role, Usage},
    session::{AskedFor, ModelCall, NewMessage, TurnControl, TurnEvent},
    wire::{Protocol, openai},
};
use std::pin::pin;
use wasm_bindgen::{JsCast, JsValue, prelude::*};
use web_sys::AbortSignal;

/// Fields of a message that was exchanged elsewhere.
const OF_A_MESSAGE: [&str; 4] = ["role", "model", "finish", "usage"];
const ROLES: [(&str, Role); 4] =
    [("user", Role::User), ("assistant", Role::Assistant), ("tool", Role::Tool), ("system", Role::System)];

#[wasm_bindgen]
impl Manager {
    /// Sends a message, streams the reply, and resolves with it. `about` has the author, the message it replies to and
    /// the chat. Without `parts`, requests the last reply again. A reply that failed or was stopped resolves, too.
    ///
    /// # Errors
    /// Nothing was sent: `not-loaded`, `aborted`, `no-model`, `empty-message`, `over-budget`, `cannot-see`,
    /// `nothing-to-retry`, and storage error codes.
    pub async fn send(
        &self,
        conversation: String,
        parts: Option<Array>,
        about: JsValue,
        on_event: Function,
        signal: Option<AbortSignal>,
    ) -> Result<JsValue, ApiError> {
        let conversation = id(&conversation, "conversation")?;
        deferred_send(Asked { manager: self, conversation, parts, about, on_event, signal }).await?.await
    }

    /// The exact request that `send` would send, and its composition. Sends and stores nothing.
    ///
    /// # Errors
    /// As [`Manager::send`].
    pub async fn compile(&self, parts: Array, about: JsValue) -> Result<JsValue, ApiError> {
        let conversation = self.conversation.get();
        let Incoming { parts, blobs } = incoming::read(&parts, Role::User, conversation, self.session.host())?;
        let outgoing = outgoing(parts, about_of(&about).await?);
        let provider = self.provider();
        let compiled = self.session.preview_message(conversation, outgoing, &provider, AskedFor::Typing).await?;
        let mut request = compiled.request.clone();
        request.attachments = self.session.images_of(&request).await?;
        request.attachments.extend(blobs.into_iter().map(|blob| ricordo_core::model::Attachment {
            blob: blob.id,
            media_type: blob.media_type,
            bytes: blob.bytes,
        }));
        let protocol = Protocol::of(provider.kind).unwrap_or(Protocol::OpenAi);
        let body = match protocol {
            // The module includes the protocol that most servers use.
            Protocol::OpenAi => {
                let stream_options = !provider.base_url.is_empty() && takes_stream_options(&provider.base_url);
                openai::request_body(&request, stream_options)
            }
            other => deferred_body((other, &request)).await?,
        };
        let entry = to_js(&plain::compiled(&compiled))?;
        // Setting a property of a new plain object cannot fail.
        let _ = Reflect::set(&entry, &"request".into(), &parse(&String::from_utf8_lossy(&body))?);
        Ok(entry)
    }

    /// Appends messages to the conversation, all or none. `entry` has the metadata of each, `parts` its content,
    /// `abouts` its author, the message it replies to and its chat.
    ///
    /// # Errors
    /// Nothing was stored: `bad-argument`, `empty-message`, and storage error codes.
    pub async fn append(
        &self,
        conversation: String,
        entry: Array,
        parts: Array,
        abouts: Array,
    ) -> Result<JsValue, ApiError> {
        let conversation = id(&conversation, "conversation")?;
        let _turn = locks::hold(&self.lock(conversation)).await;
        let mut new_messages = Vec::with_capacity(entry.length() as usize);
        let mut all_blobs = Vec::new();
        for ((entry, parts), about) in entry.iter().zip(parts.iter()).zip(abouts.iter()) {
            let parts: Array = parts.dyn_into().unwrap_or_default();
            let entry = Fields::of(&entry, "The message", &OF_A_MESSAGE)?;
            let role = entry.required("role", entry.one_of("role", &ROLES)?)?;
            let Incoming { parts, blobs } = incoming::read(&parts, role, conversation, self.session.host())?;
            all_blobs.extend(blobs);
            let (model, finish) = (entry.text("model")?, finish_of(&entry)?);
            let usage = usage_of(&entry.value("usage"))?;
            let About { author, reply_to, chat } = about_of(&about).await?;
            new_messages.push(NewMessage { role, parts, model, finish, author, reply_to, chat, usage });
        }
        let stored = self.session.append(conversation, &new_messages, all_blobs).await?;
        to_js(&stored.iter().map(|message| plain::message(message, None)).collect::<Vec<_>>())
    }
}

/// A message to send; without parts, the last message is answered again.
pub(crate) struct Asked<'a> {
    manager: &'a Manager,
    conversation: ConversationId,
    parts: Option<Array>,
    about: JsValue,
    on_event: Function,
    signal: Option<AbortSignal>,
}

/// A message with its metadata.
fn outgoing(parts: Vec<Part>, About { author, reply_to, chat }: About) -> Outgoing {
    Outgoing { parts, author, reply_to, chat, ..Outgoing::default() }
}

/// Most messages have no metadata, so the code that reads it is loaded on demand.
async fn about_of(given: &JsValue) -> Result<About, ApiError> {
    if given.is_undefined() { Ok(About::default()) } else { deferred_about(given).await }
}

loaded_when_called! { turn:
    /// Sends the message to the model.
    fn deferred_send(asked: Asked<'_>) -> Result<Boxed<'_, Result<JsValue, ApiError>>, ApiError> {
        Ok(Box::pin(asked.send()))
    }
}

impl Asked<'_> {
    /// Waits for the conversation's lock, sends, and streams the reply.
    pub(crate) async fn send(self) -> Result<JsValue, ApiError> {
        let Self { manager, conversation, parts, about, on_event, signal } = self;
        let model = manager.model().await?;
        let control = TurnControl::default();
        let _listening = signal.as_ref().map(|signal| listen(signal, &control.cancel));
        let aborted = || ApiError::aborted(signal.as_ref().map_or(JsValue::UNDEFINED, AbortSignal::reason));
        let lock = manager.lock(conversation);
        let _turn = match select(pin!(control.cancel.cancelled()), pin!(locks::hold(&lock))).await {
            Either::Left(_) => return Err(aborted()),
            Either::Right((guard, _)) => guard,
        };
        manager.idle.borrow().cancel();
        let (session, provider) = (&manager.session, manager.provider());
        let observer = |event: TurnEvent| {
            if let Some(Ok(event)) = plain::turn(event).map(|event| to_js(&event)) {
                // An exception in the page's callback is the page's own problem: the turn continues.
                let _ = on_event.call1(&JsValue::NULL, &event);
            }
        };
        let call = ModelCall::new(&model, &provider).with_control(&control).with_observer(&observer);
        let _saving = Saving::new(manager, &control.save);
        let sent = match parts {
            Some(parts) => {
                let Incoming { parts, blobs } = incoming::read(&parts, Role::User, conversation, session.host())?;
                let outgoing = outgoing(parts, about_of(&about).await?);
                session.send_message(&call, conversation, outgoing, blobs).await?
            }
            None => session.retry(&call, conversation).await?,
        };
        to_js(&plain::message(&sent.reply, None))
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
    let entry = Fields::of(entry, "The usage", &["promptTokens", "completionTokens", "cachedTokens"])?;
    Ok(Some(Usage {
        prompt_tokens: entry.required("promptTokens", entry.whole("promptTokens")?)?,
        completion_tokens: entry.required("completionTokens", entry.whole("completionTokens")?)?,
        cached_tokens: entry.whole("cachedTokens")?,
    }))
}

/// Registers a running turn for [`Manager::save_now`] until it is dropped.
struct Saving<'a> {
    manager: &'a Manager,
    number: u32,
}

impl<'a> Saving<'a> {
    fn new(manager: &'a Manager, save: &Signal) -> Self {
        let mut saving = manager.saving.borrow_mut();
        let number = saving.last().map_or(0, |(last, _)| last + 1);
        saving.push((number, save.clone()));
        Self { manager, number }
    }
}

impl Drop for Saving<'_> {
    fn drop(&mut self) {
        self.manager.saving.borrow_mut().retain(|(number, _)| *number != self.number);
    }
}

/// Removes the listener on drop, so that a signal that outlives the turn holds nothing of it.
pub(crate) struct Listening {
    signal: AbortSignal,
    on_abort: Closure<dyn FnMut()>,
}

/// Cancels when the signal is aborted, at once if it already is.
pub(crate) fn listen(signal: &AbortSignal, cancel: &Cancel) -> Listening {
    if signal.aborted() {
        cancel.cancel();
    }
    let cancel = cancel.clone();
    let on_abort = Closure::<dyn FnMut()>::new(move || cancel.cancel());
    // Adding a listener cannot fail.
    let _ = signal.add_event_listener_with_callback("abort", on_abort.as_ref().unchecked_ref());
    Listening { signal: signal.clone(), on_abort }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.signal.remove_event_listener_with_callback("abort", self.on_abort.as_ref().unchecked_ref());
    }
}
