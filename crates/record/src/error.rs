//! Errors: a kind that the caller can act on, and a sentence that a person can read.
//!
//! No error ever holds an API key: [`ModelError`] is made from what the server said, and the transport takes the key out
//! of that first.

pub mod advice;
pub mod context_overflow;

use crate::{memory::MemoryRefusal, summary::SummaryRefusal, task::TaskRefusal, time::Timestamp};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What went wrong between us and a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelErrorKind {
    /// No server responds at the address.
    Unreachable,
    /// The address is not one a browser can call.
    InvalidAddress,
    /// The server is there and does not allow this page (CORS).
    OriginRefused,
    /// The browser may not reach the local network from this page.
    LocalNetworkRefused,
    /// The page is served over https and the endpoint over http.
    MixedContent,
    /// HTTP 401 or 403.
    Unauthorized,
    /// HTTP 404: a wrong path or a model that is not there.
    NotFound,
    /// HTTP 429.
    RateLimited,
    /// The prompt is longer than the model's context.
    ContextOverflow,
    /// HTTP 400 or 422 for another reason.
    BadRequest,
    /// HTTP 5xx.
    ServerError,
    /// The answer is not what the protocol says: a web page, broken JSON.
    NotTheProtocol,
    /// The server reported an error in the middle of the stream.
    ErrorInStream,
    /// The connection ended before the reply did.
    CutOff,
    /// Nothing arrived for too long.
    TimedOut,
    /// The reply went far beyond the length that was asked for, and was stopped.
    RanOn,
    /// The reply is empty.
    EmptyReply,
    /// The in-page model is not there: no weights, or the download was given up.
    ModelNotLoaded,
    /// The in-page model failed.
    ModelFailed,
    /// The model function that a program gave threw an error.
    FunctionThrew,
    /// The model function that a program gave yielded what is no event.
    FunctionGarbage,
}

/// A model did not give a reply, or not a whole one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelError {
    /// What went wrong.
    pub kind: ModelErrorKind,
    /// The HTTP status, where there was one.
    pub status: Option<u16>,
    /// How long the server asks to wait, in milliseconds.
    pub retry_after_ms: Option<u64>,
    /// What the server said, shortened, or the address that was tried. Never a key.
    pub detail: String,
}

impl ModelError {
    /// An error of a kind, with what is known beside it.
    pub fn new(kind: ModelErrorKind, detail: impl Into<String>) -> Self {
        Self { kind, status: None, retry_after_ms: None, detail: detail.into() }
    }

    /// The model's context in tokens, where the server said that the prompt is longer than that and named it.
    pub fn named_context(&self) -> Option<u32> {
        let is_overflow = self.kind == ModelErrorKind::ContextOverflow;
        is_overflow.then(|| context_overflow::named_context(&self.detail)).flatten()
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&advice::sentence(self))
    }
}

impl std::error::Error for ModelError {}

/// What went wrong in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StoreError {
    /// A record that was to be added is there already: another tab took the place. Reload and retry.
    Conflict,
    /// No room: the browser's quota is reached.
    Full,
    /// The store was closed, by us or by the browser.
    Closed,
    /// There is no storage here: private mode, or the browser refuses it.
    Unavailable {
        /// What the browser said.
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
        /// Which, and why.
        detail: String,
    },
    /// Anything else the browser reports.
    Failed {
        /// What the browser said.
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
                "The browser's storage is full. Export your conversations, then free up some space or delete old ones.",
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
                write!(f, "A stored record can't be read: {detail}. Export what can be read before you continue.")
            }
            Self::Failed { detail } => {
                write!(f, "The browser could not read or write the stored conversations: {detail}")
            }
        }
    }
}

impl std::error::Error for StoreError {}

/// The required layers do not fit into the budget. Nothing was sent, and nothing stored as sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverBudget {
    /// How many tokens there are for the prompt.
    pub budget: u32,
    /// What the system prompt takes.
    pub system_prompt: u32,
    /// What the current message takes.
    pub message: u32,
    /// By how many tokens the two are over.
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

/// The message holds an image, and the model cannot be shown it. Nothing was sent, and nothing stored as sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImagesUnsupported {
    /// The model's id.
    pub model: String,
    /// The model sees; images are switched off in the settings.
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
    /// The required layers do not fit.
    OverBudget(OverBudget),
    /// The model cannot be shown an image.
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

/// A setting was refused. It keeps its old value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutOfRange {
    /// The field, as in the settings record.
    pub field: String,
    /// The number that was given, as it is written: `2.1`.
    pub given: String,
    /// The smallest value allowed.
    pub min: i64,
    /// The largest value allowed.
    pub max: i64,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, given, min, max } = self;
        write!(f, "{field} must be between {min} and {max}; {given} is not.")
    }
}

impl std::error::Error for OutOfRange {}

/// Anything that can go wrong in a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum Error {
    /// The store failed.
    Store(StoreError),
    /// The required layers do not fit.
    OverBudget(OverBudget),
    /// The model cannot be shown an image.
    #[serde(rename = "cannot_see")]
    ImagesUnsupported(ImagesUnsupported),
    /// A setting was refused.
    OutOfRange(OutOfRange),
    /// The time zone of the settings is none that is known here.
    UnknownZone {
        /// What was given.
        zone: String,
    },
    /// There is no such conversation.
    NoConversation,
    /// There is no such message on the branch that is shown.
    NoMessage,
    /// There is nothing to retry.
    NothingToRetry,
    /// The message is empty.
    EmptyMessage,
    /// The conversation is temporary and leaves nothing behind.
    Temporary,
    /// A memory was refused.
    Memory(MemoryRefusal),
    /// A task was refused.
    Task(TaskRefusal),
    /// A summary was not changed.
    Summary(SummaryRefusal),
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
            Self::Memory(refusal) => refusal.fmt(f),
            Self::Task(refusal) => refusal.fmt(f),
            Self::Summary(refusal) => refusal.fmt(f),
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

impl From<MemoryRefusal> for Error {
    fn from(refusal: MemoryRefusal) -> Self {
        Self::Memory(refusal)
    }
}

impl From<TaskRefusal> for Error {
    fn from(refusal: TaskRefusal) -> Self {
        Self::Task(refusal)
    }
}

impl From<SummaryRefusal> for Error {
    fn from(refusal: SummaryRefusal) -> Self {
        Self::Summary(refusal)
    }
}

/// What is kept with a reply that failed, so that it can be told after a reload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What went wrong.
    pub error: ModelError,
    /// When.
    pub at: Timestamp,
}
