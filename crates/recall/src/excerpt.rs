//! The excerpt of a hit: a line around the best match, with the positions of the matched words.

use super::{pattern::Answers, vocabulary::WordId};
use ricordo_text::query::Query;
use ricordo_text::{excerpt::around, normal::places};
use std::ops::Range;

/// Length of an excerpt, in characters.
const SHOWN: usize = 180;

/// An excerpt of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, with `…` where text is left out.
    pub text: String,
    /// Byte ranges of the matched words in the line, in order.
    pub found: Vec<Range<usize>>,
}

impl Excerpt {
    /// An excerpt around the best match of a text, given the ids of its words.
    pub(super) fn new(text: &str, numbers: &[WordId], answers: &Answers, query: &Query) -> Self {
        let at = places(text).nth(answers.best_word(numbers)).map_or(0, |place| place.start);
        let text = around(text, at, SHOWN);
        Self { found: query.places(&text), text }
    }
}
