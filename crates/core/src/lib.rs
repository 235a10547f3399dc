//! The context manager of Ricordo: what a conversation is, what is stored, and exactly what is sent to a model.
//!
//! Every decision is a plain function on plain data. The crate does no I/O, reads no clock and draws no random numbers:
//! a [`store::Store`] stores records, a [`model::ChatModel`] replies, a [`host::Host`] provides the time, and only
//! [`session`] awaits them. Start with [`compile`] (history + settings + clock → the exact request) and [`session`]
//! (the lifecycle of a request).

#![warn(missing_docs)]

pub use ricordo_record::{
    branch, change, consent, conversation, decimal, digest, document, document_refusal, draft, error, forget, id,
    in_page, index_part, layer, maintenance, manifest, mark, message, place, project, provider, queued, recalled,
    record, scope, spending, statistics, time, undo, user_data,
};
pub use ricordo_text as text;
pub use ricordo_wire as wire;

pub mod accept;
pub mod backup;
pub mod cancel;
pub mod command;
pub mod compile;
pub mod doctor;
pub mod exchange;
pub mod fork;
mod forward;
pub mod host;
pub mod inspect;
mod labels;
pub mod memory;
pub mod memory_store;
pub mod model;
pub mod preset;
pub mod prompt;
pub mod recall;
pub mod reminder;
pub mod search;
pub mod session;
pub mod settings;
mod shipped_text;
pub mod snapshot;
pub mod store;
pub mod summary;
pub mod task;
pub mod template;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod tokens;
pub mod tools;
pub mod upgrade;
