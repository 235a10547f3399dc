//! Texts of the memories dialog, and texts that all dialogs of this kind share.

include!(concat!(env!("OUT_DIR"), "/texts/memories.rs"));
