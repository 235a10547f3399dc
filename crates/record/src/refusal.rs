//! Why a reply is no summary, and the sentence that the user reads then.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a reply cannot be used as a summary. It displays as two or three sentences: why, what stays, what will happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The limit on the length of a reply was reached.
    Cut,
    /// It was stopped, or the page went away.
    Stopped,
    /// The request failed.
    Failed,
    /// The provider withheld it.
    Withheld,
    /// There is nothing in it.
    Empty,
    /// The model called a tool.
    ToolCall,
    /// The model wrote a tool call, or the signs of its protocol, as text.
    ToolProtocol,
    /// The model thought and did not answer, or its thoughts are among the text.
    Reasoning,
    /// The model refused, or asked for the text.
    Declined,
    /// It repeats what it was asked.
    Echo,
    /// One word or line over and over.
    Junk,
    /// It has as many tokens as its source, or more.
    NotSmaller,
    /// It has more tokens than a summary may have.
    TooLong,
}

impl Refusal {
    /// Every refusal, for pages and tests that walk them.
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

    /// Why, as a sentence.
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

/// What is wrong with an answer that is no title, as a sentence that goes on.
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
