//! One reader for each format: bytes or text to a text with its structure.

pub(crate) mod code;
pub(crate) mod csv;
pub(crate) mod docx;
pub(crate) mod epub;
mod formula;
mod grid;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod markdown;
pub(crate) mod mime;
pub(crate) mod pages;
pub(crate) mod plain;
