//! Texts of the confirmation before something is erased.

include!(concat!(env!("OUT_DIR"), "/texts/erase.rs"));
