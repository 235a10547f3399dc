//! Ricordo for other web pages: the exports of the WebAssembly module.
//!
//! `manager.rs` is the class, `plain.rs` the plain objects that cross the boundary, `error.rs` the errors as JavaScript
//! knows them, `types.rs` what TypeScript reads. Nothing is decided here: that is `ricordo-core`.

#![warn(missing_docs)]

mod error;
mod manager;
mod plain;
mod types;

pub use manager::ContextManager;
