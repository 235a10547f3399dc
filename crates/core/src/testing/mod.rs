//! Test support for all crates: fakes of the ports, sample records, and the conformance suites of stores and of vector
//! stores.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this is test code that other crates share")]

pub mod conformance;
pub mod counting_store;
pub mod failing_store;
pub mod manual_host;
pub mod memory_vector_store;
pub mod scripted_model;
pub mod topic_embedder;
pub mod vector_conformance;

pub use ricordo_record::testing::sample;

pub use counting_store::CountingStore;
pub use failing_store::FailingStore;
pub use manual_host::ManualHost;
pub use memory_vector_store::MemoryVectorStore;
pub use scripted_model::{ScriptedModel, Step};
pub use topic_embedder::TopicEmbedder;
