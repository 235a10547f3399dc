//! Turns: sends messages and streams the replies.

use crate::{
    about::About,
    api_error::ApiError,
    compiling::outgoing,
    cross::{id, to_js},
    given::Given,
    incoming::{self, Incoming},
    loaded::{Boxed, loaded_when_called},
    manager::{Manager, RunningTurn, answering},
    plain,
};
use futures_util::future::{Either, select};
use js_sys::{Array, Function};
use ricordo_browser::locks;
use ricordo_core::{
    cancel::Cancel,
    id::ConversationId,
    message::Role,
    session::{ModelCall, TurnControl, TurnEvent},
};
use serde_json::Value;
use std::pin::pin;
use wasm_bindgen::{JsCast, JsValue, prelude::*};
use web_sys::AbortSignal;

#[wasm_bindgen]
impl Manager {
    /// Sends a message, streams the reply, and resolves with it. `given` has the conversation, the parts, the author with the
    /// message it replies to and the chat, and the model as `useModel` takes it: another one may be set while the call waits.
    /// Without parts, requests the last reply again. A reply that failed or was stopped resolves, too, and so does one that could
    /// not be stored: the last event says so.
    ///
    /// # Errors
    /// Nothing was sent: `not-loaded`, `aborted`, `no-model`, `empty-message`, `over-budget`, `cannot-see`,
    /// `nothing-to-retry`, and storage error codes.
    pub async fn send(
        &self,
        given: Array,
        on_event: Function,
        signal: Option<AbortSignal>,
    ) -> Result<JsValue, ApiError> {
        deferred_send(Asked { manager: self, given: Given(given), on_event, signal }).await?.await
    }
}

/// A message to send; without parts, the last message is answered again.
pub(crate) struct Asked<'a> {
    manager: &'a Manager,
    given: Given,
    on_event: Function,
    signal: Option<AbortSignal>,
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
        let Self { manager, given, on_event, signal } = self;
        let conversation = id(&given.text(0)?, "conversation")?;
        let (provider, model) = answering(&given, 3)?;
        let model = manager.patient(model).await?;
        let control = TurnControl::default();
        let _listening = signal.as_ref().map(|signal| listen(signal, &control.cancel));
        let aborted = || ApiError::aborted(signal.as_ref().map_or(JsValue::UNDEFINED, AbortSignal::reason));
        let lock = manager.lock(conversation);
        let _turn = match select(pin!(control.cancel.cancelled()), pin!(locks::hold(&lock))).await {
            Either::Left(_) => return Err(aborted()),
            Either::Right((guard, _)) => guard,
        };
        manager.idle.borrow().cancel();
        let session = &manager.session;
        let tell = |event: Value| {
            if let Ok(event) = to_js(&event) {
                // An exception in the page's callback is the page's own problem: the turn continues.
                let _ = on_event.call1(&JsValue::NULL, &event);
            }
        };
        let observer = |event: TurnEvent| {
            if let Some(event) = plain::turn(event) {
                tell(event);
            }
        };
        let call = ModelCall::new(&model, &provider).with_control(&control).with_observer(&observer);
        let _running = Running::new(manager, conversation, &control);
        let sent = match given.value(1).dyn_ref::<Array>() {
            Some(parts) => {
                let Incoming { parts, blobs } = incoming::read(parts, Role::User, conversation, session.host())?;
                let outgoing = outgoing(parts, About::read(&given.value(2))?);
                session.send_message(&call, conversation, outgoing, blobs).await?
            }
            None => session.retry(&call, conversation).await?,
        };
        if let Some(error) = &sent.not_saved {
            tell(plain::not_stored(error));
        }
        to_js(&plain::message(&sent.reply, None))
    }
}

/// Registers a running turn for [`Manager::save_now`] and [`Manager::stop_replies`] until it is dropped.
struct Running<'a> {
    manager: &'a Manager,
    number: u32,
}

impl<'a> Running<'a> {
    fn new(manager: &'a Manager, conversation: ConversationId, control: &TurnControl) -> Self {
        let mut running = manager.running.borrow_mut();
        let number = running.last().map_or(0, |last| last.number + 1);
        running.push(RunningTurn { number, conversation, control: control.clone() });
        Self { manager, number }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.manager.running.borrow_mut().retain(|turn| turn.number != self.number);
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
