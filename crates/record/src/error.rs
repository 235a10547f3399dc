//! Errors: a kind for the caller, and a sentence for the user.
//!
//! No error ever contains an API key: [`ModelError`] quotes the server, and the transport removes the key from that
//! first.

pub mod advice;
mod detail;
mod out_of_range;
mod vector_store;

pub use detail::{Detail, Remark};
pub use out_of_range::OutOfRange;
pub use vector_store::{VectorStoreError, VectorStoreErrorKind};

use crate::{
    document_refusal::DocumentRefusal, memory::MemoryRefusal, project_refusal::ProjectRefusal, spending::Spending,
    summary::SummaryRefusal, task::TaskRefusal, time::Timestamp,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Kind of a model error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelErrorKind {
    /// No server responds at the address.
    Unreachable,
    /// The address is not one a browser can call.
    InvalidAddress,
    /// The server answers but does not allow this page's origin (CORS).
    OriginRefused,
    /// The browser denies this page access to the local network.
    LocalNetworkRefused,
    /// The page is served over https and the endpoint over http.
    MixedContent,
    /// HTTP 401 or 403.
    Unauthorized,
    /// HTTP 404: a wrong path or an unknown model.
    NotFound,
    /// HTTP 429.
    RateLimited,
    /// The prompt is longer than the model's context.
    ContextOverflow,
    /// What the tools returned does not fit into the budget.
    ToolResultsTooLong,
    /// The system prompt and the message exceed the budget, so nothing was sent to this model.
    OverBudget,
    /// The message has an image, and the model cannot receive images, so nothing was sent to it.
    ImagesUnsupported,
    /// HTTP 400 or 422 for another reason.
    BadRequest,
    /// HTTP 5xx.
    ServerError,
    /// The response does not follow the protocol: a web page, broken JSON.
    NotTheProtocol,
    /// One event of the response is longer than 16 MB.
    EventTooLong,
    /// The server reported an error in the middle of the stream.
    ErrorInStream,
    /// The connection ended before the reply did.
    CutOff,
    /// Nothing arrived for too long.
    TimedOut,
    /// The reply far exceeded the requested length and was stopped.
    RanOn,
    /// The reply is empty.
    EmptyReply,
    /// The model in this browser is not loaded: no weights, or the download was cancelled.
    ModelNotLoaded,
    /// The model in this browser failed.
    ModelFailed,
    /// The model function of the host program threw an error.
    FunctionThrew,
    /// The model function of the host program yielded something that is not an event.
    FunctionGarbage,
}

/// A model gave no reply, or an incomplete one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelError {
    /// The kind of the error.
    pub kind: ModelErrorKind,
    /// The HTTP status, if there was one.
    pub status: Option<u16>,
    /// The server's `retry-after`, in milliseconds.
    pub retry_after_ms: Option<u64>,
    /// What [`Detail`] says: the server's message, shortened, the address that was tried, or something else. Never a key.
    pub detail: String,
}

impl ModelError {
    /// An error of a kind, with details.
    pub fn new(kind: ModelErrorKind, detail: impl Into<String>) -> Self {
        Self { kind, status: None, retry_after_ms: None, detail: detail.into() }
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&advice::sentence(self))
    }
}

impl std::error::Error for ModelError {}

/// An error of the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StoreError {
    /// The record to be added already exists: another tab wrote it. Reload and retry.
    Conflict,
    /// The browser's storage quota is reached.
    Full,
    /// The store was closed, by us or by the browser.
    Closed,
    /// No storage is available: private mode, or the browser refuses it.
    Unavailable {
        /// The browser's message.
        detail: String,
    },
    /// Another tab keeps an older version open, so the upgrade cannot start.
    UpgradeBlocked,
    /// The data was written by a newer version of Ricordo.
    NewerVersion {
        /// The version found.
        found: u32,
        /// The newest version this build reads.
        known: u32,
    },
    /// A record cannot be read.
    Damaged {
        /// Which record, and why.
        detail: String,
    },
    /// Any other error reported by the browser.
    Failed {
        /// The browser's message.
        detail: String,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict => {
                f.write_str("Another tab wrote to this conversation at the same moment. Reload and try again.")
            }
            Self::Full => f.write_str(
                "The browser's storage is full. Export your conversations, then free up some space, or erase old ones with /erase.",
            ),
            Self::Closed => {
                f.write_str("The connection to the stored conversations was closed. Reload the page to open it again.")
            }
            Self::Unavailable { detail } => write!(
                f,
                "This browser does not let the page store data (private mode?). Conversations are kept in memory only: export them before you close the tab. ({detail})"
            ),
            Self::UpgradeBlocked => {
                f.write_str("Another tab has an older version open. Close it, then reload this one.")
            }
            Self::NewerVersion { found, known } => write!(
                f,
                "The stored conversations were written by a newer version (data version {found}, this one reads up to {known}). Reload to get the newer version."
            ),
            Self::Damaged { detail } => {
                write!(f, "A stored record can't be read: {detail}. The rest is still stored: export it before you continue.")
            }
            Self::Failed { detail } => {
                write!(f, "The browser could not read or write the stored conversations: {detail}")
            }
        }
    }
}

impl std::error::Error for StoreError {}

