//! The module's only class: a session, its open conversation, and the model that answers.

use crate::{
    api_error::ApiError,
    codes::Code,
    cross::from_js,
    given::{Fields, Given},
    host::PageHost,
    loaded::{Boxed, loaded_when_called},
    model::{AnyModel, PageModel},
    recalling::{LazyRecall, PageSession, SharedMeaning},
};
use js_sys::{Array, Function};
use ricordo_browser::{
    AnyStore, HttpModel, IndexedDbStore,
    channel::News,
    locks::{self, Guard},
};
use ricordo_core::{
    cancel::Cancel,
    digest::Digest,
    error::StoreError,
    id::{ConversationId, ProviderId},
    memory_store::MemoryStore,
    model::ToolSpec,
    provider::{Provider, ProviderKind},
    search::{Searchable, SharedIndex},
    session::{Session, TurnControl},
    store::Store,
    time::Timestamp,
    tools::Tool,
    wire::Protocol,
};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use wasm_bindgen::{JsValue, prelude::*};

loaded_when_called! { turn:
    /// Turns the draft of an interrupted reply into a message.
    fn deferred_recover(place: (&Manager, ConversationId)) -> Result<Boxed<'_, Result<(), ApiError>>, ApiError> {
        Ok(Box::pin(place.0.recover(place.1)))
    }
}

loaded_when_called! { commands:
    /// Opens a database of an older version, after upgrading it.
    fn deferred_upgrade(name: &str) -> Result<Boxed<'_, Result<IndexedDbStore, StoreError>>, ApiError> {
        Ok(Box::pin(IndexedDbStore::upgrade(name)))
    }
}

/// One user's conversations, and the open one. The package wraps it: pages never see it.
#[wasm_bindgen]
pub struct Manager {
    pub(crate) session: PageSession,
    /// Name of the database, and of its locks. One in memory has a name of its own.
    name: String,
    /// Why the data is in memory although the database has a name.
    refused: Option<String>,
    pub(crate) conversation: Cell<ConversationId>,
    /// The provider that answers. The model comes with each call that asks it.
    provider: RefCell<Provider>,
    /// The model for maintenance, if it is not the one that answers.
    pub(crate) background: RefCell<Option<Background>>,
    /// The page's model for recall by meaning, and its store of vectors.
    pub(crate) meaning: SharedMeaning,
    /// Cancels running maintenance, because turns have priority.
    pub(crate) idle: RefCell<Cancel>,
    /// Running turns.
    pub(crate) running: RefCell<Vec<RunningTurn>>,
    /// The open conversation if it is temporary, with the lock that keeps others from erasing it.
    pub(crate) temporary: RefCell<Option<(ConversationId, Guard)>>,
}

/// A running turn, by number, with what stops it and what makes it store what has arrived.
pub(crate) struct RunningTurn {
    pub(crate) number: u32,
    pub(crate) conversation: ConversationId,
    pub(crate) control: TurnControl,
}

/// The model for maintenance.
pub(crate) struct Background {
    pub(crate) provider: Provider,
    pub(crate) model: AnyModel,
    /// Whether it may receive messages of a conversation with a local model although it runs elsewhere.
    pub(crate) leaves_computer: bool,
}

/// Options of a model.
const OF_A_MODEL: [&str; 7] = ["kind", "baseUrl", "model", "key", "contextTokens", "sees", "tools"];
const KINDS: [(&str, ProviderKind); 3] = [
    ("openai", ProviderKind::OpenAiCompatible),
    ("ollama", ProviderKind::Ollama),
    ("anthropic", ProviderKind::Anthropic),
];

/// Opens a database, upgrading it if an older version wrote it. If the browser stores nothing and `fallback` allows it, one in
/// memory, and why.
async fn stored(name: &str, fallback: bool) -> Result<(AnyStore, Option<String>), ApiError> {
    let opened = match IndexedDbStore::open_current(name).await.transpose() {
        Some(opened) => opened,
        None => deferred_upgrade(name).await?.await,
    };
    match opened {
        Ok(store) => Ok((AnyStore::IndexedDb(store), None)),
        Err(error @ StoreError::Unavailable { .. }) if fallback => {
            Ok((AnyStore::Memory(MemoryStore::default()), Some(error.to_string())))
        }
        Err(error) => Err(error.into()),
    }
}

