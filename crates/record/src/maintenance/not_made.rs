//! Why background work failed: stored as a kind with data, so that the sentence is composed when it is shown, in the
//! language of the page.

use crate::{
    error::ModelError,
    refusal::{Refusal, title_fault},
    template::TemplateError,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a summary, a list of facts or a title was not made. Nothing has changed then. `Display` gives a sentence.
///
/// Stored by the names of its variants: do not rename them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotMade {
    /// The conversation is temporary.
    Temporary,
    /// There are too few messages to compress.
    TooFew {
        /// Number of messages available.
        messages: u32,
        /// Number of messages needed.
        needed: u32,
        /// Number of recent messages that stay uncompressed.
        kept: u32,
    },
    /// There is too little text: a summary would not be shorter.
    TooShort,
    /// No message of the period may be summarized.
    NoMessages,
    /// Some messages of the summary are no longer stored: a new one would lack them.
    MessagesGone,
    /// There is no compressed history to undo.
    NothingCompressed,
    /// It was cancelled, or the budget of the run is used up. It continues next time.
    Stopped,
    /// The prompt in the settings is invalid.
    Template(TemplateError),
    /// The model failed.
    Model(ModelError),
    /// The model's reply was rejected.
    Answer(Refusal),
    /// The reply was rejected twice: this model is not asked again automatically.
    Twice(Refusal),
    /// A message was erased, edited, muted or forgotten while the summary was being made.
    Changed,
    /// The model's list of facts was truncated: its last line may be half a fact.
    FactsCut,
    /// No sentence of the messages is short enough to replace them.
    NoSentences,
    /// The model's reply is not a title. It is not asked again automatically.
    NoTitle(Refusal),
}

impl NotMade {
    /// Whether a summary made without a model can be offered instead.
    pub fn is_the_models_fault(&self) -> bool {
        matches!(self, Self::Model(_) | Self::Answer(_) | Self::Twice(_) | Self::Template(_))
    }

    /// The server's `retry-after`, in milliseconds.
    pub fn retry_after_ms(&self) -> Option<u64> {
        if let Self::Model(error) = self { error.retry_after_ms } else { None }
    }
}

impl fmt::Display for NotMade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Temporary => f.write_str("A temporary chat saves nothing, so it is not summarized."),
            Self::TooFew { messages, needed, kept } => write!(
                f,
                "There is too little to compress: {messages} messages besides the last {kept}, which stay as they are; at least {needed} are needed."
            ),
            Self::TooShort => f.write_str("The messages are so short that a summary would not be shorter."),
            Self::NoMessages => f.write_str("There are no messages to summarize."),
            Self::MessagesGone => f.write_str(
                "Some of the summarized messages are no longer stored, and a new summary would lack them. This one is kept.",
            ),
            Self::NothingCompressed => f.write_str("Nothing is compressed in this conversation."),
            Self::Stopped => f.write_str("The summary is not finished. It will continue later."),
            Self::Template(error) => error.fmt(f),
            Self::Model(error) => error.fmt(f),
            Self::Answer(refusal) => refusal.fmt(f),
            Self::Twice(refusal) => write!(
                f,
                "{} The messages stay as they are. This was the second attempt, so this model won't be asked again unless you start it.",
                refusal.why()
            ),
            Self::Changed => {
                f.write_str("A message changed while its summary was being made, so the summary was discarded.")
            }
            Self::FactsCut => f.write_str("The model's list of facts was cut off. Another attempt will be made later."),
            Self::NoSentences => f.write_str("No sentence of the messages is short enough to replace them."),
            Self::NoTitle(refusal) => {
                write!(f, "The model's answer is not a title: {} The title was left as it was.", title_fault(*refusal))
            }
        }
    }
}

impl std::error::Error for NotMade {}
