//! Quotes of the message that another one replies to.

use crate::labels::labels;
use crate::{
    manifest::QuoteLength,
    message::{Message, Part, text_of},
    settings::Language,
};

/// The message that another one replies to, and how much of it is quoted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quote<'a> {
    /// The quoted message.
    pub message: &'a Message,
    /// The longest quote, in characters.
    pub length: usize,
}

impl<'a> Quote<'a> {
    /// Enough to identify the message, in characters: the request contains it as well.
    pub const NAMED: usize = 50;
    /// Enough to know its content, in characters: the request does not contain it.
    pub const IN_FULL: usize = 600;

    /// A quote of a message that is in the request (`is_sent`) or not.
    pub fn of(message: &'a Message, is_sent: bool) -> Self {
        Self { message, length: if is_sent { Self::NAMED } else { Self::IN_FULL } }
    }

    /// The length as stored in a manifest. Only current messages have quotes of other lengths, and these are stored as
    /// sent.
    pub(super) fn kind(self) -> QuoteLength {
        if self.length > Self::NAMED { QuoteLength::InFull } else { QuoteLength::Named }
    }

    /// The quoted text, on one line and cut between words; the word for an image if the message has images and no text.
    /// `None`: there is nothing to quote.
    pub(super) fn words(self, language: Language) -> Option<String> {
        let words = first_words(&text_of(&self.message.parts), self.length);
        let is_image = |part: &Part| matches!(part, Part::Image { .. });
        if !words.is_empty() {
            Some(format!("\"{words}\""))
        } else {
            self.message.parts.iter().any(is_image).then(|| labels(language).image.to_owned())
        }
    }
}

/// The first words of a text on one line, cut between words.
fn first_words(text: &str, length: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('"', "'");
    let Some((end, _)) = line.char_indices().nth(length) else {
        return line;
    };
    let head = &line[..end];
    let cut = head.rfind(' ').filter(|&at| at > head.len() / 2).unwrap_or(head.len());
    format!("{}…", head[..cut].trim_end())
}
