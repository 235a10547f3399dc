//! Pure text functions: words and sentences, normal forms, similarity, secrets, word queries, excerpts, extracts,
//! parsing of facts, and the token estimate.
//!
//! Everything is a plain function on plain text, in integer arithmetic, with word lists for English, Ukrainian and
//! Russian. There are no domain types here; other crates define messages and summaries.

#![warn(missing_docs)]

pub mod clean;
pub mod excerpt;
pub mod extractive;
pub mod facts;
mod floor;
pub mod fold;
pub mod key_word;
mod letters;
pub mod normal;
pub mod query;
pub mod secrets;
pub mod sentences;
pub mod signs;
pub mod similar;
pub mod small_sort;
pub mod tokens;

pub use floor::floor;
