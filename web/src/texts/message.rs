//! What is said about one message: what can be done with it, and what became of it.

include!(concat!(env!("OUT_DIR"), "/texts/message.rs"));
