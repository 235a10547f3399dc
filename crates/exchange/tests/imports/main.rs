//! Imports of files, from their first byte to what is stored.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod backups;
mod bad_input;
mod chatgpt;
mod damage;
#[path = "../../../../tests/corpus/folder.rs"]
mod folder;
mod more_programs;
mod nothing_lost;
mod programs;
mod shapes;
mod silly_tavern;
mod support;
mod wrong;
