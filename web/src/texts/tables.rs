//! The structs of all texts, and the texts of all languages but English, from `web/build/code/translations.rs`.

use crate::loaded::NotLoaded;

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// A part of a text: the bytes from a position.
const fn part(text: &'static str, from: usize, length: usize) -> &'static str {
    text.split_at(from).1.split_at(length).0
}
