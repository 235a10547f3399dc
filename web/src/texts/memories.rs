//! What the page of the memories says, and what all pages of that kind share.

include!(concat!(env!("OUT_DIR"), "/texts/memories.rs"));
