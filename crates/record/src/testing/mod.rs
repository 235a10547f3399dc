//! Samples of the records, for the tests of every crate.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this is test code that other crates share")]

pub mod sample;
