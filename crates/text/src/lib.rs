//! Pure text functions: words and sentences, normal forms, similarity, secrets, word queries, excerpts, extracts, facts in
//! a model's answer, and the token estimate.
//!
//! Everything is a plain function on plain text, in integer arithmetic, and knows English, Ukrainian and Russian by a few
//! words each. There is no domain type here: what a message or a summary is, other crates know.

#![warn(missing_docs)]

pub mod clean;
pub mod excerpt;
pub mod extractive;
pub mod facts;
pub mod fold;
pub mod normal;
pub mod query;
pub mod secrets;
pub mod sentences;
pub mod signs;
pub mod similar;
pub mod small_sort;
pub mod tokens;
