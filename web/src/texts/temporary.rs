//! Texts about temporary conversations.

include!(concat!(env!("OUT_DIR"), "/texts/temporary.rs"));
