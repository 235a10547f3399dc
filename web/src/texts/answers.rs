//! Texts of command results and notices.

include!(concat!(env!("OUT_DIR"), "/texts/answers.rs"));