/// The required layers exceed the budget. Nothing was sent, and nothing stored as sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverBudget {
    /// Tokens available for the prompt.
    pub budget: u32,
    /// Tokens of the system prompt.
    pub system_prompt: u32,
    /// Tokens of the current message.
    pub message: u32,
    /// Tokens by which the two exceed the budget.
    pub over_by: u32,
}

impl fmt::Display for OverBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { budget, system_prompt, message, over_by } = self;
        write!(
            f,
            "The system prompt ({system_prompt} tokens) and this message ({message} tokens) are {over_by} tokens over the budget of {budget}. \
             Shorten the message or the system prompt, or raise the context budget in the settings."
        )
    }
}

impl std::error::Error for OverBudget {}

/// The message has an image, and the model cannot receive images. Nothing was sent, and nothing stored as sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImagesUnsupported {
    /// The model's id.
    pub model: String,
    /// The model supports images, but they are switched off in the settings.
    pub switched_off: bool,
}

impl fmt::Display for ImagesUnsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model, switched_off } = self;
        if *switched_off {
            return f.write_str(
                "Sending images is turned off. Turn it on in the settings, or send the message without the image.",
            );
        }
        write!(
            f,
            "{model} can't read images. Choose a model that can, mark this one as reading images in its connection, or send the message without the image."
        )
    }
}

impl std::error::Error for ImagesUnsupported {}

/// Why a request cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompileError {
    /// The required layers exceed the budget.
    OverBudget(OverBudget),
    /// The model cannot receive images.
    #[serde(rename = "cannot_see")]
    ImagesUnsupported(ImagesUnsupported),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OverBudget(error) => error.fmt(f),
            Self::ImagesUnsupported(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CompileError {}

impl From<OverBudget> for CompileError {
    fn from(error: OverBudget) -> Self {
        Self::OverBudget(error)
    }
}

impl From<ImagesUnsupported> for CompileError {
    fn from(error: ImagesUnsupported) -> Self {
        Self::ImagesUnsupported(error)
    }
}

/// Any error of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum Error {
    /// The store failed.
    Store(StoreError),
    /// The required layers exceed the budget.
    OverBudget(OverBudget),
    /// The model cannot receive images.
    #[serde(rename = "cannot_see")]
    ImagesUnsupported(ImagesUnsupported),
    /// A setting was refused.
    OutOfRange(OutOfRange),
    /// The time zone in the settings is unknown.
    UnknownZone {
        /// The given zone.
        zone: String,
    },
    /// The conversation does not exist.
    NoConversation,
    /// The message is not on the active branch.
    NoMessage,
    /// There is nothing to retry.
    NothingToRetry,
    /// The message is empty.
    EmptyMessage,
    /// The conversation is temporary, so nothing is stored.
    Temporary,
    /// The request needs the user's consent first (see `Settings::needs_consent`).
    NeedsConsent(Spending),
    /// A memory was refused.
    Memory(MemoryRefusal),
    /// A task was refused.
    Task(TaskRefusal),
    /// A change to a summary was refused.
    Summary(SummaryRefusal),
    /// A change to a project was refused.
    Project(ProjectRefusal),
    /// A change to the documents was refused.
    Document(DocumentRefusal),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::OverBudget(error) => error.fmt(f),
            Self::ImagesUnsupported(error) => error.fmt(f),
            Self::OutOfRange(error) => error.fmt(f),
            Self::UnknownZone { zone } => write!(
                f,
                "“{zone}” is not a known time zone. In the settings, enter a region and city, such as Europe/Kyiv, or leave the time zone empty to use the browser's."
            ),
            Self::NoConversation => {
                f.write_str("This conversation no longer exists. Choose another one or start a new one.")
            }
            Self::NoMessage => f.write_str(
                "This message is no longer shown: it was erased, or another tab switched to another branch. Search for it.",
            ),
            Self::NothingToRetry => f.write_str("There is no message here to send again."),
            Self::EmptyMessage => f.write_str("The message is empty."),
            Self::Temporary => f.write_str(
                "This chat is temporary: it saves nothing. Do this in another conversation.",
            ),
            Self::NeedsConsent(spending) => spending.fmt(f),
            Self::Memory(refusal) => refusal.fmt(f),
            Self::Task(refusal) => refusal.fmt(f),
            Self::Summary(refusal) => refusal.fmt(f),
            Self::Project(refusal) => refusal.fmt(f),
            Self::Document(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<CompileError> for Error {
    fn from(error: CompileError) -> Self {
        match error {
            CompileError::OverBudget(error) => Self::OverBudget(error),
            CompileError::ImagesUnsupported(error) => Self::ImagesUnsupported(error),
        }
    }
}

impl From<OutOfRange> for Error {
    fn from(error: OutOfRange) -> Self {
        Self::OutOfRange(error)
    }
}

macro_rules! from_refusal {
    ($($kind:ident($refusal:ty)),+) => {$(
        impl From<$refusal> for Error {
            fn from(refusal: $refusal) -> Self {
                Self::$kind(refusal)
            }
        }
    )+};
}

from_refusal!(
    Memory(MemoryRefusal),
    Task(TaskRefusal),
    Summary(SummaryRefusal),
    Project(ProjectRefusal),
    Document(DocumentRefusal)
);

/// The error of a failed reply, stored so that it can be shown after a reload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The error.
    pub error: ModelError,
    /// When it happened.
    pub at: Timestamp,
}
