//! What the list of conversations says, and what is said when one of them was changed.

include!(concat!(env!("OUT_DIR"), "/texts/conversations.rs"));
