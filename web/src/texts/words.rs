//! What numbers, times and states are called, wherever they stand.

include!(concat!(env!("OUT_DIR"), "/texts/words.rs"));
