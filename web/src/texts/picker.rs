//! What is said where a model is picked, and about what one conversation has of its own.

include!(concat!(env!("OUT_DIR"), "/texts/picker.rs"));
