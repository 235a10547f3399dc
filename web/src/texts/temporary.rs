//! What is said of temporary conversations.

include!(concat!(env!("OUT_DIR"), "/texts/temporary.rs"));
