//! Browser implementations of the traits of `ricordo-core`: IndexedDB, fetch, the clock, locks between tabs.
//!
//! Thin adapters. Nothing here decides what is stored, sent or shown, and nothing is exported to JavaScript: that is
//! `crates/embed`. API keys are stored here only, encrypted, in a database of their own ([`keys`]).

#![warn(missing_docs)]

mod abort;
pub mod any_store;
pub mod backups;
pub mod channel;
pub mod delete;
pub mod documents;
pub mod embedding_cache;
pub mod exact_counter;
pub mod exchange;
mod from_js;
mod global;
pub mod host;
pub mod http;
pub mod in_page;
pub mod indexed_db;
pub mod keys;
pub mod locks;
pub mod notification;
mod numbers;
pub mod page_vector_store;
pub mod pdf_pages;
mod record_line;
mod script;
pub mod storage;
pub mod voice;
mod zones;

pub use abort::Abort;
pub use any_store::AnyStore;
pub use embedding_cache::EmbeddingCache;
pub use exact_counter::ExactCounter;
pub use from_js::{Unreadable, from_js};
pub use global::{address, serve_from};
pub use host::BrowserHost;
pub use http::{HttpEmbedder, HttpModel, HttpVectorStore};
pub use in_page::{APP_WEIGHTS_BYTES, HeldWeights, InPageEmbedder, InPageModel, ModelProgress};
pub use indexed_db::IndexedDbStore;
pub use numbers::numbers;
pub use page_vector_store::PageVectorStore;
pub use record_line::from_line;
