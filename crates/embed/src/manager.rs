//! The one class of the module: a session, the conversation that is open in it, and who answers there.

use crate::{
    api_error::ApiError,
    codes::Code,
    cross::from_js,
    given::Fields,
    host::PageHost,
    loaded::{Boxed, loaded_when_called},
    model::{AnyModel, PageModel},
};
use js_sys::{Array, Function};
use ricordo_browser::{AnyStore, HttpModel, IndexedDbStore, locks};
use ricordo_core::{
    cancel::{Cancel, Signal},
    digest::Digest,
    error::StoreError,
    id::{ConversationId, ProviderId},
    memory_store::MemoryStore,
    model::ToolSpec,
    provider::{Provider, ProviderKind},
    session::Session,
    store::Store,
    time::Timestamp,
    tools::Tool,
    wire::Protocol,
};
use std::cell::{Cell, RefCell};
use wasm_bindgen::{JsValue, prelude::*};

loaded_when_called! { turn:
    /// Makes a message of a reply whose page went away.
    fn deferred_recover(place: (&Manager, ConversationId)) -> Result<Boxed<'_, Result<(), ApiError>>, ApiError> {
        Ok(Box::pin(place.0.recover(place.1)))
    }
}

/// One person's conversations, and the one that is open. The package wraps it: pages never see it.
#[wasm_bindgen]
pub struct Manager {
    pub(crate) session: Session<AnyStore, PageHost>,
    /// The database; empty for one in memory.
    name: String,
    /// Why it is in memory although it has a name.
    refused: Option<String>,
    pub(crate) conversation: Cell<ConversationId>,
    provider: RefCell<Provider>,
    model: RefCell<AnyModel>,
    /// Who does idle work, where it is not the one that answers.
    pub(crate) background: RefCell<Option<Background>>,
    /// Stops the idle work that runs: a turn goes first.
    pub(crate) idle: RefCell<Cancel>,
    /// Of the turns that run: store what has arrived now. Each under a number of its own.
    pub(crate) saving: RefCell<Vec<(u32, Signal)>>,
}

/// Who does idle work.
pub(crate) struct Background {
    pub(crate) provider: Provider,
    pub(crate) model: AnyModel,
    /// Whether it may be sent what is said to a model on this computer, although it runs elsewhere.
    pub(crate) leaves_computer: bool,
}

/// What a page may say of a model.
const OF_A_MODEL: [&str; 7] = ["kind", "baseUrl", "model", "key", "contextTokens", "sees", "tools"];
const KINDS: [(&str, ProviderKind); 3] = [
    ("openai", ProviderKind::OpenAiCompatible),
    ("ollama", ProviderKind::Ollama),
    ("anthropic", ProviderKind::Anthropic),
];

#[wasm_bindgen]
impl Manager {
    /// Opens the database of a name, or a place in memory, and in it the conversation that was used last. Where the browser
    /// keeps nothing, `fallback` says whether memory does instead; [`Manager::refused`] then tells why.
    ///
    /// # Errors
    /// The codes of storage.
    pub async fn open(name: Option<String>, fallback: bool, call_tool: Function) -> Result<Manager, ApiError> {
        let (store, refused) = match &name {
            None => (AnyStore::Memory(MemoryStore::default()), None),
            Some(name) => match IndexedDbStore::open(name).await {
                Ok(store) => (AnyStore::IndexedDb(store), None),
                Err(error @ StoreError::Unavailable { .. }) if fallback => {
                    (AnyStore::Memory(MemoryStore::default()), Some(error.to_string()))
                }
                Err(error) => return Err(error.into()),
            },
        };
        let session = Session::new(store, PageHost::new(call_tool));
        let latest = session.open_latest(1).await?;
        let manager = Self {
            session,
            name: name.filter(|_| refused.is_none()).unwrap_or_default(),
            refused,
            conversation: Cell::new(latest.conversation.id),
            provider: RefCell::new(nobody()),
            model: RefCell::new(AnyModel::None),
            background: RefCell::new(None),
            idle: RefCell::default(),
            saving: RefCell::default(),
        };
        if latest.reply_draft.is_some() {
            deferred_recover((&manager, latest.conversation.id)).await?.await?;
        }
        Ok(manager)
    }

