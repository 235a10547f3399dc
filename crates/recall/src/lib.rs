//! Search by words over everything stored, ignoring case, accents and endings; and recall.
//!
//! [`Query`] searches one text. [`Index`] searches everything that it was given, at each keystroke: messages, titles,
//! memories, summaries and tasks, and returns the best hits with an excerpt. Both find the same. The index lives in
//! memory only. They are purely textual: meaning plays no role.
//!
//! `vocabulary` stores every distinct word once. `pattern` matches the typed words against the vocabulary. `messages` and
//! `things` hold what can be found, `places` which messages can be opened. `answer` ranks the matches, `excerpt` makes the
//! text shown for a hit. `filter` is part of the query; `found` and `target` are the results.
//!
//! [`ranked`] is another index, for recall: it ranks messages by how well they answer a question, and its parts are stored.
//! [`vectors`] does so by their meaning, and [`fused`] by both.

#![warn(missing_docs)]

mod answer;
mod bytes;
mod excerpt;
mod filter;
mod found;
pub mod fused;
mod index;
mod messages;
mod parts;
mod pattern;
mod places;
pub mod ranked;
mod standard;
mod target;
mod things;
pub mod vectors;
mod vocabulary;

pub use excerpt::Excerpt;
pub use filter::Filter;
pub use found::{Found, Group, Hit};
pub use index::Index;
pub use ricordo_text::query::Query;
pub use target::{Standing, Target};
