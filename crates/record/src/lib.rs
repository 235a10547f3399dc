//! Records: everything stored, as plain data, and the types it consists of.
//!
//! Nothing here makes decisions, reads a clock or does I/O. [`record::Record`] lists all kinds of records,
//! [`change::Change`] describes writes, [`settings::Settings`] what the user can set, [`request::ChatRequest`] the
//! request to a model.

#![warn(missing_docs)]

pub use record::{change, undo};

pub mod author;
pub mod branch;
pub mod calibration;
pub mod consent;
pub mod conversation;
pub mod decimal;
pub mod derived;
pub mod digest;
pub mod document;
pub mod document_refusal;
pub mod draft;
pub mod error;
pub mod forget;
pub mod id;
pub mod in_page;
pub mod index_part;
pub mod job;
pub mod language;
pub mod layer;
pub mod maintenance;
pub mod manifest;
pub mod mark;
pub mod memory;
pub mod message;
pub mod money;
pub mod place;
pub mod project;
pub mod project_refusal;
pub mod provider;
pub mod queued;
pub mod recalled;
pub mod record;
pub mod refusal;
pub mod request;
pub mod scope;
pub mod settings;
pub mod spending;
pub mod statistics;
pub mod stored_vector;
pub mod summary;
pub mod task;
pub mod template;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod time;
pub mod user_data;
