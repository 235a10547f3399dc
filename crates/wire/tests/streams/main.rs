//! What the decoder makes of whole bodies in each protocol: our own, one quirk or two in each, and the recorded ones of the
//! corpus.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the helpers of tests fail as tests do")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

mod anthropic;
#[path = "../../../../tests/corpus/folder.rs"]
mod folder;
mod ollama;
mod openai;
mod support;