#[wasm_bindgen]
impl Manager {
    /// Opens a database by name, or one in memory, and its most recently used conversation. If the browser stores
    /// nothing, `fallback` decides whether memory is used instead; [`Manager::refused`] then has the reason.
    ///
    /// # Errors
    /// Storage error codes.
    pub async fn open(name: Option<String>, fallback: bool, call_tool: Function) -> Result<Manager, ApiError> {
        let (store, refused) = match &name {
            None => (AnyStore::Memory(MemoryStore::default()), None),
            Some(name) => stored(name, fallback).await?,
        };
        let session = Session::new(Searchable::new(store, SharedIndex::default()), PageHost::new(call_tool));
        let meaning = SharedMeaning::default();
        let recaller = LazyRecall { session: session.clone(), meaning: Rc::clone(&meaning) };
        let session = session.with_recaller(Rc::new(recaller));
        let latest = session.open_latest(1).await?;
        let manager = Self {
            session,
            // Managers in memory share nothing, so none of them waits for another one.
            name: name.filter(|_| refused.is_none()).unwrap_or_else(|| format!("memory:{}", latest.conversation.id)),
            refused,
            conversation: Cell::new(latest.conversation.id),
            provider: RefCell::new(nobody()),
            background: RefCell::new(None),
            meaning,
            idle: RefCell::default(),
            running: RefCell::default(),
            temporary: RefCell::default(),
        };
        if latest.reply_draft.is_some() {
            deferred_recover((&manager, latest.conversation.id)).await?.await?;
        }
        Ok(manager)
    }

    /// Whether the data outlives the page.
    #[wasm_bindgen(getter)]
    pub fn persistent(&self) -> bool {
        matches!(**self.session.store(), AnyStore::IndexedDb(_))
    }

    /// Why the browser stores nothing, if it was asked to.
    #[wasm_bindgen(getter)]
    pub fn refused(&self) -> Option<String> {
        self.refused.clone()
    }

    /// Id of the open conversation.
    #[wasm_bindgen(getter)]
    pub fn conversation(&self) -> String {
        self.conversation.get().to_string()
    }

    /// Checks the model that answers, an endpoint or a function of the page, and sets its provider; without one, there is none.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = useModel)]
    pub fn use_model(&self, given: Array) -> Result<(), ApiError> {
        self.provider.replace(answering(&Given(given), 0)?.0);
        Ok(())
    }

    /// Replaces the page's tools.
    ///
    /// # Errors
    /// `bad-argument`; `tool-exists` if a built-in tool has the name.
    #[wasm_bindgen(js_name = setTools)]
    pub fn set_tools(&self, tools: &Array) -> Result<(), ApiError> {
        let tools: Vec<ToolSpec> = tools.iter().map(|tool| tool_of(&tool)).collect::<Result<_, _>>()?;
        if let Some(tool) = tools.iter().find(|tool| Tool::named(&tool.name).is_some()) {
            let message = format!("There is a tool {} already: give yours another name.", tool.name);
            return Err(ApiError::new(Code::ToolExists, message));
        }
        self.session.host().set_tools(tools);
        Ok(())
    }

    /// Reads again what another tab changed: `news` is its message. Returns the conversation that it is about, which is the open
    /// one where more than one changed; `undefined` if no records changed.
    #[wasm_bindgen(js_name = changedElsewhere)]
    pub fn changed_elsewhere(&self, news: &str) -> Option<String> {
        let news = News::read(news)?;
        news.note(&self.session);
        match news {
            News::Conversation(id) => Some(id.to_string()),
            News::Several | News::Everything => Some(self.conversation()),
            News::Vectors => None,
        }
    }

    /// Stores what has arrived of all running replies, because the page is about to close.
    #[wasm_bindgen(js_name = saveNow)]
    pub fn save_now(&self) {
        self.running.borrow().iter().for_each(|turn| turn.control.save.raise());
    }

    /// Closes the database, and erases a temporary conversation that is open. Every later call fails with the code `closed`.
    pub async fn close(&self) {
        self.idle.borrow().cancel();
        self.close_temporary().await;
        self.session.store().close().await;
    }
}

impl Manager {
    /// The provider that answers.
    pub(crate) fn provider(&self) -> Provider {
        self.provider.borrow().clone()
    }

    /// A model with the timeout of the settings.
    pub(crate) async fn patient(&self, mut model: AnyModel) -> Result<AnyModel, ApiError> {
        let patience = self.session.settings().await?.response_timeout_seconds;
        match &mut model {
            AnyModel::None => {
                let message = "This manager has no model. Give `open` an endpoint or a function as `model`, or ask your model \
                               yourself with `compile` and store what it said with `commitTurn`.";
                return Err(ApiError::new(Code::NoModel, message));
            }
            AnyModel::Http(model) => model.response_timeout_seconds = patience,
            AnyModel::Page(model) => model.timeout_seconds = patience,
        }
        Ok(model)
    }

