//! Texts of the persona of a conversation.

include!(concat!(env!("OUT_DIR"), "/texts/personas.rs"));
