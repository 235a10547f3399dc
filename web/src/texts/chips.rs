//! Texts of the chips that show what tools did with memories and tasks.

include!(concat!(env!("OUT_DIR"), "/texts/chips.rs"));
