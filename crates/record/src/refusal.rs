//! Why a reply was rejected as a summary, and the sentence shown to the user.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a reply cannot be used as a summary. `Display` gives two or three sentences: the reason, what stays, what
/// happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The limit on the length of a reply was reached.
    Cut,
    /// It was stopped, or the page was closed.
    Stopped,
    /// The request failed.
    Failed,
    /// The provider withheld it.
    Withheld,
    /// It is empty.
    Empty,
    /// The model called a tool.
    ToolCall,
    /// The model wrote a tool call, or the signs of its protocol, as text.
    ToolProtocol,
    /// The model wrote reasoning but no answer, or the text contains reasoning.
    Reasoning,
    /// The model refused, or asked for the text.
    Declined,
    /// It repeats the request.
    Echo,
    /// It repeats one word or line.
    Junk,
    /// It has as many tokens as its source, or more.
    NotSmaller,
    /// It exceeds the size limit of a summary.
    TooLong,
}

impl Refusal {
    /// Every refusal, for pages and tests that iterate over them.
    pub const ALL: [Self; 13] = [
        Self::Cut,
        Self::Stopped,
        Self::Failed,
        Self::Withheld,
        Self::Empty,
        Self::ToolCall,
        Self::ToolProtocol,
        Self::Reasoning,
        Self::Declined,
        Self::Echo,
        Self::Junk,
        Self::NotSmaller,
        Self::TooLong,
    ];

    /// The reason, as a sentence.
    pub fn why(self) -> &'static str {
        match self {
            Self::Cut => "The summary was cut off: the model reached the limit on its length.",
            Self::Stopped => "The summary was stopped before it was done.",
            Self::Failed => "The model could not be asked for a summary.",
            Self::Withheld => "The provider withheld the summary.",
            Self::Empty => "The model's answer is empty.",
            Self::ToolCall => "The model called a tool instead of writing a summary.",
            Self::ToolProtocol => "The model wrote a tool call instead of a summary.",
            Self::Reasoning => "The model wrote its reasoning instead of a summary.",
            Self::Declined => "The model declined to write a summary.",
            Self::Echo => "The model repeated the request.",
            Self::Junk => "The model repeated the same words over and over.",
            Self::NotSmaller => "The summary is not shorter than the messages it replaces.",
            Self::TooLong => "The summary is longer than allowed.",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} The messages stay as they are. Another attempt will be made later.", self.why())
    }
}

/// Why a reply is not a title, as the end of a sentence.
pub fn title_fault(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Empty => "it is empty.",
        Refusal::Cut | Refusal::TooLong | Refusal::NotSmaller => "it is too long.",
        Refusal::ToolCall | Refusal::ToolProtocol => "it calls a tool.",
        Refusal::Reasoning => "it contains only the model's reasoning.",
        Refusal::Declined => "the model declined.",
        Refusal::Echo => "it repeats what was said.",
        Refusal::Junk => "it is in another language.",
        Refusal::Stopped | Refusal::Failed | Refusal::Withheld => "it did not arrive completely.",
    }
}
