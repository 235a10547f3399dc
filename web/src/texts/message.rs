//! Texts about a single message: its actions and their results.

include!(concat!(env!("OUT_DIR"), "/texts/message.rs"));
