//! Texts of the message list.

include!(concat!(env!("OUT_DIR"), "/texts/list.rs"));
