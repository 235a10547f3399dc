//! Ricordo for other web pages: the exports of the WebAssembly module.
//!
//! A page imports the package in `package/`: TypeScript over the single class that is exported here. `manager.rs` is
//! that class; `turns.rs`, `reading.rs`, `commands.rs`, `conversations.rs`, `projects.rs`, `summaries.rs`, `memories.rs`,
//! `tasks.rs`, `settings.rs`, `records.rs`, `recall_query.rs`, `vectors.rs`, `vectors_elsewhere.rs` and `temporary.rs` are
//! its methods, by topic. Most methods are in separate files loaded on first call: `lazy_calls.rs` and `deferred.rs` list them,
//! `loaded.rs` implements the loading. `model.rs` calls the page's model function, `page_embedder.rs` the one for vectors,
//! `host.rs` its tools; its store of vectors is called by `ricordo-browser`. `plain` defines the plain objects that cross
//! the boundary, `cross.rs` converts them, `given.rs` reads arguments, `incoming.rs` message parts; `api_error.rs` has the
//! errors and `codes.rs` their codes. This crate makes no decisions: `ricordo-core` does.

#![warn(missing_docs)]

mod about;
mod api_error;
mod appending;
mod codes;
mod commands;
mod compiling;
mod conversations;
mod cross;
mod deferred;
mod deleted;
mod document_reading;
mod documents;
mod given;
mod host;
mod incoming;
mod lazy_calls;
mod loaded;
mod manager;
mod memories;
mod model;
mod names;
mod page_embedder;
mod plain;
mod projects;
mod reading;
mod recall_query;
mod recalling;
mod records;
mod settings;
mod summaries;
mod tasks;
mod temporary;
mod turns;
mod vectors;
mod vectors_elsewhere;

pub use api_error::ApiError;
pub use manager::Manager;
