//! Whole files through the public interface: made in code, damaged, and real ones.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod bad_input;
mod docx;
mod docx_forms;
mod docx_numbers;
mod epub;
#[path = "../../../../tests/corpus/folder.rs"]
mod folder;
mod mime;
mod names;
mod pages;
mod real_files;
mod repository;
mod support;
mod texts;
