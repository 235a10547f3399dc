//! Compile: history + settings + clock → the exact request. The only way a request is made.
//!
//! The same call feeds the network and the inspector, so what is shown cannot differ from what is sent. It reads no clock,
//! makes no ids and awaits nothing: same input, same bytes.

pub mod report;

pub use report::{Compiled, Layer, LayerKind, Omitted, OmittedReason};
