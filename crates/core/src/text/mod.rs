//! What can be told of a text without a model: its words and sentences, whether two texts say the same, whether it holds
//! a secret, which of its sentences matter, and whether a model's summary or list of facts can be used.
//!
//! Everything is a plain function on plain text, in integer arithmetic, and knows English, Ukrainian and Russian by a few
//! words each. Nothing here stores anything or asks a model.

pub mod accept;
pub mod extractive;
pub mod facts;
pub mod normal;
pub mod secrets;
pub mod sentences;
pub mod similar;
