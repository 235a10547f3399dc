//! Texts of the dialog that chooses who speaks.

include!(concat!(env!("OUT_DIR"), "/texts/people.rs"));
