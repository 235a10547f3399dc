//! Turns: sending, compiling without sending, and storing what was said elsewhere.

use crate::{
    cross::{from_js, id, parse, to_js},
    incoming::{self, Incoming},
    manager::Manager,
    plain,
    refusal::Refusal,
};
use futures_util::future::{Either, select};
use js_sys::{Array, Function, Reflect};
use ricordo_browser::{http::takes_stream_options, locks};
use ricordo_core::{
    cancel::{Cancel, Signal},
    compile::Outgoing,
    message::{Finish, Role, Usage},
    session::{Said, TurnControl, TurnEvent},
    wire::{Protocol, protocol::RequestOptions},
};
use serde::Deserialize;
use std::pin::pin;
use wasm_bindgen::{JsCast, JsValue, prelude::*};
use web_sys::AbortSignal;

/// What a page tells of a message that was said elsewhere.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ToldOfSaid {
    role: Role,
    model: Option<String>,
    finish: Option<ToldFinish>,
    usage: Option<ToldUsage>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum ToldFinish {
    Complete,
    Length,
    ToolCalls,
    ContentFilter,
    Stopped,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToldUsage {
    prompt_tokens: u32,
    completion_tokens: u32,
    cached_tokens: Option<u32>,
}

#[wasm_bindgen]
impl Manager {
    /// Sends a message, streams the reply, and resolves with it. A reply that failed or was stopped resolves, too.
    ///
    /// # Errors
    /// Nothing was sent: `aborted`, `no-model`, `empty-message`, `over-budget`, `cannot-see`, and the codes of storage.
    pub async fn send(
        &self,
        conversation: String,
        parts: Array,
        on_event: Function,
        signal: Option<AbortSignal>,
    ) -> Result<JsValue, Refusal> {
        let conversation = id(&conversation, "conversation")?;
        let model = self.model().await?;
        let control = TurnControl::default();
        let _listening = signal.as_ref().map(|signal| listen(signal, &control.cancel));
        let aborted = || Refusal::aborted(signal.as_ref().map_or(JsValue::UNDEFINED, AbortSignal::reason));
        let lock = self.lock(conversation);
        let _turn = match select(pin!(control.cancel.cancelled()), pin!(locks::hold(&lock))).await {
            Either::Left(_) => return Err(aborted()),
            Either::Right((guard, _)) => guard,
        };
        self.idle.borrow().cancel();
        let Incoming { parts, blobs } = incoming::read(&parts, Role::User, conversation, self.session.host())?;
        let outgoing = Outgoing { parts, ..Outgoing::default() };
        let observer = |event: TurnEvent| {
            if let Some(Ok(event)) = plain::turn(event).map(|event| to_js(&event)) {
                // What the page throws in its own callback is the page's: the turn goes on.
                let _ = on_event.call1(&JsValue::NULL, &event);
            }
        };
        let _saving = Saving::new(self, &control.save);
        let (session, provider) = (&self.session, self.provider());
        let sent = session.send_message(&model, &provider, conversation, outgoing, blobs, &control, &observer).await?;
        let reply = sent.reply;
        to_js(&plain::message(&reply, None))
    }

    /// The exact request that `send` would send, and what it is made of. Nothing is sent and nothing stored.
    ///
    /// # Errors
    /// As [`Manager::send`].
    pub async fn compile(&self, parts: Array) -> Result<JsValue, Refusal> {
        let conversation = self.conversation.get();
        let Incoming { parts, blobs } = incoming::read(&parts, Role::User, conversation, self.session.host())?;
        let outgoing = Outgoing { parts, ..Outgoing::default() };
        let provider = self.provider();
        let compiled = self.session.preview_message(conversation, outgoing, &provider).await?;
        let mut request = compiled.request.clone();
        request.attachments = self.session.images_of(&request).await?;
        request.attachments.extend(blobs.into_iter().map(|blob| ricordo_core::model::Attachment {
            blob: blob.id,
            media_type: blob.media_type,
            bytes: blob.bytes,
        }));
        let protocol = Protocol::of(provider.kind).unwrap_or(Protocol::OpenAi);
        let stream_options = !provider.base_url.is_empty() && takes_stream_options(&provider.base_url);
        let body = protocol.request_body(&request, RequestOptions { stream_options });
        let told = to_js(&plain::compiled(&compiled))?;
        // Setting a field of a fresh plain object cannot fail.
        let _ = Reflect::set(&told, &"request".into(), &parse(&String::from_utf8_lossy(&body))?);
        Ok(told)
    }

    /// Stores messages at the end of the conversation, all or none: `told` has what is known of each, `parts` what it says.
    ///
    /// # Errors
    /// Nothing was stored: `bad-argument`, `empty-message`, and the codes of storage.
    pub async fn append(&self, conversation: String, told: JsValue, parts: Array) -> Result<JsValue, Refusal> {
        let told: Vec<ToldOfSaid> = from_js(&told, "The message")?;
        let conversation = id(&conversation, "conversation")?;
        let _turn = locks::hold(&self.lock(conversation)).await;
        let mut said = Vec::with_capacity(told.len());
        let mut all_blobs = Vec::new();
        for (told, parts) in told.into_iter().zip(parts.iter()) {
            let parts: Array = parts.dyn_into().unwrap_or_default();
            let Incoming { parts, blobs } = incoming::read(&parts, told.role, conversation, self.session.host())?;
            all_blobs.extend(blobs);
            let finish = told.finish.map(|finish| match finish {
                ToldFinish::Complete => Finish::Complete,
                ToldFinish::Length => Finish::Length,
                ToldFinish::ToolCalls => Finish::ToolCalls,
                ToldFinish::ContentFilter => Finish::ContentFilter,
                ToldFinish::Stopped => Finish::Stopped,
            });
            let usage = told.usage.map(|usage| Usage {
                prompt_tokens: usage.prompt_tokens,
                completion_tokens: usage.completion_tokens,
                cached_tokens: usage.cached_tokens,
            });
            said.push(Said { role: told.role, parts, model: told.model, finish, usage });
        }
        let stored = self.session.append(conversation, &said, all_blobs).await?;
        to_js(&stored.iter().map(|message| plain::message(message, None)).collect::<Vec<_>>())
    }
}

/// Lets a turn that runs be told to store what has arrived, until it is dropped.
struct Saving<'a> {
    manager: &'a Manager,
    number: u32,
}

