//! A user's actions, without the page.

#![allow(dead_code, reason = "each test binary uses its part")]

pub(crate) mod branches;
pub(crate) mod idle;
pub(crate) mod kept;
pub(crate) mod meddling;

use ricordo_core::{
    compile::record::Named,
    digest::Digest,
    error::Error,
    id::{ConversationId, MessageId, ProviderId},
    manifest::Fragment,
    memory_store::MemoryStore,
    message::Message,
    model::ChatRequest,
    provider::{Provider, ProviderKind},
    session::{ModelCall, Session, TurnControl, TurnEvent, TurnOutcome},
    store::Store,
    testing::{ManualHost, ScriptedModel},
    time::Timestamp,
};
use std::{cell::RefCell, future::Future, time::Duration};

/// One open conversation with a scripted model.
pub(crate) struct Chat<S: Store = MemoryStore> {
    pub(crate) session: Session<S, ManualHost>,
    pub(crate) model: ScriptedModel,
    pub(crate) host: ManualHost,
    pub(crate) id: ConversationId,
    pub(crate) events: RefCell<Vec<TurnEvent>>,
}

pub(crate) fn provider() -> Provider {
    Provider {
        id: ProviderId::new(Timestamp(1), [1; 10]),
        name: "Scripted".to_owned(),
        kind: ProviderKind::OpenAiCompatible,
        base_url: "http://127.0.0.1:1/v1".to_owned(),
        model: "gpt-4o-scripted".to_owned(),
        context_tokens: None,
        supports_images: false,
        has_tools: true,
    }
}

impl Chat<MemoryStore> {
    pub(crate) async fn open() -> Self {
        Self::open_on(MemoryStore::default()).await
    }
}

impl<S: Store> Chat<S> {
    pub(crate) async fn open_on(store: S) -> Self {
        let host = ManualHost::default();
        let session = Session::new(store, host.clone());
        let id = session.open_latest(1).await.unwrap().conversation.id;
        Self { session, model: ScriptedModel::new(&host), host, id, events: RefCell::default() }
    }

    pub(crate) async fn try_say(&self, text: &str, control: &TurnControl) -> Result<TurnOutcome, Error> {
        let observer = |event| self.events.borrow_mut().push(event);
        let provider = provider();
        let call = ModelCall::new(&self.model, &provider).with_control(control).with_observer(&observer);
        self.session.send(&call, self.id, text).await
    }

    pub(crate) async fn say(&self, text: &str) -> TurnOutcome {
        self.try_say(text, &TurnControl::default()).await.unwrap()
    }

    pub(crate) async fn retry(&self) -> TurnOutcome {
        let observer = |event| self.events.borrow_mut().push(event);
        let provider = provider();
        let call = ModelCall::new(&self.model, &provider).with_observer(&observer);
        self.session.retry(&call, self.id).await.unwrap()
    }

    /// The last request that the model received.
    pub(crate) fn last_request(&self) -> ChatRequest {
        self.model.requests().pop().unwrap()
    }

    /// The texts of the last request's window: everything between the system prompt and the message.
    pub(crate) fn last_window(&self) -> Vec<String> {
        let texts: Vec<String> = texts(&self.last_request());
        texts[1..texts.len() - 1].to_vec()
    }
}

/// Kills the tab in which some work runs, once all of it waits, as for a model that hangs. The clock of the runtime stands
/// still: it only moves on when nothing else can run, so a slow machine changes nothing.
pub(crate) async fn killed<T>(work: impl Future<Output = T>) {
    tokio::time::pause();
    let ended = tokio::time::timeout(Duration::from_secs(1), work).await;
    tokio::time::resume();
    assert!(ended.is_err(), "the work ended before the tab was killed");
}

/// The texts of a request's messages, without the timestamp that some of them begin with.
pub(crate) fn texts(request: &ChatRequest) -> Vec<String> {
    let words = |text: String| match text.split_once("] ") {
        Some((moment, words)) if moment.starts_with('[') && moment.contains(" UTC") => words.to_owned(),
        _ => text,
    };
    request.messages.iter().map(|message| words(ricordo_core::message::text_of(&message.parts))).collect()
}

/// Available messages and fragments, for a manifest's references.
pub(crate) struct RequestParts {
    pub(crate) messages: Vec<Message>,
    pub(crate) fragments: Vec<Fragment>,
}

impl Named for RequestParts {
    fn message(&self, id: MessageId) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id)
    }
    fn fragment(&self, digest: Digest) -> Option<&Fragment> {
        self.fragments.iter().find(|fragment| fragment.digest == digest)
    }
}
