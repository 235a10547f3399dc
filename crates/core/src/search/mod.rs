//! Finding by words: case, accents and endings do not matter. What a word means is not known here.
//!
//! [`Query`] asks one text. [`Index`] asks everything that is stored, at each key: messages, titles, memories, summaries
//! and tasks, of which the best are given with an excerpt. Both find the same. The index lives in memory alone: it is read
//! when somebody searches (`Session::load_search`), and [`Searchable`] keeps it up to date from then on, so that nothing
//! of an erased message stays in it.
//!
//! `vocabulary`: every different word, once. `pattern`: what is typed, as a question to the vocabulary. `messages` and
//! `things`: what is found. `places`: which messages can be gone to. `answer`: which of
//! it is given. `excerpt`: what is shown of a hit.

mod answer;
mod excerpt;
mod index;
mod messages;
mod pattern;
mod places;
mod searchable;
mod things;
mod vocabulary;

pub use excerpt::Excerpt;
pub use index::{Filter, Found, Group, Hit, Index, Standing, Target};
pub use ricordo_text::query::Query;
pub use searchable::{Searchable, SharedIndex};

#[cfg(test)]
mod tests;
