//! Texts of the model picker, and of a conversation's own settings.

include!(concat!(env!("OUT_DIR"), "/texts/picker.rs"));
