//! What tests of every crate share: fakes of the doors, samples of the records, and the suite that every store passes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this is test code that other crates share")]

pub mod conformance;
pub mod counting_store;
pub mod failing_store;
pub mod manual_host;
pub mod scripted_model;

pub use ricordo_record::testing::sample;

pub use counting_store::CountingStore;
pub use failing_store::FailingStore;
pub use manual_host::ManualHost;
pub use scripted_model::{ScriptedModel, Step};
