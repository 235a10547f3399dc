//! Ranks messages by how well their words answer a question, for recall before a turn.
//!
//! [`Recall`] holds [`Part`]s: the stems of at most 64 consecutive messages of a branch. A part is built from messages,
//! or decoded from the bytes of an earlier one, so a start does not read the history. A [`Question`] is asked with a
//! filter; a message that the filter does not admit has no influence on the result. [`rank_texts`] ranks a few texts,
//! such as memories, by the same words, and [`Texts`] some that are asked again and again, such as summaries.
//! [`best_place`] says where to cut an excerpt.

mod counts;
mod dates;
mod found;
mod irregular;
mod language;
mod part;
mod places;
mod question;
mod rank;
mod recall;
mod rows;
mod similar;
mod terms;
mod texts;
mod ukrainian;

#[cfg(test)]
mod tests;

pub use crate::parts::PartKey;
pub use found::{Found, FoundText};
pub use part::{Damaged, Part};
pub use places::{best_place, places};
pub use question::Question;
pub(crate) use rank::{Ranking, best};
pub use recall::{Place, Recall};
pub use texts::{Texts, rank_texts};
