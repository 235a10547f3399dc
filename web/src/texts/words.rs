//! Names of numbers, times and states.

include!(concat!(env!("OUT_DIR"), "/texts/words.rs"));