impl<'a> Saving<'a> {
    fn new(manager: &'a Manager, save: &Signal) -> Self {
        let mut saving = manager.saving.borrow_mut();
        let number = saving.keys().next_back().map_or(0, |last| last + 1);
        saving.insert(number, save.clone());
        Self { manager, number }
    }
}

impl Drop for Saving<'_> {
    fn drop(&mut self) {
        self.manager.saving.borrow_mut().remove(&self.number);
    }
}

/// Stops listening when dropped, so that a signal that outlives the turn holds nothing of it.
pub(crate) struct Listening {
    signal: AbortSignal,
    on_abort: Closure<dyn FnMut()>,
}

/// Cancels when the signal is aborted, and at once where it is already.
pub(crate) fn listen(signal: &AbortSignal, cancel: &Cancel) -> Listening {
    if signal.aborted() {
        cancel.cancel();
    }
    let cancel = cancel.clone();
    let on_abort = Closure::<dyn FnMut()>::new(move || cancel.cancel());
    // A signal without listeners cannot refuse one.
    let _ = signal.add_event_listener_with_callback("abort", on_abort.as_ref().unchecked_ref());
    Listening { signal: signal.clone(), on_abort }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.signal.remove_event_listener_with_callback("abort", self.on_abort.as_ref().unchecked_ref());
    }
}
