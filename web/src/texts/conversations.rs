//! Texts of the list of conversations, and notices about changes in it.

include!(concat!(env!("OUT_DIR"), "/texts/conversations.rs"));
