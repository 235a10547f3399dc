//! Whole files through the public interface: made in code, damaged, and real ones.

mod bad_input;
mod docx;
mod epub;
#[path = "../../../../tests/corpus/folder.rs"]
mod folder;
mod pages;
mod real_files;
mod repository;
mod support;
mod texts;
