//! What the list of messages says.

include!(concat!(env!("OUT_DIR"), "/texts/list.rs"));
