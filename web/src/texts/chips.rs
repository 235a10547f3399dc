//! What is said on the chips: what tools did with memories and tasks.

include!(concat!(env!("OUT_DIR"), "/texts/chips.rs"));
