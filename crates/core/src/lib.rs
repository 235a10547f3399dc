//! The context manager of Ricordo: what a conversation is, what is stored, and exactly what a model is sent.
//!
//! Everything that decides is a plain function on plain data. The crate does no I/O, reads no clock and draws no random
//! number: a [`store::Store`] keeps records, a [`model::ChatModel`] answers, a [`host::Host`] tells the time, and only
//! [`session`] awaits them. Start with [`compile`] (history + settings + clock → the exact request) and [`session`]
//! (the walk of one message).

#![warn(missing_docs)]

pub use ricordo_text as text;

pub mod accept;
pub mod branch;
pub mod cancel;
pub mod change;
pub mod command;
pub mod compile;
pub mod consent;
pub mod conversation;
pub mod digest;
pub mod doctor;
pub mod draft;
pub mod error;
pub mod exchange;
pub mod forget;
pub mod fork;
mod forward;
pub mod host;
pub mod id;
pub mod in_page;
pub mod inspect;
pub mod manifest;
pub mod mark;
pub mod memory;
pub mod memory_store;
pub mod message;
pub mod model;
pub mod preset;
pub mod prompt;
pub mod provider;
pub mod recall;
pub mod record;
pub mod reminder;
pub mod search;
pub mod session;
pub mod settings;
mod shipped_text;
pub mod snapshot;
pub mod statistics;
pub mod store;
pub mod summary;
pub mod task;
pub mod template;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod time;
pub mod tokens;
pub mod tools;
pub mod undo;
pub mod upkeep;
pub mod user_data;
pub mod wire;
