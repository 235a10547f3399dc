//! What is shown of a hit: a line around the best place, and where the found words stand in it.

use super::{pattern::Answers, vocabulary::WordId};
use ricordo_text::query::Query;
use ricordo_text::{excerpt::around, normal::places};
use std::ops::Range;

/// How much of a text is shown, in characters.
const SHOWN: usize = 180;

/// A line of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, with `…` where something is missing.
    pub text: String,
    /// Where the found words stand in it, in bytes, in order.
    pub found: Vec<Range<usize>>,
}

impl Excerpt {
    /// Around the best place of a text, whose words have these numbers.
    pub(super) fn new(text: &str, numbers: &[WordId], answers: &Answers, query: &Query) -> Self {
        let at = places(text).nth(answers.best_word(numbers)).map_or(0, |place| place.start);
        let text = around(text, at, SHOWN);
        Self { found: query.places(&text), text }
    }
}
