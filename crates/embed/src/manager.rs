//! `ContextManager`: one conversation that a page opens, sends to and closes.

use crate::{
    error::{from_core, from_store, js_error},
    plain::{OpenOptions, PlainEvent, PlainMessage},
    types::{JsMessage, JsMessages, JsOpenOptions, JsSendOptions},
};
use ricordo_browser::{AnyStore, BrowserHost, HttpModel, IndexedDbStore, locks};
use ricordo_core::{
    cancel::Cancel,
    host::Host,
    id::{ConversationId, ProviderId},
    memory_store::MemoryStore,
    provider::{Provider, ProviderKind},
    session::{Session, TurnControl, TurnEvent},
    store::Store,
    wire::Protocol,
};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue, prelude::*};

/// Keeps one conversation and decides what the model sees of it.
#[wasm_bindgen]
pub struct ContextManager {
    session: Session<AnyStore, BrowserHost>,
    conversation: ConversationId,
    provider: Provider,
    model: HttpModel,
    lock: String,
}

#[wasm_bindgen]
impl ContextManager {
    /// Opens the conversation that was used last under `name`, or a new one.
    ///
    /// # Errors
    /// `bad-options`, and the codes of storage: `storage-unavailable`, `upgrade-blocked`, `newer-version`.
    pub async fn open(options: JsOpenOptions) -> Result<ContextManager, JsValue> {
        let options: OpenOptions = serde_wasm_bindgen::from_value(options.into())
            .map_err(|error| js_error("bad-options", &format!("ContextManager.open: {error}.")))?;
        let store = match &options.name {
            Some(name) => AnyStore::IndexedDb(IndexedDbStore::open(name).await.map_err(|error| from_store(&error))?),
            None => AnyStore::Memory(MemoryStore::default()),
        };
        let session = Session::new(store, BrowserHost);
        let conversation = session.open_latest(1).await.map_err(|error| from_core(&error))?.conversation.id;
        let lock = locks::turn(options.name.as_deref().unwrap_or_default(), conversation);
        if locks::try_hold(&lock).await.is_some() {
            session.recover(conversation).await.map_err(|error| from_core(&error))?;
        }
        let now = session.host().now();
        let provider = Provider {
            id: ProviderId::new(now.at, session.host().random()),
            name: options.endpoint.base_url.clone(),
            kind: ProviderKind::OpenAiCompatible,
            base_url: options.endpoint.base_url.clone(),
            model: options.endpoint.model,
            context_tokens: options.endpoint.context_tokens,
            sees: false,
            has_tools: true,
        };
        let settings = session.settings().await.map_err(|error| from_core(&error))?;
        let model = HttpModel {
            protocol: Protocol::OpenAi,
            base_url: options.endpoint.base_url,
            key: options.endpoint.key,
            response_timeout_seconds: settings.response_timeout_seconds,
        };
        Ok(Self { session, conversation, provider, model, lock })
    }

    /// Sends a message and resolves with the reply. A reply that failed or was stopped resolves too: `finish` says so, and
    /// what arrived is in `text`. Sends on one conversation wait for each other, across tabs.
    ///
    /// # Errors
    /// Nothing was sent: `empty-message`, `over-budget`, `closed`, `storage-full` and the other codes of storage.
    pub async fn send(&self, text: String, options: JsSendOptions) -> Result<JsMessage, JsValue> {
        let options = JsValue::from(options);
        let options: Option<JsSendOptions> = options.is_object().then(|| options.unchecked_into());
        let on_event = options.as_ref().and_then(JsSendOptions::on_event);
        let control = TurnControl::default();
        let _listening =
            options.as_ref().and_then(JsSendOptions::signal).map(|signal| listen(&signal, &control.cancel));
        let observer = |event: TurnEvent| {
            if let (Some(on_event), Some(event)) = (&on_event, PlainEvent::of(event))
                && let Ok(event) = to_plain(&event)
            {
                // What the page throws in its own callback is the page's: the turn goes on.
                let _ = on_event.call1(&JsValue::NULL, &event);
            }
        };
        let _turn = locks::hold(&self.lock).await;
        let sent = self.session.send(&self.model, &self.provider, self.conversation, &text, &control, &observer).await;
        let outcome = sent.map_err(|error| from_core(&error))?;
        Ok(to_plain(&PlainMessage::from(&outcome.reply))?.unchecked_into())
    }

    /// The last `limit` messages (30 without it), oldest first.
    ///
    /// # Errors
    /// The codes of storage.
    pub async fn history(&self, limit: Option<u32>) -> Result<JsMessages, JsValue> {
        let snapshot =
            self.session.open(self.conversation, limit.unwrap_or(30)).await.map_err(|error| from_core(&error))?;
        let messages: Vec<PlainMessage> = snapshot.messages.iter().map(Into::into).collect();
        Ok(to_plain(&messages)?.unchecked_into())
    }

    /// Closes the database. Every later call rejects with the code `closed`.
    pub async fn close(&self) {
        self.session.store().close().await;
    }
}

fn to_plain(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .map_err(|error| js_error("not-plain", &format!("An object could not cross into JavaScript: {error}.")))
}

/// Stops listening when dropped, so that a signal that outlives the turn holds nothing of it.
struct Listening {
    signal: web_sys::AbortSignal,
    on_abort: Closure<dyn FnMut()>,
}

fn listen(signal: &web_sys::AbortSignal, cancel: &Cancel) -> Listening {
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
