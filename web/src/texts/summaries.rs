//! Texts of the summaries.

include!(concat!(env!("OUT_DIR"), "/texts/summaries.rs"));