    /// Name of the lock that is held while a conversation changes.
    pub(crate) fn lock(&self, conversation: ConversationId) -> String {
        locks::turn(&self.name, conversation)
    }

    /// Name of a lock of the database.
    pub(crate) fn lock_named(&self, what: &str) -> String {
        format!("ricordo:{}:{what}", self.name)
    }

    /// Waits until no other call, in this tab or another, is between reading a record and storing what it changed there.
    pub(crate) async fn changing(&self) -> Guard {
        locks::hold(&self.lock_named("change")).await
    }

    /// Name of the maintenance lock.
    pub(crate) fn idle_lock(&self) -> String {
        self.lock_named("maintain")
    }

    /// Stops the replies in a conversation that this manager requested. Returns whether there were any.
    pub(crate) fn stop_replies(&self, conversation: ConversationId) -> bool {
        let running = self.running.borrow();
        let mut of_it = running.iter().filter(|turn| turn.conversation == conversation).peekable();
        let found = of_it.peek().is_some();
        of_it.for_each(|turn| turn.control.cancel.cancel());
        found
    }

    /// Turns the draft of an interrupted reply into a message, unless another tab is still writing it.
    pub(crate) async fn recover(&self, conversation: ConversationId) -> Result<(), ApiError> {
        if locks::try_hold(&self.lock(conversation)).await.is_some() {
            self.session.recover(conversation).await?;
        }
        Ok(())
    }
}

/// The provider and the model that answer: from this place on, the options of the model and its function. Without options
/// there are none.
pub(crate) fn answering(given: &Given, place: u32) -> Result<(Provider, AnyModel), ApiError> {
    let options = given.value(place);
    match options.is_undefined() {
        true => Ok((nobody(), AnyModel::None)),
        false => model_of(&options, given.function(place + 1).ok()),
    }
}

/// The provider and the model that a page's options describe.
pub(crate) fn model_of(options: &JsValue, drive: Option<Function>) -> Result<(Provider, AnyModel), ApiError> {
    let options = Fields::of(options, "The model", &OF_A_MODEL)?;
    let kind = options.one_of("kind", &KINDS)?.unwrap_or(ProviderKind::OpenAiCompatible);
    let base_url = options.text("baseUrl")?.unwrap_or_default();
    let name = options.required("model", options.text("model")?)?;
    let key = options.text("key")?;
    if drive.is_none() && base_url.trim().is_empty() {
        return Err(ApiError::bad_argument("The model lacks its `baseUrl`, such as http://127.0.0.1:8080/v1."));
    }
    let model = match drive {
        Some(drive) => AnyModel::Page(PageModel { drive, timeout_seconds: 0 }),
        None => AnyModel::Http(HttpModel {
            protocol: Protocol::of(kind).unwrap_or(Protocol::OpenAi),
            base_url: base_url.clone(),
            key,
            response_timeout_seconds: 0,
        }),
    };
    let provider = Provider {
        id: provider_id(&base_url),
        name: base_url.clone(),
        kind,
        base_url,
        model: name,
        context_tokens: options.whole("contextTokens")?,
        supports_images: options.flag("sees", false)?,
        has_tools: options.flag("tools", true)?,
    };
    Ok((provider, model))
}

/// Reads a tool as the package passes it.
fn tool_of(tool: &JsValue) -> Result<ToolSpec, ApiError> {
    let fields = Fields::of(tool, "The tool", &["name", "description", "parameters"])?;
    Ok(ToolSpec {
        name: fields.required("name", fields.text("name")?)?,
        description: fields.text("description")?.unwrap_or_default(),
        parameters: from_js(&fields.value("parameters"), "The tool")?,
    })
}

/// The provider for a page that calls its model itself.
fn nobody() -> Provider {
    Provider {
        id: provider_id(""),
        name: String::new(),
        kind: ProviderKind::OpenAiCompatible,
        base_url: String::new(),
        model: String::new(),
        context_tokens: None,
        supports_images: true,
        has_tools: true,
    }
}

/// Derived from the address, so that the token calibration of a provider is found again next time.
fn provider_id(base_url: &str) -> ProviderId {
    let digest = Digest::of(base_url.as_bytes()).to_string();
    let mut bytes = [0; 10];
    bytes.iter_mut().zip(digest.bytes()).for_each(|(byte, letter)| *byte = letter);
    ProviderId::new(Timestamp(0), bytes)
}