    /// Whether what is said is kept when the page is closed.
    #[wasm_bindgen(getter)]
    pub fn persistent(&self) -> bool {
        matches!(self.session.store(), AnyStore::IndexedDb(_))
    }

    /// Why the browser keeps nothing, where it was asked to.
    #[wasm_bindgen(getter)]
    pub fn refused(&self) -> Option<String> {
        self.refused.clone()
    }

    /// The conversation that is open.
    #[wasm_bindgen(getter)]
    pub fn conversation(&self) -> String {
        self.conversation.get().to_string()
    }

    /// Says who answers from now on: an endpoint, or a function of the page. `undefined`: nobody.
    ///
    /// # Errors
    /// `bad-argument`.
    #[wasm_bindgen(js_name = useModel)]
    pub fn use_model(&self, options: &JsValue, drive: Option<Function>) -> Result<(), ApiError> {
        if options.is_undefined() {
            self.provider.replace(nobody());
            self.model.replace(AnyModel::None);
            return Ok(());
        }
        let (provider, model) = model_of(options, drive)?;
        self.provider.replace(provider);
        self.model.replace(model);
        Ok(())
    }

    /// Takes other tools of the page in place of those there were.
    ///
    /// # Errors
    /// `bad-argument`; `tool-exists` for the name of a tool that comes with the module.
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

    /// Stores what has arrived of all replies that run: the page is about to go away.
    #[wasm_bindgen(js_name = saveNow)]
    pub fn save_now(&self) {
        self.saving.borrow().iter().for_each(|(_, save)| save.raise());
    }

    /// Closes the database. Every later call is refused with the code `closed`.
    pub async fn close(&self) {
        self.idle.borrow().cancel();
        self.session.store().close().await;
    }
}

impl Manager {
    /// Who answers, as a record.
    pub(crate) fn provider(&self) -> Provider {
        self.provider.borrow().clone()
    }

    /// Who answers, with as much patience as the settings have.
    pub(crate) async fn model(&self) -> Result<AnyModel, ApiError> {
        let model = self.model.borrow().clone();
        self.patient(model).await
    }

    /// A model with as much patience as the settings have.
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

    /// The lock that is held while a conversation changes.
    pub(crate) fn lock(&self, conversation: ConversationId) -> String {
        locks::turn(&self.name, conversation)
    }

    /// The lock of idle work.
    pub(crate) fn idle_lock(&self) -> String {
        format!("ricordo:{}:maintain", self.name)
    }

    /// Opens another conversation.
    pub(crate) async fn turn_to(&self, wanted: ConversationId) -> Result<(), ApiError> {
        self.session.open(wanted, 1).await?;
        self.conversation.set(wanted);
        self.recover(wanted).await
    }

    /// Makes a message of a reply whose page went away.
    pub(crate) async fn recover(&self, conversation: ConversationId) -> Result<(), ApiError> {
        if locks::try_hold(&self.lock(conversation)).await.is_some() {
            self.session.recover(conversation).await?;
        }
        Ok(())
    }
}

/// A model that a page gives: who it is, and how it is asked.
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

/// A tool as the package hands it over.
fn tool_of(tool: &JsValue) -> Result<ToolSpec, ApiError> {
    let fields = Fields::of(tool, "The tool", &["name", "description", "parameters"])?;
    Ok(ToolSpec {
        name: fields.required("name", fields.text("name")?)?,
        description: fields.text("description")?.unwrap_or_default(),
        parameters: from_js(&fields.value("parameters"), "The tool")?,
    })
}

/// The provider where the page asks its model itself.
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

/// The same for the same address, so that what was learned of how it counts is known the next time.
fn provider_id(base_url: &str) -> ProviderId {
    let digest = Digest::of(base_url.as_bytes()).to_string();
    let mut bytes = [0; 10];
    bytes.iter_mut().zip(digest.bytes()).for_each(|(byte, letter)| *byte = letter);
    ProviderId::new(Timestamp(0), bytes)
}
