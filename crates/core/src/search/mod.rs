//! Search by words, ignoring case, accents and endings. Purely textual: meaning plays no role.
//!
//! [`Query`] searches one text. [`Index`] searches everything stored, at each keystroke: messages, titles, memories,
//! summaries and tasks, and returns the best hits with an excerpt. Both find the same. The index lives in memory only:
//! it is built at the first search (`Session::load_search`), and [`Searchable`] keeps it up to date from then on, so
//! nothing of an erased message stays in it.
//!
//! `vocabulary` stores every distinct word once. `pattern` matches the typed words against the vocabulary. `messages`
//! and `things` hold what can be found, `places` which messages can be opened. `answer` ranks the matches, `excerpt`
//! makes the text shown for a hit.

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
