//! Texts of pages, pictures and diagrams that a block of code contains.

include!(concat!(env!("OUT_DIR"), "/texts/shown.rs"));
