//! Texts of the outline.

include!(concat!(env!("OUT_DIR"), "/texts/outline.rs"));
