//! Texts of selecting several conversations, and of what is done with them.

include!(concat!(env!("OUT_DIR"), "/texts/choosing.rs"));
