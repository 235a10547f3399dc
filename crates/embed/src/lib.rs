//! Ricordo for other web pages: the exports of the WebAssembly module.
//!
//! What a page imports is the package in `package/`: TypeScript over the one class that is exported here. `manager.rs` is
//! that class; `turns.rs`, `reading.rs`, `commands.rs`, `conversations.rs`, `summaries.rs`, `memories.rs`, `tasks.rs`,
//! `settings.rs` and `records.rs` are its methods, by topic. Most of them are files of their own that are loaded when they are
//! first called: `lazy_calls.rs` and `deferred.rs` say which, `loaded.rs` how. `model.rs` asks the page's own function, `host.rs` its tools.
//! `plain` holds the plain objects that cross the boundary, `cross.rs` how they do, `given.rs` reads what is given,
//! `incoming.rs` the parts of a message, `api_error.rs` the errors, `codes.rs` their codes. Nothing is decided here: that is
//! `ricordo-core`.

#![warn(missing_docs)]

mod about;
mod api_error;
mod codes;
mod commands;
mod conversations;
mod cross;
mod deferred;
mod deleted;
mod given;
mod host;
mod incoming;
mod lazy_calls;
mod loaded;
mod manager;
mod memories;
mod model;
mod names;
mod plain;
mod reading;
mod records;
mod settings;
mod summaries;
mod tasks;
mod turns;

pub use api_error::ApiError;
pub use manager::Manager;
