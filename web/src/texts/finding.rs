//! Texts of the search and the command palette.

include!(concat!(env!("OUT_DIR"), "/texts/finding.rs"));
