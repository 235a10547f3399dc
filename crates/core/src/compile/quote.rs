//! What of a message is quoted where another one answers it.

use crate::labels::labels;
use crate::{
    manifest::QuoteLength,
    message::{Message, Part, text_of},
    settings::Language,
};

/// The message that another one answers, and how much of it is quoted there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quote<'a> {
    /// What is answered.
    pub message: &'a Message,
    /// At most so many characters.
    pub length: usize,
}

impl<'a> Quote<'a> {
    /// Enough to tell which message is meant, in characters: it is in the request as well.
    pub const NAMED: usize = 50;
    /// Enough to know what it says, in characters: it is not in the request.
    pub const IN_FULL: usize = 600;

    /// A quote of a message that is in the request (`is_sent`) or is not.
    pub fn of(message: &'a Message, is_sent: bool) -> Self {
        Self { message, length: if is_sent { Self::NAMED } else { Self::IN_FULL } }
    }

    /// As a manifest keeps it. Quotes of other lengths are in current messages alone, which are kept as they were sent.
    pub(super) fn kind(self) -> QuoteLength {
        if self.length > Self::NAMED { QuoteLength::InFull } else { QuoteLength::Named }
    }

    /// The words, on one line and cut at a word; the kind of a message that shows something without a word. `None`: there is
    /// nothing to quote.
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

/// The first words of a text on one line, cut at a word.
fn first_words(text: &str, length: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('"', "'");
    let Some((end, _)) = line.char_indices().nth(length) else {
        return line;
    };
    let head = &line[..end];
    let cut = head.rfind(' ').filter(|&at| at > head.len() / 2).unwrap_or(head.len());
    format!("{}…", head[..cut].trim_end())
}
