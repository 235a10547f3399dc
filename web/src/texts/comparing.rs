//! Texts of several models for one message.

include!(concat!(env!("OUT_DIR"), "/texts/comparing.rs"));
